import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEED } from '#contract/company/catalogs/states.ts';
import { COMPLAINT } from '#contract/legal/complaints/rules.ts';
import type { ImportRow } from '#contract/overview/imports/model.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { complaints } from '#server/modules/legal/complaints/complaints.table.ts';
import { deedEntries, deeds } from '#server/modules/legal/deeds/deeds.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeSale } from '#test/factories.ts';
import { importDesk } from '#test/imports.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;
let lawyer: Browser;
beforeAll(async () => {
  lawyer = await signInAs(llave, 'abogado');
});

type Cells = Record<string, string>;
const tried = (tipo: string, rows: Cells[]) => importDesk(lawyer).tried(tipo, rows);
const confirm = (one: ImportRow) => importDesk(lawyer).confirm(one);
const undo = (one: ImportRow) => importDesk(lawyer).undo(one);
const faultsOf = (one: ImportRow) => importDesk(lawyer).faults(one);
const inDeed = (paymentForm: 'hipoteca' | 'contado' = 'contado') =>
  makeSale(db(), { stateId: SALE.inDeed, separation: 4, paymentForm });
const deedOf = async (saleId: number) => (await db().select().from(deeds).where(eq(deeds.saleId, saleId)))[0];
const stateOf = async (id: number) =>
  (await db().select({ stateId: sales.stateId }).from(sales).where(eq(sales.id, id)))[0]!.stateId;

const AT_NOTARY = { Notaría: 'Notaría Quinta', 'Fecha de notaría': '01/09/2026' };
const SIGNED = { ...AT_NOTARY, 'Firma del comprador': '01/09/2026', 'Firma de la promotora': '02/09/2026' };
const CLOSED = { ...SIGNED, 'Número de escritura': '4512', Cierre: '10/09/2026' };
const ENTERED = { ...CLOSED, 'Número de entrada': '199/2026', Ingreso: '12/09/2026' };

describe('importing deeds on their way', () => {
  test('a dry run writes nothing; then each deed stands where it was, once, and undoing takes it back', async () => {
    const sale = await inDeed();
    const row = {
      ...ENTERED,
      'Pre-contrato': sale.code!,
      Estado: 'Defectuosa',
      Desde: '20/09/2026',
      Defecto: 'Linderos',
      'Fecha límite': '20/12/2026',
    };
    const one = await tried('deeds', [row]);
    expect(one.counts).toEqual({ new: 1, changed: 0, same: 0, bad: 0 });
    expect(await deedOf(sale.id)).toBeUndefined();
    const done = await confirm(one);
    expect(done.statusCode, done.body).toBe(200);
    const deed = await deedOf(sale.id);
    expect(deed).toMatchObject({ stateId: DEED.defective, number: '4512', dueOn: '2026-12-20' });
    expect(await db().select().from(deedEntries).where(eq(deedEntries.deedId, deed!.id))).toMatchObject([
      { number: '199/2026', enteredOn: '2026-09-12', defect: 'Linderos', limitOn: '2026-12-20' },
    ]);
    const page = await lawyer.get(`/api/legal/deeds/${deed!.id}`);
    expect(page.statusCode, page.body).toBe(200);
    expect((await tried('deeds', [row])).counts).toEqual({ new: 0, changed: 0, same: 1, bad: 0 });
    expect(await faultsOf(await tried('deeds', [{ ...row, Defecto: 'Otro' }]))).toEqual([
      expect.stringContaining('ya se trabaja aquí'),
    ]);
    const undone = await undo(one);
    expect(undone.statusCode, undone.body).toBe(200);
    expect(await deedOf(sale.id)).toBeUndefined();
  });

  test('an inscribed deed takes its sale along, and then the import stays', async () => {
    const sale = await inDeed();
    const one = await tried('deeds', [
      {
        ...ENTERED,
        'Pre-contrato': sale.code!,
        Estado: 'Inscrita',
        Desde: '01/10/2026',
        Folio: '304 (F)',
        Inscripción: '01/10/2026',
      },
    ]);
    expect((await confirm(one)).statusCode).toBe(200);
    expect(await stateOf(sale.id)).toBe(SALE.registered);
    expect((await undo(one)).statusCode).toBe(409);
    expect(await deedOf(sale.id)).toMatchObject({ stateId: DEED.registered });
  });

  test('what a state needs, days out of order and strange sales are faults at their cell', async () => {
    const sale = await inDeed('hipoteca');
    const early = await makeSale(db(), { stateId: SALE.received });
    const row = { ...CLOSED, 'Pre-contrato': sale.code!, Estado: 'Cerrada en notaría', Desde: '10/09/2026' };
    const one = await tried('deeds', [
      row,
      { ...row, 'Firma del banco': '03/09/2026', Cierre: '01/08/2026' },
      { ...row, 'Firma del banco': '03/09/2026', Desde: '01/01/2099' },
      { 'Pre-contrato': sale.code!, Estado: 'En firma', Desde: '01/09/2026' },
      { 'Pre-contrato': sale.code!, Estado: 'Anulada', Desde: '01/09/2026' },
      { 'Pre-contrato': early.code ?? 'PC-1999-00001', Estado: 'Por confeccionar', Desde: '01/09/2026' },
    ]);
    expect(one.counts).toMatchObject({ new: 0, bad: 6 });
    const faults = (await faultsOf(one)).join('\n');
    for (const part of [/paga un banco/, /antes del paso anterior/, /ya pasó/, /«Notaría»/, /«Estado»/])
      expect(faults).toMatch(part);
    expect(faults).toMatch(/no está en escritura|no hay una venta/);
  });
});

describe('importing complaints', () => {
  const row = (code: string, over: Cells = {}): Cells => ({
    'Pre-contrato': code,
    Expediente: 'RE-1',
    'Qué reclama': 'Fecha de entrega',
    Estado: 'Documentos pedidos',
    Detalle: 'Reclama la entrega',
    Presentado: '02/11/2026',
    'Documentos pedidos': '16/11/2026',
    ...over,
  });

  test('its clock runs from its own days; a second time it is the same; undoing takes it away', async () => {
    const sale = await inDeed();
    const one = await tried('complaints', [row(sale.code!)]);
    expect(one.counts).toEqual({ new: 1, changed: 0, same: 0, bad: 0 });
    expect((await confirm(one)).statusCode).toBe(200);
    const [made] = await db().select().from(complaints).where(eq(complaints.saleId, sale.id));
    expect(made).toMatchObject({ stateId: COMPLAINT.asked, askedOn: '2026-11-16' });
    expect(made!.dueOn! > '2026-12-04').toBe(true);
    expect((await tried('complaints', [row(sale.code!)])).counts).toMatchObject({ same: 1, bad: 0 });
    expect((await undo(one)).statusCode).toBe(200);
    expect(await db().select().from(complaints).where(eq(complaints.saleId, sale.id))).toEqual([]);
  });

  test('missing days, days out of order and numbers of another sale are faults', async () => {
    const [sale, other] = [await inDeed(), await inDeed()];
    await confirm(await tried('complaints', [row(sale.code!, { Expediente: 'RE-2' })]));
    const one = await tried('complaints', [
      row(sale.code!, { Expediente: 'RE-3', 'Documentos pedidos': '' }),
      row(sale.code!, { Expediente: 'RE-4', Estado: 'Respondido', Respondido: '03/11/2026' }),
      row(other.code!, { Expediente: 'RE-2' }),
    ]);
    expect(one.counts).toMatchObject({ new: 0, bad: 3 });
    const faults = (await faultsOf(one)).join('\n');
    for (const part of [/falta para el estado/, /antes del paso anterior/, /ya está aquí/])
      expect(faults).toMatch(part);
  });
});
