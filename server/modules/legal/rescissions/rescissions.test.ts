import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { ENVELOPE } from '#contract/legal/envelopes/rules.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { homeTasks } from '#contract/overview/home/tasks.ts';
import type { RescissionAct } from '#contract/legal/rescissions/endpoints.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { envelopes } from '#server/modules/legal/envelopes/envelopes.table.ts';
import { lockSale, writeSaleState } from '#server/modules/sales/sale/states.service.ts';
import { documents, documentTypes } from '#server/modules/sales/documents/documents.table.ts';
import { useApp } from '#test/app.ts';
import { makeRepresentative } from '#test/envelopes.ts';
import { makePromisable, makeTemplate, nameCompany } from '#test/legal.ts';
import { pdfWords } from '#test/papers.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;
const at = {
  lawyer: null as unknown as StaffBrowser,
  other: null as unknown as StaffBrowser,
  representative: 0,
};

beforeAll(async () => {
  await nameCompany(llave);
  await makeTemplate(llave, 'rescision');
  at.lawyer = await signInAs(llave, 'abogado');
  at.other = await signInAs(llave, 'gerencia');
  at.representative = (await makeRepresentative(llave, at.lawyer.user.id)).id;
});

/** A sale with a notice of breach. */
async function inBreach() {
  const { sale } = await makePromisable(llave);
  const [type] = await db()
    .select()
    .from(documentTypes)
    .where(eq(documentTypes.name, 'aviso_incumplimiento'));
  await db()
    .insert(documents)
    .values({
      saleId: sale.id,
      typeId: type!.id,
      label: 'Aviso de incumplimiento',
      position: 0,
      required: false,
      stateId: 4,
      stateSince: llave.clock.now(),
      issuedOn: '2026-11-01',
      createdAt: llave.clock.now(),
    } as typeof documents.$inferInsert);
  return sale;
}
const one = (id: number) => `/api/sale/precontracts/${id}`;
const prepare = (id: number) => at.lawyer.post(`${one(id)}/rescission`, { motivo: 'No paga desde mayo.' });
const read = async (id: number) =>
  (await at.lawyer.get(`${one(id)}/rescission_document`)).json<{ data: RescissionAct | null }>().data;
const compose = (id: number, firman = true, day = '2026-12-05', browser = at.lawyer) =>
  browser.post(`${one(id)}/rescission_document`, {
    representante_id: at.representative,
    firman,
    firmar_hasta: day,
  });
const decide = (id: number) =>
  at.other.patch(`${one(id)}/status`, { params: { estado_id: SALE.rescinded, motivo: 'Se decide.' } });
const envelopeNow = async (id: number) =>
  (await db().select().from(envelopes).where(eq(envelopes.id, id)))[0]!;

test('shows notice, penalty and refund, keeps them in the document once, and sends it to the parties', async () => {
  const sale = await inBreach();
  expect(await read(sale.id)).toBeNull();
  expect((await compose(sale.id)).statusCode).toBe(422);
  expect((await prepare(sale.id)).statusCode).toBe(201);
  expect(await read(sale.id)).toMatchObject({
    reason: 'No paga desde mayo.',
    noticed_on: '2026-11-01',
    paid_centavos: 50_000,
    penalty_percent: 10,
    penalty_centavos: 5_000,
    refund_centavos: 45_000,
    missing: [],
    kept: false,
  });
  expect((await compose(sale.id, true, '2026-01-01')).json()).toMatchObject({
    errors: [{ field: 'firmar_hasta' }],
  });
  const coordinator = await signInAs(llave, 'coordinador');
  expect((await compose(sale.id, true, '2026-12-05', coordinator)).statusCode).toBe(403);
  const made = await Promise.all([compose(sale.id), compose(sale.id), compose(sale.id)]);
  expect(made.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
  // Money that comes later does not change the kept figures.
  await db().insert(bankApplications).values({
    saleId: sale.id,
    bankId: 2,
    stateId: 9,
    requestedCents: 8_000_000,
    stateSince: llave.clock.now(),
    createdAt: llave.clock.now(),
  });
  const act = (await read(sale.id))!;
  expect(act).toMatchObject({ kept: true, penalty_centavos: 5_000, compose: null });
  const words = await pdfWords((await at.lawyer.get(act.document_url)).rawPayload);
  for (const word of [
    'aviso de incumplimiento el 1 de noviembre de 2026',
    'USD 450.00',
    'No paga desde mayo.',
  ])
    expect(words).toContain(word);
  expect((await envelopeNow(act.envelope_id!)).stateId).toBe(ENVELOPE.open);
  // Decided without all signatures: the envelope ends with the sale.
  expect((await decide(sale.id)).statusCode).toBe(200);
  expect((await envelopeNow(act.envelope_id!)).stateId).toBe(ENVELOPE.voided);
  expect((await read(sale.id))!.decided).toMatchObject({ by: at.other.user.name });
});

test('a sale that ends otherwise takes the open envelope and the task along', async () => {
  const sale = await inBreach();
  await prepare(sale.id);
  await compose(sale.id);
  const { envelope_id } = (await read(sale.id))!;
  const tasks = async () =>
    (await at.other.get('/api/office/home/tasks?tipo=rescision'))
      .json<Answer<typeof homeTasks>>()
      .data.tasks.filter(({ sale_id }) => sale_id === sale.id).length;
  expect(await tasks()).toBe(1);
  await llave.act(async (ctx) =>
    writeSaleState(ctx, (await lockSale(ctx.db, sale.id))!, SALE.ceded, {}, 'La cedió.'),
  );
  expect((await envelopeNow(envelope_id!)).stateId).toBe(ENVELOPE.voided);
  expect(await tasks()).toBe(0);
});

test('with a bank rejection on file nothing is kept; a dropped rescission takes its envelope along', async () => {
  const sale = await inBreach();
  await db().insert(bankApplications).values({
    saleId: sale.id,
    bankId: 2,
    stateId: 9,
    requestedCents: 8_000_000,
    stateSince: llave.clock.now(),
    createdAt: llave.clock.now(),
  });
  await prepare(sale.id);
  expect(await read(sale.id)).toMatchObject({
    bank_rejected: true,
    penalty_centavos: 0,
    refund_centavos: 50_000,
  });
  await compose(sale.id);
  const { envelope_id } = (await read(sale.id))!;
  const dropped = await at.lawyer.send({ method: 'DELETE', url: `${one(sale.id)}/rescission` });
  expect(dropped.statusCode, dropped.body).toBe(200);
  expect((await envelopeNow(envelope_id!)).stateId).toBe(ENVELOPE.voided);
  expect(await read(sale.id)).toBeNull();
  // Prepared again, it gets a document of its own, unsigned.
  await prepare(sale.id);
  expect((await compose(sale.id, false)).statusCode).toBe(201);
  expect(await read(sale.id)).toMatchObject({ kept: true, envelope_id: null });
  expect(
    await db().$count(envelopes, and(eq(envelopes.saleId, sale.id), eq(envelopes.stateId, ENVELOPE.open))),
  ).toBe(0);
});
