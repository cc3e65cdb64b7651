import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contract/dates.ts';
import type { Envelope } from '#contract/legal/envelopes/model.ts';
import { ENVELOPE, SIGNER } from '#contract/legal/envelopes/rules.ts';
import { changes, outboxMails } from '#server/kernel/kernel.table.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { saleBuyers } from '#server/modules/sales/buyers/buyers.table.ts';
import { useApp } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { browserOf, follow } from '#test/buyers.ts';
import {
  asSigner,
  BUYER,
  identify,
  openedBy,
  refusalOf,
  send,
  sentLetter,
  signingDesk,
  signLink,
  signOnline,
} from '#test/envelopes.ts';
import { makeSale } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { mailsTo } from '#test/outbox.ts';
import { withoutBuild } from '#test/pages.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { brokenLink } from '../seals/chain.service.ts';
import { SealDocument } from '../seals/seals.jobs.names.ts';
import { seals } from '../seals/seals.table.ts';
import { ExpireEnvelope, SendSealedCopies } from './envelopes.jobs.names.ts';
import { envelopeJobs } from './envelopes.jobs.ts';
import { chainOf } from './envelopes.events.ts';
import { envelopes } from './envelopes.table.ts';

const llave = useApp();
const desk = signingDesk(llave);
beforeAll(() => withoutBuild(llave));

describe('two people sign in their order', () => {
  test('the buyer first, then the representative by a link of the own; then it is sealed and everybody gets a copy', async () => {
    const { buyer, representative, envelope, browser, id } = await desk.readyToSign();
    const { db } = llave.database;
    expect(envelope).toMatchObject({
      state: { id: ENVELOPE.open },
      turn: 'Lía Mora',
      signed_count: 0,
      signers_count: 2,
    });
    // The mail that asks waits as long as the envelope can be voided.
    const [asked] = (await mailsTo(db, buyer.email)).filter(({ kind }) => kind === 'documento_por_firmar');
    expect(asked!.state).toBe('held');
    await expect(signLink(llave, representative.email)).rejects.toThrow('no link to sign');

    const shown = await desk.page(browser, id);
    expect(shown).toMatchObject({ standing: 'firmar', codeDue: false, pages: 2, sale: { href: null } });
    expect((await browser.get(`/clientes/documentos/${id}/paginas/2`)).headers['content-type']).toBe(
      'image/webp',
    );
    expect((await browser.get(`/clientes/documentos/${id}/documento.pdf`)).statusCode).toBe(200);

    const used = await signLink(llave, buyer.email);
    const signed = await signOnline(browser, id);
    expect(signed.statusCode, signed.body).toBe(200);
    expect(signed.json()).toEqual({
      success: 'Datos enviados correctamente.',
      redirect: `/clientes/documentos/${id}/firmar`,
    });
    expect(await desk.page(browser, id)).toMatchObject({ standing: 'firmado' });
    // A used link opens nothing any more.
    const again = await follow(llave.browser(), used);
    expect(again.headers.location).toBe('/firmar/vencido');

    const theirs = await openedBy(llave, representative.email);
    const who = { email: representative.email, document: representative.document, name: representative.name };
    expect((await identify(llave, theirs, id, who)).statusCode).toBe(200);
    expect((await signOnline(theirs, id, 2)).statusCode).toBe(200);

    const now = await desk.read(id);
    expect(now).toMatchObject({
      state: { id: ENVELOPE.signed },
      turn: null,
      signed_count: 2,
      chain_whole: true,
    });
    const [seal, ...more] = await db
      .select()
      .from(seals)
      .where(and(eq(seals.record, 'sobre'), eq(seals.recordId, id)));
    expect(more).toEqual([]);
    expect(seal!.evidence.signers).toMatchObject([
      { name: 'Lía Mora', role: 'Comprador', method: 'codigo', document: `Cédula ${buyer.document}` },
      { name: representative.name, role: 'Promotora', method: 'codigo' },
    ]);
    expect(seal!.evidence.events.map(({ kind }) => kind)).toEqual([
      'enviado',
      'pedido',
      'abierto',
      'codigo',
      'identificado',
      'firmado',
      'pedido',
      'abierto',
      'codigo',
      'identificado',
      'firmado',
      'completo',
    ]);
    expect(brokenLink(await chainOf(db, id))).toBeNull();

    await runJobs(llave, SealDocument);
    await runJobs(llave, SendSealedCopies);
    await llave.act((ctx) => ctx.jobs.send(ctx.db, SendSealedCopies, { envelopeId: id }));
    await runJobs(llave, SendSealedCopies);
    expect(await desk.read(id)).toMatchObject({
      state: { id: ENVELOPE.sealed },
      sealed: { url: expect.any(String) },
    });
    for (const to of [buyer.email, representative.email])
      expect((await mailsTo(db, to)).filter(({ kind }) => kind === 'documento_firmado')).toMatchObject([
        { attachmentId: expect.any(String) },
      ]);
    expect((await browser.get(`/clientes/documentos/${id}/firmado.pdf`)).statusCode).toBe(200);
    const told = await db
      .select()
      .from(changes)
      .where(and(eq(changes.record, 'sobre'), eq(changes.recordId, id)));
    expect(told.map(({ verb, from, to, ofRecord }) => [verb, from, to, ofRecord])).toEqual([
      ['abierto', null, 1, 'precontrato'],
      ['firmado', 1, 5, 'precontrato'],
      ['sellado', 5, 6, 'precontrato'],
    ]);
  });

  test('many concurrent requests sign once, and complete and seal once', async () => {
    const { buyer } = { buyer: await makeOnly() };
    const { browser, id } = buyer;
    const picture = await makePicture({ n: 7, width: 400, height: 200 });
    const answers = await Promise.all(
      Array.from({ length: deep(20, 100) }, () =>
        browser.form(`/clientes/documentos/${id}/firmar/online`, {
          document: fileOf(picture, 'f.png', 'image/png'),
        }),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const kinds = (await chainOf(llave.database.db, id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'firmado' || kind === 'completo')).toEqual([
      'firmado',
      'completo',
    ]);
    expect(await llave.database.db.$count(seals, eq(seals.recordId, id))).toBe(1);
  });

  test('a buyer whose purchase is open signs without the link, and goes on to the next step', async () => {
    const { buyer, envelope } = await sentLetter(llave, desk.lawyer);
    const browser = await browserOf(llave, buyer.id);
    expect(await desk.page(browser, envelope.id)).toMatchObject({ standing: 'firmar', codeDue: true });
    expect(refusalOf(await signOnline(browser, envelope.id))).toEqual([403, 'CODE_NEEDED']);
    // On a slow phone the form is sent before the script has loaded: the page that follows knows of the code.
    const asked = await browser.post(`/clientes/documentos/${envelope.id}/codigo`);
    const { redirect, success } = asked.json<{ redirect: string; success: string }>();
    expect(await desk.pageAt(browser, redirect.split('#')[0]!)).toMatchObject({ codeSent: success });
    expect(await desk.page(browser, envelope.id)).toMatchObject({ codeSent: null });
    await identify(llave, browser, envelope.id, asSigner(buyer));
    expect((await signOnline(browser, envelope.id)).json()).toMatchObject({
      redirect: `/clientes/siguiente/${buyer.code}`,
    });
  });
});

/** A letter that only the buyer signs, ready to be signed. */
async function makeOnly() {
  const sale = await makeSale(llave.database.db, {
    name: 'Lía Mora',
    email: 'sola@llave.test',
    document: '8-77-88',
  });
  const answer = await send(desk.lawyer, sale.id, [BUYER]);
  const { id } = answer.json<{ data: Envelope }>().data;
  const browser = await openedBy(llave, 'sola@llave.test');
  await identify(llave, browser, id, { email: 'sola@llave.test', document: '8-77-88', name: 'lia  MORA' });
  return { browser, id };
}

describe('how it ends without signatures', () => {
  test('a rejection with its reason reaches the lawyer as a task, and ends the links of all', async () => {
    const { buyer, browser, id } = await desk.readyToSign();
    const rejected = await browser.form(`/clientes/firma/${buyer.code}/rechazar`, {
      id: String(id),
      motivo: 'La fecha no es la mía',
    });
    expect(rejected.json()).toMatchObject({ success: 'Solicitud procesada correctamente.' });
    expect(await desk.read(id)).toMatchObject({
      state: { id: ENVELOPE.rejected },
      reason: 'La fecha no es la mía',
    });
    const told = await llave.database.db.select().from(notices).where(eq(notices.kind, 'firma_rechazada'));
    expect(told.some(({ text }) => text.includes('La fecha no es la mía'))).toBe(true);
    type Tasks = { data: { tasks: { kind: string; id: number; text: string }[] } };
    const tasks = async () =>
      (await desk.lawyer.get('/api/office/home/tasks?tipo=firma')).json<Tasks>().data.tasks;
    expect((await tasks()).find((one) => one.id === id)?.text).toContain('La fecha no es la mía');
    await desk.lawyer.post(`/api/sale/envelopes/${id}/otra_vez`, { dias: 5 });
    expect((await tasks()).some((one) => one.id === id)).toBe(false);
  });

  test('with one of two signatures it expires, and both sign again', async () => {
    const { envelope, browser, id } = await desk.readyToSign();
    await signOnline(browser, id);
    await llave.database.db
      .update(envelopes)
      .set({ expiresAt: llave.clock.now() })
      .where(eq(envelopes.id, id));
    await llave.act((ctx) => ctx.jobs.send(ctx.db, ExpireEnvelope, { envelopeId: id }));
    await runJobs(llave, ExpireEnvelope);
    expect(await desk.read(id)).toMatchObject({
      state: { id: ENVELOPE.expired },
      lost: 'Venció con 1 de 2 firmas. Esas firmas no valen: al enviarlo otra vez, firman todos de nuevo.',
    });
    expect((await desk.page(browser, id)).told).toContain('Tu firma no vale');
    const next = (await desk.lawyer.post(`/api/sale/envelopes/${id}/otra_vez`, { dias: 5 })).json<{
      data: Envelope;
    }>().data;
    expect(next.signers.map(({ state }) => state.id)).toEqual([SIGNER.asked, SIGNER.waiting]);
    expect(next.title).toBe(envelope.title);
  });

  test('whoever does not sign is reminded after 24 and 72 hours, once each', async () => {
    const { buyer, envelope } = await sentLetter(llave, desk.lawyer);
    const { db } = llave.database;
    const reminders = async () =>
      (await mailsTo(db, buyer.email)).filter(({ kind }) => kind === 'documento_por_firmar_recordatorio')
        .length;
    const job = envelopeJobs.find(({ name }) => name === 'envelopes.remind')!;
    const start = llave.clock.now();
    for (const [hours, sent] of [
      [23, 0],
      [25, 1],
      [26, 1],
      [73, 2],
      [80, 2],
    ] as const) {
      llave.clock.set(new Date(start.getTime() + hours * HOUR_MS));
      await llave.app.core.jobs.run(job, {});
      expect(await reminders(), `${hours} h`).toBe(sent);
    }
    llave.clock.set(start);
    await follow(llave.browser(), await signLink(llave, buyer.email));
    expect((await desk.read(envelope.id)).signers[0]!.opened_at).not.toBeNull();
  });
});

test('a co-buyer signs the own part, after the main buyer, in the own browser', async () => {
  const { db } = llave.database;
  const { buyer } = await sentLetter(llave, desk.lawyer);
  const [other] = await db
    .insert(people)
    .values({
      name: 'Raúl Mora',
      documentType: 'cedula',
      documentNumber: '8-9-10',
      documentKey: '8-9-10',
      phone: '+50765551234',
      email: 'raul@llave.test',
      createdAt: llave.clock.now(),
    })
    .returning();
  const [row] = await db
    .insert(saleBuyers)
    .values({
      saleId: buyer.id,
      personId: other!.id,
      role: 'comprador',
      position: 1,
      addedAt: llave.clock.now(),
    })
    .returning();
  const sent = await send(desk.lawyer, buyer.id, [{ quien: `comprador:${row!.id}` }, BUYER], {
    titulo: 'Acta',
  });
  const { id } = sent.json<{ data: Envelope }>().data;
  const main = await browserOf(llave, buyer.id);
  expect(await desk.page(main, id)).toMatchObject({
    standing: 'turno',
    told: expect.stringContaining('Primero firma Raúl Mora'),
  });
  expect(refusalOf(await main.form(`/clientes/documentos/${id}/codigo`, {}))).toEqual([409, 'NOT_YOUR_TURN']);
  const his = await openedBy(llave, 'raul@llave.test');
  await identify(llave, his, id, { email: 'raul@llave.test', document: '8-9-10', name: 'Raúl Mora' });
  expect((await signOnline(his, id)).statusCode).toBe(200);
  await identify(llave, main, id, asSigner(buyer));
  expect((await signOnline(main, id, 4)).statusCode).toBe(200);
  expect(await desk.read(id)).toMatchObject({ state: { id: ENVELOPE.signed } });
});

test('no token is kept where others read it', async () => {
  const { buyer } = await sentLetter(llave, desk.lawyer);
  const link = await signLink(llave, buyer.email);
  const token = link.searchParams.get('token')!;
  const answer = await follow(llave.browser(), link);
  expect([answer.headers['referrer-policy'], answer.headers['cache-control']]).toEqual([
    'no-referrer',
    'no-store',
  ]);
  expect(String(answer.headers.location)).not.toContain(token);
  const { body } = await desk.lawyer.get(`/api/sale/envelopes?q=${encodeURIComponent('Carta')}`);
  expect(body).not.toContain(token);
  const stored = await llave.database.db.select().from(outboxMails).where(eq(outboxMails.to, buyer.email));
  expect(stored.length).toBeGreaterThan(0);
});
