import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import type { saleStages } from '#contract/sales/board/boardEndpoints.ts';
import type { RefundDraft } from '#contract/money/refunds/model.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { documents, documentTypes } from '#server/modules/sales/documents/documents.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeLot, makeSale, makeUser } from '#test/factories.ts';
import { pdfWords } from '#test/papers.ts';
import { signInAs, signInUser } from '#test/signIn.ts';
import { saleBuyers } from '#server/modules/sales/buyers/buyers.table.ts';
import { rescissions } from './rescissions.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { keepSales } from '#server/modules/sales/board/stages.service.ts';

type Answered = Awaited<ReturnType<Browser['get']>>;

const llave = useApp();
const db = () => llave.database.db;
/** Runs the keeper, as at the end of a transaction that changed the sale. */
const keep = (saleId: number) => llave.act((ctx) => keepSales(ctx, [saleId]));
const one = (id: number) => `/api/sale/precontracts/${id}`;

/** A sale with its cells. */
async function onBoard(options: Parameters<typeof makeSale>[1]) {
  const sale = await makeSale(db(), options);
  await keep(sale.id);
  return sale;
}
const stages = async (browser: Browser, id: number) =>
  (await browser.get(`${one(id)}/stages`)).json<Answer<typeof saleStages>>().data;
const stageOf = async (browser: Browser, id: number, stage: number) =>
  (await stages(browser, id))[stage - 1]!;
async function addPaper(saleId: number, name: string, over: Partial<typeof documents.$inferInsert> = {}) {
  const [type] = await db().select().from(documentTypes).where(eq(documentTypes.name, name));
  await db()
    .insert(documents)
    .values({
      saleId,
      typeId: type!.id,
      label: type!.label,
      required: false,
      stateId: 2,
      createdAt: llave.clock.now(),
      ...over,
    });
}

const refundDraft = async (browser: Browser, id: number) =>
  (await browser.get(`${one(id)}/refund`))
    .json<{ data: RefundDraft }>()
    .data.causes.find(({ cause }) => cause === 'desistimiento')!;

describe('ending a sale, and extending it', () => {
  const status = (browser: Browser, id: number, estado_id: number) =>
    browser.patch(`${one(id)}/status`, { params: { estado_id, motivo: 'Compró otra vivienda.' } });

  test('after a payment, a withdrawal needs the customer’s letter, and then ends everything', async () => {
    const lot = await makeLot(db());
    const sale = await onBoard({
      stateId: 6,
      separation: 4,
      lotId: lot.id,
      projectId: lot.projectId,
      claim: { kind: 'separation' },
    });
    const now = llave.clock.now();
    await db().insert(bankApplications).values({
      saleId: sale.id,
      bankId: 1,
      stateId: 3,
      requestedCents: 8_000_000,
      sentAt: now,
      stateSince: now,
      createdAt: now,
    });
    await keep(sale.id);
    const coordinator = await signInAs(llave, 'coordinador');
    expect((await status(coordinator, sale.id, SALE.withdrawn)).json()).toMatchObject({
      code: 'TRANSITION',
      errors: [{ message: expect.stringMatching(/carta de desistimiento/) }],
    });
    await addPaper(sale.id, 'desistimiento');
    expect((await status(coordinator, sale.id, SALE.withdrawn)).statusCode).toBe(200);
    const [application] = await db()
      .select()
      .from(bankApplications)
      .where(eq(bankApplications.saleId, sale.id));
    expect(application!.stateId).toBe(10);
    const [claim] = await db().select().from(lotClaims).where(eq(lotClaims.saleId, sale.id));
    expect(claim!.releaseReason).toBe('Desistimiento');
    const cells = (await stages(coordinator, sale.id)).map(({ state }) => state.id);
    expect(cells.slice(0, 6)).toEqual([5, 5, 5, 7, 7, 7]);
  });

  test('the withdrawal letter names all buyers, the house and the refund account; only users who may cancel can open it', async () => {
    const lot = await makeLot(db());
    const sale = await makeSale(db(), {
      stateId: 6,
      separation: 4,
      lotId: lot.id,
      projectId: lot.projectId,
      claim: { kind: 'separation' },
      document: '8-712-4567',
    });
    const [along] = await db()
      .insert(people)
      .values({
        name: 'Berta Segunda',
        phone: '+50766001122',
        documentType: 'cedula',
        documentNumber: '4-333-999',
        documentKey: '4-333-999',
        createdAt: llave.clock.now(),
      })
      .returning({ id: people.id });
    await db().insert(saleBuyers).values({
      saleId: sale.id,
      personId: along!.id,
      role: 'comprador',
      position: 1,
      addedAt: llave.clock.now(),
    });
    const letter = `${one(sale.id)}/carta_desistimiento.pdf`;
    const admin = await signInAs(llave, 'administrador');
    const answer = await admin.get(`${letter}?motivo=${encodeURIComponent('Nos vamos\na Chiriquí')}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    const words = await pdfWords(answer.rawPayload);
    for (const word of [
      'CARTA DE DESISTIMIENTO',
      sale.code!,
      'Nosotros',
      'Berta Segunda, con cédula 4-333-999',
      lot.name,
      '21 de noviembre de 2026',
      'Nos vamos a Chiriquí',
      'Número de cuenta ____',
    ])
      expect(words).toContain(word);

    await addPaper(sale.id, 'desistimiento');
    expect((await status(admin, sale.id, SALE.withdrawn)).statusCode).toBe(200);
    const made = await admin.post(`${one(sale.id)}/refund`, {
      cause: 'desistimiento',
      amount_centavos: (await refundDraft(admin, sale.id)).amount_centavos,
      payee_name: 'Ana Cuenta',
      bank_id: 1,
      account: '04-72-00-123456-7',
    });
    expect(made.statusCode, made.body).toBe(201);
    const after = await pdfWords((await admin.get(letter)).rawPayload);
    for (const word of ['Compró otra vivienda.', lot.name, '04-72-00-123456-7', 'Ana Cuenta'])
      expect(after).toContain(word);
    // A user who may cancel the sale but not pay gets blank lines instead of the account.
    const coordinator = await signInAs(llave, 'coordinador');
    expect(await pdfWords((await coordinator.get(letter)).rawPayload)).not.toContain('123456');
    const delivered = await makeSale(db(), { stateId: 14 });
    expect((await admin.get(`${one(delivered.id)}/carta_desistimiento.pdf`)).statusCode).toBe(422);
    expect((await (await signInAs(llave, 'asesor')).get(letter)).statusCode).not.toBe(200);
    expect((await llave.browser().get(letter)).statusCode).toBe(401);
  });

  test('a rescission needs the dated notice of breach, is prepared by one legal user and decided by another', async () => {
    const sale = await onBoard({ stateId: 10, separation: 4 });
    const lawyer = await signInAs(llave, 'abogado');
    const prepare = (browser: Browser) =>
      browser.post(`${one(sale.id)}/rescission`, { motivo: 'No paga desde mayo.' });
    expect((await status(lawyer, sale.id, SALE.rescinded)).statusCode).toBe(422);
    await addPaper(sale.id, 'aviso_incumplimiento', { stateId: 4 });
    expect((await prepare(lawyer)).statusCode).toBe(422);
    await db()
      .update(documents)
      .set({ issuedOn: '2026-11-01' })
      .where(and(eq(documents.saleId, sale.id), eq(documents.stateId, 4)));
    const coordinator = await signInAs(llave, 'coordinador');
    expect((await status(coordinator, sale.id, SALE.rescinded)).statusCode).toBe(403);
    const reasonOf = async (answer: Promise<Answered>) =>
      (await answer).json<{ errors: { message: string }[] }>().errors[0]!.message;
    expect(await reasonOf(status(lawyer, sale.id, SALE.rescinded))).toBe(
      'Falta que alguien de Legal la prepare primero.',
    );
    expect((await prepare(coordinator)).statusCode).toBe(403);
    const other = await signInAs(llave, 'abogado');
    const prepared = await Promise.all([prepare(lawyer), prepare(other)]);
    expect(prepared.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    const [first, second] = prepared[0].statusCode === 201 ? [lawyer, other] : [other, lawyer];
    expect(await reasonOf(status(first, sale.id, SALE.rescinded))).toBe(
      'La preparaste tú: la decide otra persona de Legal o Gerencia.',
    );
    const record = (await second.get(one(sale.id))).json<{ data: SaleRecord }>().data;
    expect(record.rescission).toMatchObject({ reason: 'No paga desde mayo.', by: expect.any(String) });
    expect(record.transitions.find(({ estado_id }) => estado_id === 18)?.disabled).toBeNull();
    // Dropped and prepared by the other user, it can be decided by the first; of two concurrent decisions one succeeds.
    expect((await first.send({ method: 'DELETE', url: `${one(sale.id)}/rescission` })).statusCode).toBe(200);
    expect((await first.send({ method: 'DELETE', url: `${one(sale.id)}/rescission` })).statusCode).toBe(404);
    expect((await status(second, sale.id, SALE.rescinded)).statusCode).toBe(422);
    expect((await prepare(second)).statusCode).toBe(201);
    const management = await signInAs(llave, 'gerencia');
    const decided = await Promise.all(
      [first, management].map((browser) => status(browser, sale.id, SALE.rescinded)),
    );
    expect(decided.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    expect((await prepare(first)).statusCode).toBe(422);
  });

  test('the database refuses a rescission decided by its preparer', async () => {
    const sale = await onBoard({ stateId: 10, separation: 4 });
    const lawyer = await makeUser(db(), { roles: ['abogado'] });
    const row = { saleId: sale.id, reason: 'x', preparedBy: lawyer.id, preparedAt: llave.clock.now() };
    const both = db()
      .insert(rescissions)
      .values({ ...row, decidedBy: lawyer.id, decidedAt: llave.clock.now() });
    await expect(both).rejects.toMatchObject({ cause: { constraint: 'rescissions_people' } });
  });

  test('a sale rejected by all banks goes back to them with a new application', async () => {
    const sale = await onBoard({ stateId: 7, separation: 4 });
    const coordinator = await signInAs(llave, 'coordinador');
    expect((await status(coordinator, sale.id, SALE.inBank)).statusCode).toBe(422);
    const now = llave.clock.now();
    await db().insert(bankApplications).values({
      saleId: sale.id,
      bankId: 2,
      stateId: 1,
      requestedCents: 8_000_000,
      stateSince: now,
      createdAt: now,
    });
    expect((await status(coordinator, sale.id, SALE.inBank)).statusCode).toBe(200);
    expect((await stageOf(coordinator, sale.id, 4)).state.name).toBe('En proceso');
  });

  test('a separation is extended once by 15 days, also with concurrent requests', async () => {
    const lot = await makeLot(db());
    const until = new Date('2026-11-25T15:00:00Z');
    const sale = await onBoard({
      stateId: 3,
      separation: 4,
      lotId: lot.id,
      projectId: lot.projectId,
      claim: { kind: 'separation', until },
    });
    const coordinator = await signInAs(llave, 'coordinador');
    const extend = () =>
      coordinator.post(`${one(sale.id)}/extension`, { motivo: 'Espera su carta de trabajo.' });
    expect((await coordinator.post(`${one(sale.id)}/extension`, { motivo: '' })).statusCode).toBe(422);
    const answers = await Promise.all([extend(), extend(), extend()]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422]);
    const [claim] = await db().select().from(lotClaims).where(eq(lotClaims.saleId, sale.id));
    expect(claim!.until).toEqual(new Date('2026-12-10T15:00:00Z'));
    const mails = await db().select().from(outboxMails).where(eq(outboxMails.kind, 'separacion_extendida'));
    expect(mails).toHaveLength(1);
    const record = (await coordinator.get(one(sale.id))).json<{
      data: { actions: { extend: { disabled: string } } };
    }>();
    expect(record.data.actions.extend.disabled).toMatch(/una vez/);
    const processor = await makeUser(db(), { roles: ['procesador'] });
    const reserved = await onBoard({ stateId: 3, processorId: processor.id });
    expect(
      (await (await signInUser(llave, processor)).post(`${one(reserved.id)}/extension`, { motivo: 'x' }))
        .statusCode,
    ).toBe(403);
  });
});
