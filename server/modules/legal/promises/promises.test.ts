import { eq } from 'drizzle-orm';
import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import { ENVELOPE, SIGNER } from '#contract/legal/envelopes/rules.ts';
import type { getPromise, listPromises, salePromises } from '#contract/legal/promises/endpoints.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import type { saleStages } from '#contract/sales/board/boardEndpoints.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { homeTasks } from '#contract/overview/home/tasks.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { saleBuyers } from '#server/modules/sales/buyers/buyers.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { rejectLocked, expireEnvelope } from '#server/modules/legal/envelopes/close.service.ts';
import { envelopeOf } from '#server/modules/legal/envelopes/current.service.ts';
import { lockEnvelope } from '#server/modules/legal/envelopes/envelopes.load.ts';
import { writeState } from '#server/modules/legal/envelopes/envelopes.state.ts';
import { envelopeSigners } from '#server/modules/legal/envelopes/envelopes.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeUser, type SaleOptions } from '#test/factories.ts';
import { identify, makeRepresentative, openedBy, signOnline } from '#test/envelopes.ts';
import { makePromisable, makeTemplate, nameCompany, termsFor } from '#test/legal.ts';
import { pdfWords } from '#test/papers.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { promises } from './promises.table.ts';

const house = useApp();
const db = () => house.database.db;
type Promised = Answer<typeof getPromise>['data'];

const at = {
  lawyer: null as unknown as StaffBrowser,
  other: null as unknown as StaffBrowser,
  representative: 0,
};
beforeAll(async () => {
  await nameCompany(house);
  await makeTemplate(house);
  at.lawyer = await signInAs(house, 'abogado');
  at.signs = await makeRepresentative(house, at.lawyer.user.id);
  at.representative = at.signs.id;
  at.other = await signInAs(house, 'abogado');
});

const one = (id: number) => `/api/legal/promises/${id}`;
const generate = (saleId: number, over = {}, browser: Browser = at.lawyer) =>
  browser.post(`/api/sale/precontracts/${saleId}/promises`, termsFor(at.representative, over));
const read = async (id: number, browser: Browser = at.lawyer) =>
  (await browser.get(one(id))).json<{ data: Promised }>().data;
const move = (id: number, estado_id: number, motivo?: string, browser: Browser = at.lawyer) =>
  browser.patch(`${one(id)}/status`, { params: { estado_id, motivo } });
const saleState = async (id: number) =>
  (await db().select({ stateId: sales.stateId }).from(sales).where(eq(sales.id, id)))[0]!.stateId;
const rewrite = (promise: Promised, clausulas: unknown, browser: Browser = at.lawyer) =>
  browser.send({
    method: 'PUT',
    url: `${one(promise.id)}/clauses`,
    payload: { clausulas, version: promise.version },
  });

/** A sale with its generated promise. */
async function promised(options: SaleOptions = {}, over = {}) {
  const made = await makePromisable(house, options);
  const answer = await generate(made.sale.id, over);
  expect(answer.statusCode, answer.body).toBe(201);
  return { ...made, promise: answer.json<{ data: Promised }>().data };
}

/** Ends the envelope of a promise as its signers would. */
const envelopeId = async (promiseId: number) => (await envelopeOf(db(), 'promesa', promiseId))!.envelope.id;
const signAll = async (promiseId: number) => {
  const id = await envelopeId(promiseId);
  await house.act(async (ctx) => writeState(ctx, await lockEnvelope(ctx.db, id), ENVELOPE.signed));
};
const reject = async (promiseId: number, reason: string) => {
  const id = await envelopeId(promiseId);
  await house.act(async (ctx) => {
    const envelope = await lockEnvelope(ctx.db, id);
    const [signer] = await ctx.db
      .update(envelopeSigners)
      .set({ stateId: SIGNER.rejected })
      .where(eq(envelopeSigners.envelopeId, id))
      .returning();
    await rejectLocked(ctx, envelope, signer!, reason);
  });
};

describe('generating', () => {
  test('freezes the sale’s data, gives the sale a lawyer, and the document has clauses, summary, plan and numbered pages', async () => {
    const { sale, lot, promise } = await promised();
    expect(promise).toMatchObject({
      state: { id: PROMISE.draft },
      round: 1,
      turn: 'legal',
      price_centavos: 8_500_000,
      delivery_on: '2027-06-30',
      mother_finca: '30123456',
      missing: [],
      changed: [],
      deviates: false,
      frozen: {
        sale: { code: sale.code },
        house: { lot: lot.name },
        money: { penalty_percent: 10, adjust_percent: 0 },
      },
    });
    expect(promise.code).toMatch(/^PR-2026-\d{5}$/);
    expect(promise.lawyer).not.toBeNull();
    const answer = await at.lawyer.get(`${one(promise.id)}/documento.pdf`);
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
    const words = await pdfWords(answer.rawPayload);
    for (const part of [
      /En pocas palabras/,
      /PRIMERA/,
      /30123456/,
      /USD.85,000.00/,
      /10%/,
      /30 de junio de 2027/,
      /plano del lote/,
    ])
      expect(words).toMatch(part);
    const pages = (await PDFDocument.load(answer.rawPayload)).getPageCount();
    expect(words).toMatch(new RegExp(`Página ${pages} de ${pages}`));
  });

  test('only with a complete file or a letter, a lot and an approved template; once per sale, also in a race', async () => {
    const early = await makePromisable(house, { stateId: SALE.inBank });
    expect((await generate(early.sale.id)).json()).toMatchObject({
      code: 'TRANSITION',
      errors: [{ message: expect.stringMatching(/expediente completo o con la carta promesa/) }],
    });
    const { sale } = await makePromisable(house);
    const coordinator = await signInAs(house, 'coordinador');
    expect((await generate(sale.id, {}, coordinator)).statusCode).toBe(403);
    expect((await generate(sale.id, { entrega: '2020-01-01' })).json()).toMatchObject({
      errors: [{ field: 'entrega' }],
    });
    const answers = await Promise.all([
      generate(sale.id),
      generate(sale.id, {}, at.other),
      generate(sale.id),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(await db().$count(promises, eq(promises.saleId, sale.id))).toBe(1);
  });

  test('an outside lawyer sees the promises of their own sales alone; a processor those of theirs', async () => {
    const outside = await makeUser(db(), { roles: ['abogado'] });
    await db().execute(`update users set user_type_id = 4 where id = ${outside.id}`);
    const mine = await promised({ lawyerId: outside.id });
    const { promise } = await promised({ lawyerId: at.lawyer.user.id });
    const browser = await signInUser(house, outside);
    const list = (await browser.get('/api/legal/promises')).json<Answer<typeof listPromises>>();
    expect(list.data.map(({ id }) => id)).toEqual([mine.promise.id]);
    expect((await browser.get(one(promise.id))).statusCode).toBe(404);
    expect((await browser.get(`${one(promise.id)}/documento.pdf`)).statusCode).toBe(404);
    expect((await move(promise.id, PROMISE.voided, 'No es mía', browser)).statusCode).toBe(404);
    const processor = await signInAs(house, 'procesador');
    expect((await processor.get(one(promise.id))).statusCode).toBe(404);
  });
});

describe('a text outside the template', () => {
  test('blocks sending until another person approves it; a later change asks again', async () => {
    const { promise } = await promised();
    const changed = promise.clauses.map((clause, place) =>
      place === 2
        ? {
            ...clause,
            body: {
              type: 'doc',
              content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Otro precio.' }] }],
            },
          }
        : clause,
    );
    expect((await move(promise.id, PROMISE.inReview)).json()).toMatchObject({
      errors: [{ message: expect.stringMatching(/es el de la plantilla aprobada/) }],
    });
    const written = (await rewrite(promise, changed)).json<{ data: Promised }>().data;
    expect(written.deviates).toBe(true);
    expect((await move(promise.id, PROMISE.signing)).json()).toMatchObject({
      errors: [{ message: expect.stringMatching(/no es el de la plantilla aprobada/) }],
    });
    expect((await move(promise.id, PROMISE.inReview)).statusCode).toBe(200);
    expect((await rewrite(await read(promise.id), changed)).json()).toMatchObject({ code: 'NOT_DRAFT' });
    expect((await move(promise.id, PROMISE.approved)).json()).toMatchObject({
      errors: [{ message: expect.stringMatching(/lo aprueba otra persona/) }],
    });
    expect((await move(promise.id, PROMISE.approved, undefined, at.other)).statusCode).toBe(200);
    const approved = await read(promise.id);
    expect(approved.approval?.by).toBe(at.other.user.name);
    // One more word by somebody, and the approval falls.
    const again = (await rewrite(approved, changed.slice(0, -1))).json<{ data: Promised }>().data;
    expect(again).toMatchObject({ state: { id: PROMISE.draft }, approval: null });
    // The very text of the template needs nobody.
    const back = (await rewrite(again, promise.clauses)).json<{ data: Promised }>().data;
    expect(back.deviates).toBe(false);
    expect((await move(promise.id, PROMISE.signing)).statusCode).toBe(200);
  });

  test('an unknown field or an empty clause is refused at its clause, and a stale save too', async () => {
    const { promise } = await promised();
    const bad = [
      { key: 'x', title: 'Mala', when: 'siempre', body: { type: 'doc', content: [{ type: 'paragraph' }] } },
    ];
    expect((await rewrite(promise, bad)).json()).toMatchObject({ errors: [{ field: 'clausulas[0][body]' }] });
    expect((await rewrite({ ...promise, version: 99 }, promise.clauses)).json()).toMatchObject({
      code: 'STALE',
    });
  });
});

describe('sending to sign', () => {
  test('needs every part, people who can sign, and the sale as it was frozen', async () => {
    const { sale, promise } = await promised({}, { finca_madre: null, representante_id: null });
    expect(promise.missing).toEqual(expect.arrayContaining(['Finca madre', 'Representante de la promotora']));
    expect((await move(promise.id, PROMISE.signing)).json()).toMatchObject({
      errors: [{ message: expect.stringMatching(/Falta escribir: .*Finca madre/) }],
    });
    const terms = (over = {}) =>
      at.lawyer.send({
        method: 'PUT',
        url: `${one(promise.id)}/terms`,
        payload: termsFor(at.representative, over),
      });
    expect((await terms()).statusCode).toBe(200);
    await db().update(sales).set({ priceCents: 9_000_000 }).where(eq(sales.id, sale.id));
    expect((await move(promise.id, PROMISE.signing)).json()).toMatchObject({
      errors: [{ message: expect.stringMatching(/cambió el precio/) }],
    });
    const fresh = (await at.lawyer.post(`${one(promise.id)}/refreeze`)).json<{ data: Promised }>().data;
    expect(fresh.price_centavos).toBe(9_000_000);
    expect((await move(promise.id, PROMISE.signing)).statusCode).toBe(200);
    expect(await saleState(sale.id)).toBe(SALE.promiseSigning);
  });

  test('a company signs by its representative, who is written first', async () => {
    const { sale, promise } = await promised();
    await db()
      .update(people)
      .set({ documentType: 'ruc', documentNumber: '155-1-2020' })
      .where(eq(people.id, sale.personId));
    await at.lawyer.post(`${one(promise.id)}/refreeze`);
    expect((await move(promise.id, PROMISE.signing)).json()).toMatchObject({
      errors: [{ message: expect.stringMatching(/es una empresa/) }],
    });
    const attorney = {
      clase: 'representante_legal',
      nombre: 'Rosa Legal',
      documento: '8-333-444',
      celular: '6123-4567',
      poder: 'Ficha 123456',
    };
    const put = (apoderado: object | null) =>
      at.lawyer.send({ method: 'PUT', url: `${one(promise.id)}/attorneys`, payload: { apoderado } });
    expect((await put({ ...attorney, documento: 'x' })).json()).toMatchObject({
      errors: [{ field: 'apoderado[documento]' }],
    });
    expect((await put(attorney)).statusCode).toBe(200);
    const answer = await move(promise.id, PROMISE.signing);
    expect(answer.statusCode, answer.body).toBe(200);
    const { signers } = (await envelopeOf(db(), 'promesa', promise.id))!;
    expect(signers.map(({ name, role }) => [name, role])).toEqual([
      ['Rosa Legal', 'comprador'],
      [at.signs.name, 'promotora'],
    ]);
  });

  test('two at once send it once; signed by all: sale 10, lot Prometido, stage done', async () => {
    const along = await db()
      .insert(people)
      .values({
        name: 'Luis Vega',
        phone: '+50766002233',
        documentType: 'cedula',
        documentNumber: '4-123-456',
        documentKey: '4-123-456',
        createdAt: house.clock.now(),
      })
      .returning();
    const { sale, lot } = await makePromisable(house);
    await db().insert(saleBuyers).values({
      saleId: sale.id,
      personId: along[0]!.id,
      role: 'comprador',
      position: 1,
      addedAt: house.clock.now(),
    });
    const promise = (await generate(sale.id)).json<{ data: Promised }>().data;
    const sent = await Promise.all([
      move(promise.id, PROMISE.signing),
      move(promise.id, PROMISE.signing, undefined, at.other),
    ]);
    expect(sent.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    const { signers, envelope } = (await envelopeOf(db(), 'promesa', promise.id))!;
    expect(signers.map(({ role }) => role)).toEqual(['comprador', 'comprador', 'promotora']);
    expect(envelope.summary.map(({ label }) => label)).toContain('Si te retiras');
    expect((await read(promise.id)).envelope_id).toBe(envelope.id);
    // What was sent is what is kept: a change of the person does not change the document.
    const before = (await at.lawyer.get(`${one(promise.id)}/documento.pdf`)).rawPayload;
    await db().update(people).set({ name: 'Otro Nombre' }).where(eq(people.id, sale.personId));
    expect((await at.lawyer.get(`${one(promise.id)}/documento.pdf`)).rawPayload.equals(before)).toBe(true);

    await signAll(promise.id);
    expect(await read(promise.id)).toMatchObject({
      state: { id: PROMISE.signed },
      signed_on: '2026-11-21',
      turn: null,
    });
    expect(await saleState(sale.id)).toBe(SALE.promiseSigned);
    expect((await db().select().from(lots).where(eq(lots.id, lot.id)))[0]!.stateId).toBe(4);
    const stages = (await at.lawyer.get(`/api/sale/precontracts/${sale.id}/stages`)).json<
      Answer<typeof saleStages>
    >();
    expect(stages.data[5]!.state.id).toBe(5);
    expect((await generate(sale.id)).statusCode).toBe(422);
  });

  test('a rejection marks its clause and waits as a task; the next round starts anew and the old one stays', async () => {
    const { sale, promise } = await promised({ lawyerId: at.lawyer.user.id });
    await move(promise.id, PROMISE.signing);
    await reject(promise.id, 'No acepto la cláusula tercera.');
    expect(await saleState(sale.id)).toBe(SALE.promiseLetter);
    const rejected = await read(promise.id);
    expect(rejected).toMatchObject({
      state: { id: PROMISE.rejected },
      rejection: { reason: 'No acepto la cláusula tercera.', clause: 'precio' },
    });
    const tasks = async () =>
      (await at.lawyer.get('/api/office/home/tasks?tipo=promesa')).json<Answer<typeof homeTasks>>().data
        .tasks;
    expect((await tasks()).find(({ id }) => id === promise.id)?.text).toMatch(
      /Corregir la promesa .* cláusula «Precio»: No acepto/,
    );
    const document = (await at.lawyer.get(`${one(promise.id)}/documento.pdf`)).rawPayload;

    const rounds = await Promise.all([
      at.lawyer.post(`${one(promise.id)}/rounds`),
      at.other.post(`${one(promise.id)}/rounds`),
    ]);
    expect(rounds.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const next = rounds.find(({ statusCode }) => statusCode === 201)!.json<{ data: Promised }>().data;
    expect(next).toMatchObject({ round: 2, code: `${promise.code}-2`, state: { id: PROMISE.draft } });
    expect((await tasks()).some(({ id }) => id === promise.id)).toBe(false);
    expect((await at.lawyer.get(`${one(promise.id)}/documento.pdf`)).rawPayload.equals(document)).toBe(true);
    expect((await read(promise.id)).rounds.map(({ round }) => round)).toEqual([2, 1]);
    expect((await move(next.id, PROMISE.signing)).statusCode).toBe(200);
    await signAll(next.id);
    expect(await saleState(sale.id)).toBe(SALE.promiseSigned);
  });

  test('taken back or expired, the sale returns to where it was, from the complete file too', async () => {
    const { sale, promise } = await promised({ stateId: SALE.complete, paymentForm: 'contado' });
    await move(promise.id, PROMISE.signing);
    expect((await move(promise.id, PROMISE.draft)).json()).toMatchObject({
      errors: [{ field: 'params[motivo]' }],
    });
    expect((await move(promise.id, PROMISE.draft, 'Falta un dato.')).statusCode).toBe(200);
    expect(await saleState(sale.id)).toBe(SALE.complete);
    expect((await envelopeOf(db(), 'promesa', promise.id))!.envelope.stateId).toBe(ENVELOPE.voided);
    expect(await read(promise.id)).toMatchObject({ state: { id: PROMISE.draft }, envelope_id: null });

    await move(promise.id, PROMISE.signing);
    const id = await envelopeId(promise.id);
    await house.act((ctx) => expireEnvelope(ctx, id), { now: new Date('2026-12-07T15:00:00Z') });
    expect(await saleState(sale.id)).toBe(SALE.complete);
    expect((await read(promise.id)).state.id).toBe(PROMISE.expired);
    expect((await at.lawyer.post(`${one(promise.id)}/rounds`)).statusCode).toBe(201);
  });

  test('a sale that ends takes its promise and envelope along', async () => {
    const { sale, promise } = await promised({ separation: 2 });
    await move(promise.id, PROMISE.signing);
    await db().execute(`update documents set state_id = 4`);
    const { documents, documentTypes } = await import('#server/modules/sales/documents/documents.table.ts');
    const [letter] = await db().select().from(documentTypes).where(eq(documentTypes.name, 'desistimiento'));
    await db().insert(documents).values({
      saleId: sale.id,
      typeId: letter!.id,
      label: 'Carta',
      required: false,
      stateId: 2,
      createdAt: house.clock.now(),
    });
    const coordinator = await signInAs(house, 'coordinador');
    const answer = await coordinator.patch(`/api/sale/precontracts/${sale.id}/status`, {
      params: { estado_id: SALE.withdrawn, motivo: 'Compró otra.' },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await read(promise.id)).state.id).toBe(PROMISE.voided);
    expect((await envelopeOf(db(), 'promesa', promise.id))!.envelope.stateId).toBe(ENVELOPE.voided);
    const page = (await at.lawyer.get(`/api/sale/precontracts/${sale.id}/promises`)).json<
      Answer<typeof salePromises>
    >();
    expect(page.data.generate?.disabled).toMatch(/expediente completo/);
  });
});

test('two buyers on their phones and the company sign it in order; the sale moves with the last signature', async () => {
  const { sale } = await makePromisable(house, { name: 'Ana Ríos' });
  const [along] = await db()
    .insert(people)
    .values({
      name: 'Luis Vega',
      phone: '+50766009988',
      email: 'luis.vega@llave.test',
      documentType: 'cedula',
      documentNumber: '4-999-456',
      documentKey: '4-999-456',
      createdAt: house.clock.now(),
    })
    .returning();
  await db().insert(saleBuyers).values({
    saleId: sale.id,
    personId: along!.id,
    role: 'comprador',
    position: 1,
    addedAt: house.clock.now(),
  });
  const promise = (await generate(sale.id)).json<{ data: Promised }>().data;
  const sent = await move(promise.id, PROMISE.signing);
  expect(sent.statusCode, sent.body).toBe(200);
  const id = await envelopeId(promise.id);
  const [main] = await db().select().from(people).where(eq(people.id, sale.personId));
  const signers = [
    { email: main!.email!, document: main!.documentNumber!, name: 'Ana Ríos' },
    { email: 'luis.vega@llave.test', document: '4-999-456', name: 'Luis Vega' },
    { email: at.signs.email, document: at.signs.document, name: at.signs.name },
  ];
  for (const [place, who] of signers.entries()) {
    expect(await saleState(sale.id)).toBe(SALE.promiseSigning);
    const phone = await openedBy(house, who.email);
    const known = await identify(house, phone, id, who);
    expect(known.statusCode, known.body).toBe(200);
    const signature = await signOnline(phone, id, place + 1);
    expect(signature.statusCode, signature.body).toBe(200);
  }
  expect(await saleState(sale.id)).toBe(SALE.promiseSigned);
  expect((await read(promise.id)).state.id).toBe(PROMISE.signed);
});

test('the list filters by state, turn, project and code, and exports', async () => {
  const { promise, sale } = await promised({ lawyerId: at.lawyer.user.id });
  const ids = async (query: string) =>
    (await at.lawyer.get(`/api/legal/promises?${query}`))
      .json<Answer<typeof listPromises>>()
      .data.map(({ id }) => id);
  expect(await ids(`q=${promise.code}`)).toEqual([promise.id]);
  expect(await ids(`proyecto_id=${sale.projectId}`)).toEqual([promise.id]);
  expect(await ids('turno=mio')).toContain(promise.id);
  expect(await ids(`turno=firmantes&venta_id=${sale.id}`)).toEqual([]);
  expect(await ids(`estado_id=1&estado_id=2&abogado_id=${at.lawyer.user.id}`)).toContain(promise.id);
  expect(await ids(`q=${encodeURIComponent("%' or 1=1")}`)).toEqual([]);
  const excel = await at.lawyer.get('/api/legal/promises/exportar?formato=xlsx');
  expect(excel.statusCode).toBe(200);
});
