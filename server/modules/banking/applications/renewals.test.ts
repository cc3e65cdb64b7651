import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/dates.ts';
import type { Paper } from '#contract/sales/documents/model.ts';
import type { SaleBanks } from '#contract/banking/requirements/requirements.ts';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import { papersStanding } from '#server/modules/sales/documents/standing.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { applicationIn, bankWork, refusalIn } from '#test/banks.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { beginPurchase } from '#test/purchases.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
const { today, begin, prepare, move, walk, letterForm, stateOf } = bankWork(llave);
const base = '/api/sale/bank_applications';
const WORK_LETTER = 5;

const papersOf = async (who: StaffBrowser, saleId: number) =>
  (await who.get(`/api/sale/precontracts/${saleId}/documents`)).json<{ data: Paper[] }>().data;
const paperOf = async (who: StaffBrowser, saleId: number, typeId: number) =>
  (await papersOf(who, saleId)).find(({ type }) => type.id === typeId)!;
const gapsOf = async (who: StaffBrowser, saleId: number) => {
  const { rows } = (await who.get(`/api/sale/precontracts/${saleId}/bank_applications?bancos=1,2`)).json<{
    data: SaleBanks;
  }>().data;
  return rows.find(({ key }) => key === `papel-${WORK_LETTER}`)!.cells.map(({ gap }) => gap);
};

describe('a paper that dies before the banks answer', () => {
  test('is replaced, reviewed, and both banks get the file up to the letter of promise', async () => {
    const { processor, sale, db } = await begin({ expires: { [WORK_LETTER]: addDays(today(), 10) } });
    const [one, two] = [await prepare(processor, sale.id, 1), await prepare(processor, sale.id, 2)];
    expect(refusalIn(await move(processor, one.id, 2))).toBe(
      'Vence antes de que el banco responda: Carta de trabajo.',
    );
    const papers = await papersOf(processor, sale.id);
    expect(
      papers.flatMap(({ type, renew_before }) => (renew_before ? [[type.id, renew_before]] : [])),
    ).toEqual([[WORK_LETTER, addDays(today(), 10)]]);

    // One that holds until the banks answer stays as it is.
    const upload = async (paper: Paper, n: number) =>
      processor.form(`/api/sale/documents/${paper.id}/file`, {
        archivo: fileOf(await makePicture({ n }), 'papel.png'),
      });
    const receipt = papers.find(({ type }) => type.id === 6)!;
    expect((await upload(receipt, 31)).json()).toMatchObject({ code: 'PAPER_CLOSED' });

    const dying = papers.find(({ type }) => type.id === WORK_LETTER)!;
    expect((await upload(dying, 32)).statusCode).toBe(200);
    expect(await gapsOf(processor, sale.id)).toEqual(['por_revisar', 'por_revisar']);
    expect((await papersStanding(db, sale.id)).toApprove).toEqual([dying.label]);

    const status = `/api/sale/documents/${dying.id}/status`;
    await processor.patch(status, { params: { estado_id: 3 } });
    const approved = await processor.patch(status, { params: { estado_id: 4, fecha_emision: today() } });
    expect(approved.json()).toMatchObject({ data: { renew_before: null, expires_on: addDays(today(), 30) } });
    expect(await gapsOf(processor, sale.id)).toEqual(['listo', 'listo']);
    expect((await papersStanding(db, sale.id)).toApprove).toEqual([]);
    const zip = await processor.post(`${base}/${one.id}/file`, { formato: 'zip' });
    expect(zip.json()).toMatchObject({ data: { papers: 6 } });

    await walk(processor, two.id, 2);
    await walk(processor, one.id, 2, 3, 6);
    expect((await processor.form(`${base}/${one.id}/letter`, await letterForm())).statusCode).toBe(201);
    const { version } = applicationIn(await processor.get(`${base}/${one.id}`));
    expect((await processor.patch(`${base}/${one.id}/choose`, { version })).statusCode).toBe(200);
    expect(await stateOf(sale.id)).toBe(8);
  });

  test('does not count beside a longer one of its kind', async () => {
    const { processor, sale, db } = await begin({ expires: { [WORK_LETTER]: addDays(today(), 10) } });
    const [first] = await db
      .select()
      .from(documents)
      .where(and(eq(documents.saleId, sale.id), eq(documents.typeId, WORK_LETTER)));
    const { id: _id, ...copy } = first!;
    await db
      .insert(documents)
      .values({ ...copy, position: 1, issuedOn: today(), expiresOn: addDays(today(), 80) });
    expect(await gapsOf(processor, sale.id)).toEqual(['listo', 'listo']);
  });

  test('can be too old for one bank alone, which is enough to renew it', async () => {
    const { processor, sale } = await begin();
    await prepare(processor, sale.id, 2);
    expect((await paperOf(processor, sale.id, WORK_LETTER)).renew_before).toBeNull();
    const coordinator = await signInAs(llave, 'coordinador');
    await coordinator.post('/api/sale/bank_requirements', {
      banco_id: 2,
      sector: 'Privado',
      nacionalidad: null,
      tipo_id: WORK_LETTER,
      etiqueta: '',
      obligatorio: true,
      dias_maximo: 15,
      orden: 75,
      desde: today(),
    });
    // Issued five days ago.
    expect((await paperOf(processor, sale.id, WORK_LETTER)).renew_before).toBe(addDays(today(), 10));
  });

  test('is sent again by its buyer', async () => {
    const begun = await beginPurchase(llave);
    const { db, browser, id } = begun;
    await db
      .update(sales)
      .set({ stateId: 5, workSector: 'Privado', code: 'PC-2026-90001' })
      .where(eq(sales.id, id));
    await browser.post(`/clientes/mi-compra/${id}/permiso`, { permiso: 'datos' });
    const approved = { saleId: id, required: true, stateId: 4, createdAt: llave.clock.now() };
    await db.insert(documents).values([
      { ...approved, typeId: WORK_LETTER, label: 'Carta', expiresOn: addDays(today(), 10) },
      { ...approved, typeId: 6, label: 'Recibo', expiresOn: addDays(today(), 80) },
    ]);
    const send = (campo: string) =>
      browser.post(`/clientes/precontrato/${id}/archivos`, { campo, nombre: `${campo}.pdf`, tamano: 1000 });
    expect((await send('recibo')).json()).toMatchObject({ code: 'PAPER_CLOSED' });
    const answer = await send('carta_trabajo');
    expect(answer.statusCode, answer.body).toBe(200);
  });
});
