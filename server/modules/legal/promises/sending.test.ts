import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import { ENVELOPE } from '#contract/legal/envelopes/rules.ts';
import type { salePromises } from '#contract/legal/promises/endpoints.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import type { saleStages } from '#contract/sales/board/boardEndpoints.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { homeTasks } from '#contract/overview/home/tasks.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { saleBuyers } from '#server/modules/sales/buyers/buyers.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { expireEnvelope } from '#server/modules/legal/envelopes/close.service.ts';
import { envelopeOf } from '#server/modules/legal/envelopes/current.service.ts';
import { inspectPdf } from '#server/kernel/pdf/inspect.ts';
import { SealDocument } from '#server/modules/legal/seals/seals.jobs.names.ts';
import { sealOf } from '#server/modules/legal/seals/seals.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { identify, openedBy, signOnline } from '#test/envelopes.ts';
import { runJobs } from '#test/jobs.ts';
import { makePromisable, termsFor } from '#test/legal.ts';
import { signInAs } from '#test/signIn.ts';
import { outside } from '#test/outside.ts';
import { withoutBuild } from '#test/pages.ts';
import { fileOf, pdfPages } from '#test/papers.ts';
import { usePromises, type Promised } from '#test/promises.ts';
import { DEEP } from '#test/deep.ts';

const { llave, db, at, one, generate, read, move, saleState, promised, envelopeId, signAll, reject } =
  usePromises();

beforeAll(() => withoutBuild(llave));

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
        createdAt: llave.clock.now(),
      })
      .returning();
    const { sale, lot } = await makePromisable(llave);
    await db().insert(saleBuyers).values({
      saleId: sale.id,
      personId: along[0]!.id,
      role: 'comprador',
      position: 1,
      addedAt: llave.clock.now(),
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

  test.runIf(DEEP)(
    'taken back or expired, the sale returns to where it was, from the complete file too',
    async () => {
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
      await llave.act((ctx) => expireEnvelope(ctx, id), { now: new Date('2026-12-07T15:00:00Z') });
      expect(await saleState(sale.id)).toBe(SALE.complete);
      expect((await read(promise.id)).state.id).toBe(PROMISE.expired);
      expect((await at.lawyer.post(`${one(promise.id)}/rounds`)).statusCode).toBe(201);
    },
  );

  test.runIf(DEEP)('a sale that ends takes its promise and envelope along', async () => {
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
      createdAt: llave.clock.now(),
    });
    const coordinator = await signInAs(llave, 'coordinador');
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
  const { sale } = await makePromisable(llave, { name: 'Ana Ríos' });
  const [along] = await db()
    .insert(people)
    .values({
      name: 'Luis Vega',
      phone: '+50766009988',
      email: 'luis.vega@llave.test',
      documentType: 'cedula',
      documentNumber: '4-999-456',
      documentKey: '4-999-456',
      createdAt: llave.clock.now(),
    })
    .returning();
  await db().insert(saleBuyers).values({
    saleId: sale.id,
    personId: along!.id,
    role: 'comprador',
    position: 1,
    addedAt: llave.clock.now(),
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
    const phone = await openedBy(llave, who.email);
    const known = await identify(llave, phone, id, who);
    expect(known.statusCode, known.body).toBe(200);
    const signature = await signOnline(phone, id, place + 1);
    expect(signature.statusCode, signature.body).toBe(200);
  }
  expect(await saleState(sale.id)).toBe(SALE.promiseSigned);
  expect((await read(promise.id)).state.id).toBe(PROMISE.signed);

  await runJobs(llave, SealDocument);
  const seal = (await sealOf(db(), 'sobre', id))!;
  const sealed = await buffer(await llave.app.core.services.files.store.read(seal.sealedHash!));
  const now = llave.clock.now();
  expect((await inspectPdf(sealed, { now })).signatures).toMatchObject([{ intact: true, whole: true }]);
  const signed = (
    await inspectPdf((await at.lawyer.get(`${one(promise.id)}/documento.pdf`)).rawPayload, { now })
  ).pages;
  const pages = await pdfPages(sealed);
  expect(pages.length).toBeGreaterThan(signed);
  for (const [nth, text] of pages.slice(0, signed).entries())
    expect(text, `page ${nth + 1}`).toMatch(/Iniciales: A\.R\. · L\.V\. · /);
  // Each drawing is on the line with its name, and nothing is left of the marks.
  const lines = (await PDFDocument.load(sealed)).getPages()[
    pages.findIndex((text) => text.includes('Firmas'))
  ]!.node;
  const drawn = lines.Resources()!.lookup(PDFName.of('XObject'), PDFDict).values().length;
  expect(drawn).toBe(signers.length);
  expect(lines.Annots()?.size() ?? 0).toBe(0);
  expect(pages.slice(signed).join()).toContain('Confirmó quién es · Ana Ríos');
  const pdfsig = (bytes: Uint8Array) => outside('pdfsig', ['-nocert', 'a.pdf'], { 'a.pdf': bytes });
  const told = await pdfsig(sealed);
  if (told)
    for (const sentence of ['Signature is Valid.', 'Total document signed'])
      expect(told.said).toContain(sentence);
  const verified = async (bytes: Buffer) => {
    const visitor = llave.browser();
    const sent = await visitor.form('/verificar', { documento: fileOf(bytes, 'a.pdf', 'application/pdf') });
    return (await visitor.get(sent.json<{ redirect: string }>().redirect)).body;
  };
  expect(await verified(sealed)).toContain('Es exactamente el archivo que se selló aquí');
  // In the pages that were signed, and behind the signature.
  for (const place of [Math.floor(sealed.length / 10), Math.floor(sealed.length / 2), sealed.length - 900]) {
    const changed = Buffer.from(sealed);
    changed[place] = changed[place]! ^ 1;
    const found = await inspectPdf(changed, { now }).catch(() => null);
    expect(found?.signatures.some(({ intact, whole }) => intact && whole) ?? false, `byte ${place}`).toBe(
      false,
    );
    expect((await pdfsig(changed))?.said ?? '', `byte ${place}`).not.toContain('Signature is Valid.');
    expect(await verified(changed), `byte ${place}`).not.toContain('Es exactamente el archivo');
  }
});
