import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import type { getAddendum } from '#contract/legal/addenda/endpoints.ts';
import { ADDENDUM } from '#contract/legal/addenda/rules.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { addenda } from '#server/modules/legal/addenda/addenda.table.ts';
import { promises } from '#server/modules/legal/promises/promises.table.ts';
import { paymentPlans } from '#server/modules/money/payments/payments.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeSale } from '#test/factories.ts';
import { importDesk } from '#test/imports.ts';
import { makePromisable } from '#test/legal.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;
let lawyer: Browser;
let desk: ReturnType<typeof importDesk>;
beforeAll(async () => {
  lawyer = await signInAs(llave, 'abogado');
  desk = importDesk(lawyer);
});

/** A sale whose promise was signed on paper on 1 June 2026. */
async function imported(origin: 'importada' | 'generada' = 'importada') {
  const { sale } = await makePromisable(llave, { stateId: SALE.promiseSigned });
  await db()
    .insert(promises)
    .values({
      code: `PR-2026-7${sale.id}`,
      saleId: sale.id,
      round: 1,
      stateId: PROMISE.signed,
      stateSince: llave.clock.now(),
      origin,
      writers: [],
      priceCents: sale.priceCents,
      deliveryOn: '2027-06-30',
      signedOn: '2026-06-01',
      createdAt: llave.clock.now(),
    });
  return sale;
}
const deliveryOf = async (saleId: number) =>
  (await db().select().from(promises).where(eq(promises.saleId, saleId)))[0]!.deliveryOn;
const addendaOf = (saleId: number) =>
  db().select().from(addenda).where(eq(addenda.saleId, saleId)).orderBy(addenda.id);
const lot = (code: string, over = {}) => ({
  'Pre-contrato': code,
  Tipo: 'Cambio de lote',
  Firmada: '10/07/2026',
  Antes: 'A-07',
  Ahora: 'B-02',
  Motivo: 'Lo pidió',
  ...over,
});
const extension = (code: string, Firmada: string, entrega: string, over = {}) => ({
  'Pre-contrato': code,
  Tipo: 'Prórroga de la entrega',
  Firmada,
  'Nueva entrega': entrega,
  ...over,
});

test('a dry run writes nothing; then each is signed on its day, the newest extension moves the delivery, and undoing takes all back', async () => {
  const sale = await imported();
  const rows = [
    extension(sale.code!, '01/09/2026', '30/10/2027'),
    lot(sale.code!),
    extension(sale.code!, '01/08/2026', '30/08/2027'),
    { ...lot(sale.code!), Tipo: 'Plan de pago', Antes: '10 cuotas', Ahora: '12 cuotas' },
  ];
  const one = await desk.tried('addenda', rows);
  expect(one.counts).toEqual({ new: 4, changed: 0, same: 0, bad: 0 });
  expect(await addendaOf(sale.id)).toEqual([]);
  const done = await desk.confirm(one);
  expect(done.statusCode, done.body).toBe(200);
  const made = await addendaOf(sale.id);
  expect(made.map(({ kind, signedOn, stateId, origin }) => [kind, signedOn, stateId, origin])).toEqual([
    ['lote', '2026-07-10', ADDENDUM.signed, 'importada'],
    ['plan', '2026-07-10', ADDENDUM.signed, 'importada'],
    ['prorroga', '2026-08-01', ADDENDUM.signed, 'importada'],
    ['prorroga', '2026-09-01', ADDENDUM.signed, 'importada'],
  ]);
  expect(await deliveryOf(sale.id)).toBe('2027-10-30');
  // The sale's own plan is not made again.
  expect(await db().$count(paymentPlans, eq(paymentPlans.saleId, sale.id))).toBe(0);
  const read = await lawyer.get(`/api/legal/addenda/${made[0]!.id}`);
  expect(read.json<Answer<typeof getAddendum>>().data).toMatchObject({
    origin: 'importada',
    signed_on: '2026-07-10',
    lines: [{ label: 'Lote', before: 'A-07', after: 'B-02' }],
    document_url: null,
    transitions: [],
  });
  expect((await lawyer.get(`/api/legal/addenda/${made[0]!.id}/documento.pdf`)).statusCode).toBe(404);
  const touched = await lawyer.patch(`/api/legal/addenda/${made[0]!.id}/status`, {
    params: { estado_id: ADDENDUM.voided, motivo: 'No va' },
  });
  expect([touched.statusCode, touched.body]).toEqual([422, expect.stringContaining('importó ya firmada')]);

  expect((await desk.tried('addenda', rows)).counts).toEqual({ new: 0, changed: 0, same: 4, bad: 0 });
  const undone = await desk.undo(one);
  expect(undone.statusCode, undone.body).toBe(200);
  expect(await addendaOf(sale.id)).toEqual([]);
  expect(await deliveryOf(sale.id)).toBe('2027-06-30');
});

test('an import stays when somebody wrote about it or the delivery moved again', async () => {
  const sale = await imported();
  const first = await desk.tried('addenda', [extension(sale.code!, '01/08/2026', '30/08/2027')]);
  await desk.confirm(first);
  await db()
    .update(promises)
    .set({ deliveryOn: '2028-01-01' })
    .where(and(eq(promises.saleId, sale.id), eq(promises.stateId, PROMISE.signed)));
  expect((await desk.undo(first)).statusCode).toBe(409);
  const second = await desk.tried('addenda', [lot(sale.code!)]);
  await desk.confirm(second);
  const [, made] = await addendaOf(sale.id);
  await lawyer.post('/api/comments', { reference: 'adenda', reference_id: made!.id, body: 'Falta la copia' });
  expect((await desk.undo(second)).statusCode).toBe(409);
  expect(await addendaOf(sale.id)).toHaveLength(2);
});

test('each wrong row is told at its cell', async () => {
  const sale = await imported();
  const here = await imported('generada');
  const without = await makeSale(db(), { stateId: SALE.complete });
  await desk.confirm(await desk.tried('addenda', [lot(sale.code!)]));
  const one = await desk.tried('addenda', [
    lot('PC-1999-00001'),
    lot(without.code!),
    lot(here.code!),
    lot(sale.code!, { Firmada: '01/01/2099' }),
    lot(sale.code!, { Firmada: '01/05/2026' }),
    lot(sale.code!, { Ahora: 'C-01' }),
    lot(sale.code!, { Firmada: '11/07/2026', Antes: '' }),
    lot(sale.code!, { Tipo: 'Cesión a otro comprador' }),
    extension(sale.code!, '12/07/2026', ''),
    extension(sale.code!, '13/07/2026', '30/08/2027', { Ahora: '2027' }),
  ]);
  expect(one.counts).toMatchObject({ new: 0, changed: 0, bad: 10 });
  expect(await desk.faults(one)).toEqual([
    expect.stringContaining('no hay una venta'),
    expect.stringContaining('no tiene una promesa firmada'),
    expect.stringContaining('se firmó aquí'),
    expect.stringContaining('un día que ya pasó'),
    expect.stringContaining('antes de firmarse su promesa'),
    expect.stringContaining('con otros datos'),
    expect.stringContaining('«Antes»'),
    expect.stringContaining('«Tipo»'),
    expect.stringContaining('«Nueva entrega»'),
    expect.stringContaining('«Ahora»'),
  ]);
});
