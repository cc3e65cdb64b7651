import { and, eq, isNull } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import type { Change } from '#contract/legal/addenda/change.ts';
import type { saleAddenda, tryAddendum } from '#contract/legal/addenda/endpoints.ts';
import { ADDENDUM } from '#contract/legal/addenda/rules.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { envelopeOf } from '#server/modules/legal/envelopes/current.service.ts';
import { saleAccount } from '#server/modules/money/account/account.service.ts';
import { createPlan } from '#server/modules/money/payments/plan.service.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { heldCents } from '#server/modules/money/payments/refunded.service.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { browserOf } from '#test/buyers.ts';
import { makeAddendumDesk, ofSale, one, type AddendumDesk } from '#test/addenda.ts';
import { makeTemplate, makePromisable, nameCompany } from '#test/legal.ts';
import { pdfWords } from '#test/papers.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;
let at: AddendumDesk;
let newcomers = 0;

beforeAll(async () => {
  await nameCompany(llave);
  await makeTemplate(llave, 'cesion');
  at = await makeAddendumDesk(llave);
});

async function newcomer(name: string, over: Partial<typeof people.$inferInsert> = {}) {
  newcomers += 1;
  const document = `8-100-${newcomers}`;
  const [made] = await db()
    .insert(people)
    .values({
      name,
      phone: `+50769${String(newcomers).padStart(6, '0')}`,
      email: `recibe${newcomers}@llave.test`,
      documentType: 'cedula',
      documentNumber: document,
      documentKey: document,
      createdAt: llave.clock.now(),
      ...over,
    })
    .returning();
  return made!;
}

const cessionTo = (persona_id: number): Change => ({ tipo: 'cesion', persona_id, forma_pago: 'hipoteca' });
const saleNow = async (id: number) => (await db().select().from(sales).where(eq(sales.id, id)))[0]!;
const successor = async (id: number) => (await db().select().from(sales).where(eq(sales.cededFromId, id)))[0];
const moneyOf = (saleId: number) =>
  db().select().from(payments).where(eq(payments.saleId, saleId)).orderBy(payments.id);
const accountOf = async (id: number) => saleAccount({ db: db(), now: llave.clock.now() }, await saleNow(id));
const lotOf = async (saleId: number) =>
  db()
    .select()
    .from(lotClaims)
    .where(and(eq(lotClaims.saleId, saleId), isNull(lotClaims.releasedAt)));

/** A sale with a plan of the down payment, its separation paid. */
async function paying() {
  const made = await makePromisable(llave);
  await llave.act((ctx) =>
    createPlan(ctx, made.sale.id, { cents: 450_000, months: 4, firstOn: '2026-12-15' }),
  );
  await db().insert(bankApplications).values({
    saleId: made.sale.id,
    bankId: 2,
    stateId: 2,
    requestedCents: 8_000_000,
    stateSince: llave.clock.now(),
    createdAt: llave.clock.now(),
  });
  return made;
}

test('a cession signed by all makes a linked pre-contract with the lot and the money, and leaves receipts where they are', async () => {
  const { sale, lot } = await paying();
  const rita = await newcomer('Rita Recibe');
  const change = cessionTo(rita.id);
  const page = (await at.lawyer.get(ofSale(sale.id))).json<Answer<typeof saleAddenda>>().data;
  expect(page.kinds).toEqual(['cesion']);
  const shown = (await at.lawyer.post(`${ofSale(sale.id)}/effect`, { cambio: change })).json<
    Answer<typeof tryAddendum>
  >().data;
  expect(shown.why_not).toBeNull();
  expect(shown.lines.map(({ label }) => label)).toEqual([
    'Quienes compran',
    'Lo pagado',
    'Lote',
    'Solicitudes bancarias',
    'Contrato',
  ]);
  const before = await moneyOf(sale.id);
  const receipt = before.find(({ stateId }) => stateId === 4)!;
  const id = await at.sent(sale.id, change);
  const { signers } = (await envelopeOf(db(), 'adenda', id))!;
  expect(signers.map(({ name, role }) => [role, name])).toEqual([
    ['comprador', expect.stringMatching(/^Cliente/)],
    ['comprador', 'Rita Recibe'],
    ['promotora', expect.any(String)],
  ]);
  expect(await pdfWords((await at.lawyer.get(`${one(id)}/documento.pdf`)).rawPayload)).toMatch(
    /cede a Rita Recibe, con cédula 8-100-1/,
  );
  // Reported while it is signed: it goes along, and the signatures stand.
  const due = before.find(({ part }) => part === 1)!;
  await db()
    .update(payments)
    .set({ stateId: 2, reportedCents: due.dueCents, reportedAt: llave.clock.now() })
    .where(eq(payments.id, due.id));

  expect(await at.signAll(id)).not.toBe(false);
  const next = (await successor(sale.id))!;
  expect(await saleNow(sale.id)).toMatchObject({ stateId: SALE.ceded });
  expect(next).toMatchObject({
    stateId: SALE.received,
    personId: rita.id,
    priceCents: sale.priceCents,
    code: expect.stringMatching(/^PC-2026-/),
  });
  expect(await lotOf(sale.id)).toEqual([]);
  expect(await lotOf(next.id)).toMatchObject([{ lotId: lot.id, kind: 'separation', until: null }]);

  const [stays, ...rest] = await moneyOf(sale.id);
  expect(rest).toEqual([]);
  expect(stays).toMatchObject({
    id: receipt.id,
    stateId: 4,
    receiptNumber: receipt.receiptNumber,
    bankReference: receipt.bankReference,
    passedAt: llave.clock.now(),
  });
  const passed = await moneyOf(next.id);
  expect(passed.filter(({ passedFromId }) => passedFromId === receipt.id)).toMatchObject([
    { stateId: 4, typeId: 1, bankCents: 50_000, receiptNumber: null, bankReference: null },
  ]);
  expect(passed.filter(({ part }) => part !== null).map(({ stateId }) => stateId)).toEqual([2, 1, 1, 1]);
  expect([await heldCents(db(), sale.id), await heldCents(db(), next.id)]).toEqual([0, 50_000]);
  expect(await accountOf(sale.id)).toMatchObject({ paid_centavos: 0, balance_centavos: 0 });
  expect(await accountOf(next.id)).toMatchObject({
    paid_centavos: 50_000,
    balance_centavos: sale.priceCents - 50_000,
    others_balance_centavos: 0,
  });
  const [application] = await db()
    .select()
    .from(bankApplications)
    .where(eq(bankApplications.saleId, sale.id));
  expect(application!.stateId).toBe(10);

  expect(await at.read(id)).toMatchObject({
    state: { id: ADDENDUM.signed },
    successor: { id: next.id, code: next.code },
  });
  const admin = await signInAs(llave, 'administrador');
  const recordOf = async (saleId: number) =>
    (await admin.get(`/api/sale/precontracts/${saleId}`)).json<{ data: SaleRecord }>().data;
  expect((await recordOf(next.id)).ceded).toMatchObject({ from: { id: sale.id }, to: null });
  expect((await recordOf(sale.id)).ceded).toMatchObject({ to: { customer: 'Rita Recibe' } });
  const mails = await db().select().from(outboxMails);
  expect(mails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['cesion_recibida', 'cesion_hecha']));

  const [giver, taker] = [await browserOf(llave, sale.id), await browserOf(llave, next.id)];
  expect((await giver.get(`/clientes/mi-compra/${sale.code}`)).body).toContain('Cediste esta compra');
  expect((await taker.get(`/clientes/mi-compra/${next.code}`)).body).toMatch(/"cededBy":\{"name":"Cliente/);
});

test('whole or not at all: a crash in between leaves everything as it was', async () => {
  const { sale, lot } = await paying();
  const id = await at.sent(sale.id, cessionTo((await newcomer('Nora Nueva')).id));
  for (const [table, rule] of [
    ['payments', `passed_from_id is null or sale_id <= ${sale.id}`],
    ['lot_claims', `sale_id <= ${sale.id} or released_at is not null`],
    ['sales', `id <> ${sale.id} or state_id <> ${SALE.ceded}`],
  ] as const) {
    await llave.asOwner(`alter table ${table} add constraint broken check (${rule}) not valid`);
    await expect(at.signAll(id)).rejects.toThrow(/broken|Failed query/);
    await llave.asOwner(`alter table ${table} drop constraint broken`);
    expect((await saleNow(sale.id)).stateId).toBe(SALE.promiseLetter);
    expect(await successor(sale.id)).toBeUndefined();
    expect(await lotOf(sale.id)).toMatchObject([{ lotId: lot.id }]);
    expect((await moneyOf(sale.id)).every(({ passedAt }) => passedAt === null)).toBe(true);
    expect((await at.read(id)).state.id).toBe(ADDENDUM.signing);
  }
  await at.signAll(id);
  expect(await successor(sale.id)).toBeDefined();
});

test('at once: of parallel last signatures one cedes, and against a withdrawal one of the two wins', async () => {
  const { sale } = await paying();
  const id = await at.sent(sale.id, cessionTo((await newcomer('Una Sola')).id));
  const signed = await Promise.allSettled(Array.from({ length: 5 }, () => at.signAll(id)));
  expect(signed.filter((each) => each.status === 'fulfilled' && each.value)).toHaveLength(1);
  expect(await db().$count(sales, eq(sales.cededFromId, sale.id))).toBe(1);

  const { sale: other } = await makePromisable(llave, { stateId: SALE.complete });
  const second = await at.sent(other.id, cessionTo((await newcomer('Otra Más')).id));
  const admin = await signInAs(llave, 'administrador');
  const [, left] = await Promise.allSettled([
    at.signAll(second),
    admin.patch(`/api/sale/precontracts/${other.id}/status`, {
      params: { estado_id: SALE.withdrawn, motivo: 'Se arrepintió.' },
    }),
  ]);
  const { stateId } = await saleNow(other.id);
  const withdrew = left.status === 'fulfilled' && left.value.statusCode === 200;
  expect(stateId).toBe(withdrew ? SALE.withdrawn : SALE.ceded);
  expect((await successor(other.id)) === undefined).toBe(withdrew);
});

test('a receipt of ceded money is reversed once, and is due again where it counts', async () => {
  const { sale } = await paying();
  await at.signAll(await at.sent(sale.id, cessionTo((await newcomer('Ida Vuelta')).id)));
  const middle = (await successor(sale.id))!;
  // Ceded again: the receipt stays in the first sale.
  await db().update(sales).set({ stateId: SALE.complete }).where(eq(sales.id, middle.id));
  await at.signAll(await at.sent(middle.id, cessionTo((await newcomer('Tercera Mano')).id)));
  const last = (await successor(middle.id))!;
  const [root] = await moneyOf(sale.id);
  const bearer = (await moneyOf(last.id)).find(({ passedFromId }) => passedFromId === root!.id)!;
  const admin = await signInAs(llave, 'administrador');
  const reverse = (id: number) =>
    admin.post(`/api/sale/costumer_payments/${id}/reverse`, { motivo: 'El banco la devolvió.' });
  expect((await reverse(bearer.id)).statusCode).toBe(422);
  const answer = await reverse(root!.id);
  expect(answer.statusCode, answer.body).toBe(200);
  for (const { id } of [sale, middle, last]) expect(await heldCents(db(), id)).toBe(0);
  expect((await accountOf(last.id)).paid_centavos).toBe(0);
  const again = (await moneyOf(last.id)).filter(({ originId }) => originId === bearer.id);
  expect(again).toMatchObject([{ typeId: 1, stateId: 1, dueCents: 50_000 }]);
});

test('is refused for a buyer of the sale, without a document, to a company, and outside its states', async () => {
  const { sale } = await makePromisable(llave);
  const refusal = async (saleId: number, person: number) =>
    (await at.create(saleId, cessionTo(person))).json<{ errors: { message: string }[] }>().errors[0]!.message;
  expect(await refusal(sale.id, sale.personId)).toMatch(/ya está en la compra/);
  expect(
    await refusal(
      sale.id,
      (await newcomer('Sin Papel', { documentNumber: null, documentKey: null, documentType: null })).id,
    ),
  ).toMatch(/Falta el documento/);
  expect(await refusal(sale.id, (await newcomer('Empresa, S.A.', { documentType: 'ruc' })).id)).toMatch(
    /empresa/,
  );
  expect(await refusal(sale.id, 999_999)).toMatch(/que exista/);
  const { sale: early } = await makePromisable(llave, { stateId: SALE.inReview });
  expect(await refusal(early.id, (await newcomer('Muy Pronto')).id)).toMatch(/expediente completo/);
});
