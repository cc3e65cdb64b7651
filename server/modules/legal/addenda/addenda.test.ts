import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import type { Change } from '#contract/legal/addenda/change.ts';
import type { listAddenda, saleAddenda, tryAddendum } from '#contract/legal/addenda/endpoints.ts';
import { ADDENDUM, ADDENDUM_KIND_NAMES } from '#contract/legal/addenda/rules.ts';
import { ENVELOPE } from '#contract/legal/envelopes/rules.ts';
import type { homeTasks } from '#contract/overview/home/tasks.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { envelopeOf } from '#server/modules/legal/envelopes/current.service.ts';
import { lockEnvelope } from '#server/modules/legal/envelopes/envelopes.load.ts';
import { writeState } from '#server/modules/legal/envelopes/envelopes.state.ts';
import { promises } from '#server/modules/legal/promises/promises.table.ts';
import { paymentPlans } from '#server/modules/money/payments/payments.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { saleBuyers } from '#server/modules/sales/buyers/buyers.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import {
  makeAddendumDesk,
  makeSignedSale,
  one,
  type AddendumDesk,
  type AddendumRecord,
} from '#test/addenda.ts';
import { signatures } from '#server/modules/legal/signing/signing.table.ts';
import { makeLot, makeSale } from '#test/factories.ts';
import { makePromisable, makeTemplate, nameCompany } from '#test/legal.ts';
import { pdfWords } from '#test/papers.ts';
import { signInAs } from '#test/signIn.ts';
import { DEEP } from '#test/deep.ts';
import { addenda } from './addenda.table.ts';
import { templateKind } from './paper.service.ts';

const llave = useApp();
const db = () => llave.database.db;
let at: AddendumDesk;

beforeAll(async () => {
  await nameCompany(llave);
  for (const kind of ADDENDUM_KIND_NAMES) await makeTemplate(llave, templateKind(kind));
  at = await makeAddendumDesk(llave);
});

const signedSale = () => makeSignedSale(llave);
const saleNow = async (id: number) => (await db().select().from(sales).where(eq(sales.id, id)))[0]!;
const lotOf = async (saleId: number) => {
  const found = await db().select().from(lotClaims).where(eq(lotClaims.saleId, saleId));
  return found.filter(({ releasedAt }) => releasedAt === null).map(({ lotId }) => lotId);
};

test('shows its effect first, and applies lot and price together with the last signature', async () => {
  const { sale, lot } = await signedSale();
  const other = await makeLot(db(), { projectId: sale.projectId, premiumCents: 150_000 });
  const change: Change = { tipo: 'lote', lote_id: other.id, precio_centavos: 8_650_000 };
  const effect = (
    await at.lawyer.post(`/api/sale/precontracts/${sale.id}/addenda/effect`, { cambio: change })
  ).json<Answer<typeof tryAddendum>>().data;
  expect(effect.why_not).toBeNull();
  expect(effect.lines).toEqual([
    { label: 'Lote', before: lot.name, after: other.name },
    { label: 'Precio', before: expect.stringMatching(/85,000/), after: expect.stringMatching(/86,500/) },
  ]);
  const id = await at.sent(sale.id, change);
  // Nothing changed yet.
  expect(await lotOf(sale.id)).toEqual([lot.id]);
  const words = await pdfWords((await at.lawyer.get(`${one(id)}/documento.pdf`)).rawPayload);
  expect(words).toMatch(new RegExp(`Lote: antes «${lot.name}», ahora «${other.name}»`));
  const { signers } = (await envelopeOf(db(), 'adenda', id))!;
  expect(signers.map(({ role }) => role)).toEqual(['comprador', 'promotora']);

  await at.signAll(id);
  expect(await lotOf(sale.id)).toEqual([other.id]);
  expect(await saleNow(sale.id)).toMatchObject({ priceCents: 8_650_000, lotPremiumCents: 150_000 });
  const states = await db().select().from(lots).where(eq(lots.projectId, sale.projectId));
  expect(states.find(({ id: of }) => of === lot.id)!.stateId).toBe(1);
  expect(states.find(({ id: of }) => of === other.id)!.stateId).toBe(4);
  expect(await at.read(id)).toMatchObject({ state: { id: ADDENDUM.signed }, signed_on: '2026-11-21' });
});

test('whole or not at all: a lot that somebody took, or a crash in the middle, changes nothing and nobody signed last', async () => {
  const { sale, lot } = await signedSale();
  const other = await makeLot(db(), { projectId: sale.projectId });
  const id = await at.sent(sale.id, { tipo: 'lote', lote_id: other.id, precio_centavos: 8_700_000 });
  const rival = await makeSale(db(), { projectId: sale.projectId, modelId: sale.modelId, lotId: other.id });
  await expect(at.signAll(id)).rejects.toThrow(/ya lo tiene otra venta/);
  expect(await lotOf(sale.id)).toEqual([lot.id]);
  expect((await saleNow(sale.id)).priceCents).toBe(8_500_000);
  expect((await at.read(id)).state.id).toBe(ADDENDUM.signing);
  expect((await envelopeOf(db(), 'adenda', id))!.envelope.stateId).toBe(ENVELOPE.open);

  await db()
    .update(lotClaims)
    .set({ releasedAt: llave.clock.now(), releaseReason: 'Lo dejó.' })
    .where(eq(lotClaims.saleId, rival.id));
  // The price cannot be written: the claim, which was moved before it, moves back.
  await llave.asOwner(
    `alter table sales add constraint broken check (id <> ${sale.id} or price_cents < 8700000)`,
  );
  await expect(at.signAll(id)).rejects.toThrow(/broken|Failed query/);
  expect(await lotOf(sale.id)).toEqual([lot.id]);
  await llave.asOwner('alter table sales drop constraint broken');
  await at.signAll(id);
  expect(await lotOf(sale.id)).toEqual([other.id]);
});

test('two at once: one addendum of a sale is in signing, and its last signature applies it once', async () => {
  const { sale } = await signedSale();
  const ids: number[] = [];
  for (const precio_centavos of [8_600_000, 8_650_000]) {
    const made = (await at.create(sale.id, { tipo: 'precio', precio_centavos })).json<{
      data: AddendumRecord;
    }>().data;
    await at.move(made.id, ADDENDUM.inReview);
    ids.push(made.id);
  }
  const answers = await Promise.all(ids.map((id) => at.move(id, ADDENDUM.signing)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const winner = answers[0]!.statusCode === 200 ? ids[0]! : ids[1]!;
  const signed = await Promise.allSettled([at.signAll(winner), at.signAll(winner), at.signAll(winner)]);
  expect(signed.filter((one) => one.status === 'fulfilled' && one.value)).toHaveLength(1);
  expect((await saleNow(sale.id)).priceCents).toBe(winner === ids[0] ? 8_600_000 : 8_650_000);
});

test('the delivery moves only so; a plan is replaced by it; a buyer joins with their own signature', async () => {
  const { sale } = await signedSale();
  await at.signAll(await at.sent(sale.id, { tipo: 'prorroga', entrega: '2027-09-30' }));
  const [promise] = await db().select().from(promises).where(eq(promises.saleId, sale.id));
  expect(promise!.deliveryOn).toBe('2027-09-30');

  await at.signAll(
    await at.sent(sale.id, { tipo: 'plan', abono_centavos: 500_000, cuotas: 9, primera_fecha: '2026-12-15' }),
  );
  const plans = await db().select().from(paymentPlans).where(eq(paymentPlans.saleId, sale.id));
  expect(plans.map(({ totalCents, months }) => [totalCents, months])).toEqual([[500_000, 9]]);

  const [joining] = await db()
    .insert(people)
    .values({
      name: 'Rita Nueva',
      phone: '+50761112233',
      email: 'rita@llave.test',
      documentType: 'cedula',
      documentNumber: '8-111-2222',
      documentKey: '8-111-2222',
      createdAt: llave.clock.now(),
    })
    .returning();
  const id = await at.sent(sale.id, {
    tipo: 'comprador',
    quita_id: null,
    agrega_persona_id: joining!.id,
    agrega_como: 'comprador',
  });
  const { signers } = (await envelopeOf(db(), 'adenda', id))!;
  expect(signers.map(({ name }) => name)).toContain('Rita Nueva');
  await at.signAll(id);
  const along = await db().select().from(saleBuyers).where(eq(saleBuyers.saleId, sale.id));
  expect(along.map(({ personId, role }) => [personId, role])).toEqual([[joining!.id, 'comprador']]);
});

test('needs a signed promise, the right permission, and a change that makes sense', async () => {
  const { sale } = await makePromisable(llave);
  expect((await at.create(sale.id, { tipo: 'precio', precio_centavos: 9_000_000 })).json()).toMatchObject({
    errors: [{ message: expect.stringMatching(/esta venta no tiene una/) }],
  });
  const { sale: signed } = await signedSale();
  const refusal = async (change: Change) =>
    (await at.create(signed.id, change)).json<{ errors: { message: string }[] }>().errors[0]!.message;
  expect(await refusal({ tipo: 'precio', precio_centavos: 8_500_000 })).toMatch(/es el mismo/);
  expect(await refusal({ tipo: 'prorroga', entrega: '2026-01-01' })).toMatch(/un día que viene/);
  const foreign = await makeLot(db());
  expect(await refusal({ tipo: 'lote', lote_id: foreign.id, precio_centavos: 1 })).toMatch(
    /no es para este modelo/,
  );
  const coordinator = await signInAs(llave, 'coordinador');
  expect(
    (await at.create(signed.id, { tipo: 'prorroga', entrega: '2027-12-01' }, coordinator)).statusCode,
  ).toBe(403);
  const page = (await at.lawyer.get(`/api/sale/precontracts/${signed.id}/addenda`)).json<
    Answer<typeof saleAddenda>
  >().data;
  expect(page.create?.disabled).toBeNull();
});

test.runIf(DEEP)(
  'a rejection leads back to a draft, voiding ends its envelope, and a sale that ends voids it',
  async () => {
    const { sale } = await signedSale();
    const id = await at.sent(sale.id, { tipo: 'prorroga', entrega: '2027-09-30' });
    const { envelope } = (await envelopeOf(db(), 'adenda', id))!;
    await llave.act(async (ctx) =>
      writeState(ctx, await lockEnvelope(ctx.db, envelope.id), ENVELOPE.rejected, { reason: 'Muy tarde' }),
    );
    expect(await at.read(id)).toMatchObject({
      state: { id: ADDENDUM.rejected },
      rejection: { reason: 'Muy tarde' },
    });
    expect((await at.move(id, ADDENDUM.signing)).statusCode).toBe(422);
    expect((await at.move(id, ADDENDUM.draft)).statusCode).toBe(200);
    await at.move(id, ADDENDUM.inReview);
    await at.move(id, ADDENDUM.signing);
    expect((await at.move(id, ADDENDUM.voided)).json()).toMatchObject({
      errors: [{ field: 'params[motivo]' }],
    });
    expect((await at.move(id, ADDENDUM.voided, 'Ya no hace falta')).statusCode).toBe(200);
    expect((await envelopeOf(db(), 'adenda', id))!.envelope.stateId).toBe(ENVELOPE.voided);
    const list = (
      await at.lawyer.get(`/api/legal/addenda?venta_id=${sale.id}&estado_id=6&tipo=prorroga`)
    ).json<Answer<typeof listAddenda>>();
    expect(list.data.map(({ id: listed }) => listed)).toEqual([id]);
    expect(await db().$count(addenda, eq(addenda.saleId, sale.id))).toBe(1);
  },
);

test.runIf(DEEP)(
  'a co-buyer who signed the pre-contract is replaced; their signature stays with its evidence',
  async () => {
    const { sale } = await signedSale();
    const person = async (name: string, number: string) =>
      (
        await db()
          .insert(people)
          .values({
            name,
            phone: `+5076${number.replaceAll('-', '').padStart(7, '0')}`,
            email: `p${number}@llave.test`,
            documentType: 'cedula',
            documentNumber: number,
            documentKey: number,
            createdAt: llave.clock.now(),
          })
          .returning()
      )[0]!;
    const leaving = await person('Sale Firmó', '8-222-1');
    const joining = await person('Entra Luego', '8-222-2');
    const [buyer] = await db()
      .insert(saleBuyers)
      .values({
        saleId: sale.id,
        personId: leaving.id,
        role: 'comprador',
        position: 1,
        addedAt: llave.clock.now(),
      })
      .returning();
    await db()
      .insert(signatures)
      .values({
        saleId: sale.id,
        buyerId: buyer!.id,
        origin: 'precontrato',
        outcome: 'firmada',
        contentHash: 'x',
        evidence: { name: 'Sale Firmó' },
        sequence: 1,
        hash: 'y',
        at: llave.clock.now(),
      });
    const id = await at.sent(sale.id, {
      tipo: 'comprador',
      quita_id: buyer!.id,
      agrega_persona_id: joining.id,
      agrega_como: 'comprador',
    });
    // Who leaves signs it too.
    const { signers } = (await envelopeOf(db(), 'adenda', id))!;
    expect(signers.map(({ name }) => name)).toEqual(expect.arrayContaining(['Sale Firmó', 'Entra Luego']));
    await at.signAll(id);
    const along = await db().select().from(saleBuyers).where(eq(saleBuyers.saleId, sale.id));
    expect(along.map(({ personId }) => personId)).toEqual([joining.id]);
    const [kept] = await db().select().from(signatures).where(eq(signatures.saleId, sale.id));
    expect(kept).toMatchObject({ buyerId: buyer!.id, outcome: 'firmada', evidence: { name: 'Sale Firmó' } });
  },
);

test('a text outside the template is not sent until another person approves it', async () => {
  const { sale } = await signedSale();
  const made = (await at.create(sale.id, { tipo: 'prorroga', entrega: '2027-10-30' })).json<{
    data: AddendumRecord;
  }>().data;
  const text = (addendum: AddendumRecord, clausulas: unknown, browser: Browser = at.lawyer) =>
    browser.send({
      method: 'PUT',
      url: `${one(made.id)}/clauses`,
      payload: { clausulas, version: addendum.version },
    });
  const approve = (addendum: AddendumRecord, browser: Browser) =>
    browser.post(`${one(made.id)}/approval`, { version: addendum.version });
  const other = await signInAs(llave, 'gerencia');
  expect(made).toMatchObject({ deviates: false, actions: { approve: null } });
  const shorter = made.clauses.slice(0, -1);
  const saved = await text(made, shorter);
  expect(saved.statusCode, saved.body).toBe(200);
  const changed = await at.read(made.id);
  expect(changed).toMatchObject({ deviates: true, approval: null });
  expect(changed.approved_clauses).toHaveLength(made.clauses.length);
  expect((await text(made, made.clauses)).json()).toMatchObject({ code: 'STALE' });
  await at.move(made.id, ADDENDUM.inReview);
  const waits = async (browser: Browser) =>
    (await browser.get('/api/office/home/tasks?tipo=adenda'))
      .json<Answer<typeof homeTasks>>()
      .data.tasks.find(({ id }) => id === made.id)?.text;
  expect([await waits(other), await waits(at.lawyer)]).toEqual([
    `Aprobar el texto de la adenda ${made.code}`,
    undefined,
  ]);
  const told = async (userId: number) =>
    (
      await db()
        .select()
        .from(notices)
        .where(and(eq(notices.userId, userId), eq(notices.about, `adenda:${made.id}`)))
    ).map(({ text: said }) => said);
  expect(await told(other.user.id)).toEqual([expect.stringMatching(/espera tu aprobación/)]);
  expect((await at.move(made.id, ADDENDUM.signing)).json()).toMatchObject({
    errors: [{ message: expect.stringMatching(/otra persona de Legal/) }],
  });
  const review = await at.read(made.id);
  expect((await approve(review, at.lawyer)).statusCode).toBe(422);
  expect((await approve(review, await signInAs(llave, 'coordinador'))).statusCode).toBe(403);
  expect((await approve({ ...review, version: review.version - 1 }, other)).json()).toMatchObject({
    code: 'STALE',
  });
  const both = await Promise.all([approve(review, other), approve(review, other)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted(), both.map(({ body }) => body).join()).toEqual([
    200, 409,
  ]);
  // One more word, and the approval falls.
  const approved = await at.read(made.id);
  expect(approved.approval?.by).toBe(other.user.name);
  expect(await told(at.lawyer.user.id)).toEqual([expect.stringMatching(/Aprobaron el texto/)]);
  expect(await waits(at.lawyer)).toBe(`Enviar a firma la adenda ${made.code}`);
  await text(approved, made.clauses.slice(0, -2));
  expect((await at.move(made.id, ADDENDUM.signing)).statusCode).toBe(422);
  expect((await approve(await at.read(made.id), other)).statusCode).toBe(200);
  expect((await at.move(made.id, ADDENDUM.signing)).statusCode).toBe(200);
  expect((await text(await at.read(made.id), made.clauses)).json()).toMatchObject({ code: 'NOT_DRAFT' });
});
