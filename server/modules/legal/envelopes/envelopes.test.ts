import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '#contract/legal/envelopes/model.ts';
import { signDocumentPage } from '#contract/legal/envelopes/pages.ts';
import { ENVELOPE, SIGNER } from '#contract/legal/envelopes/rules.ts';
import { changes, outboxMails } from '#server/kernel/kernel.table.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { saleBuyers } from '#server/modules/sales/buyers/buyers.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { browserOf, follow } from '#test/buyers.ts';
import {
  asSigner,
  BUYER,
  identify,
  letter,
  makeRepresentative,
  openedBy,
  representing,
  send,
  sentLetter,
  signLink,
  signOnline,
} from '#test/envelopes.ts';
import { makeSale } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { mailsTo } from '#test/outbox.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { brokenLink } from '../seals/chain.service.ts';
import { SealDocument } from '../seals/seals.jobs.names.ts';
import { seals } from '../seals/seals.table.ts';
import { ExpireEnvelope, SendSealedCopies } from './envelopes.jobs.names.ts';
import { envelopeJobs } from './envelopes.jobs.ts';
import { chainOf } from './envelopes.events.ts';
import { envelopePapers, envelopes, envelopeSigners } from './envelopes.table.ts';

const house = useApp();
let lawyer: StaffBrowser;
beforeAll(async () => {
  withoutBuild(house);
  lawyer = await signInAs(house, 'abogado');
});

type Answer = { statusCode: number; json<T>(): T };
const refusal = (answer: Answer) => [answer.statusCode, answer.json<{ code: string }>().code];
const faults = (answer: Answer) => answer.json<{ errors: { field: string; message: string }[] }>().errors;
const read = async (id: number) =>
  (await lawyer.get(`/api/sale/envelopes/${id}`)).json<{ data: Envelope }>().data;
const page = (browser: Browser, id: number) =>
  pageData(browser, signDocumentPage, `/clientes/documentos/${id}/firmar`);

/** A letter whose buyer has confirmed who signs, in a browser that came by the link. */
async function readyToSign() {
  const sent = await sentLetter(house, lawyer);
  const browser = await openedBy(house, sent.buyer.email);
  const confirmed = await identify(house, browser, sent.envelope.id, asSigner(sent.buyer));
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  return { ...sent, browser, id: sent.envelope.id };
}

describe('two people sign in their order', () => {
  test('the buyer first, then the representative by a link of the own; then it is sealed and everybody gets a copy', async () => {
    const { buyer, representative, envelope, browser, id } = await readyToSign();
    const { db } = house.database;
    expect(envelope).toMatchObject({
      state: { id: ENVELOPE.open },
      turn: 'Lía Mora',
      signed_count: 0,
      signers_count: 2,
    });
    // The mail that asks waits as long as the envelope can be voided.
    const [asked] = (await mailsTo(db, buyer.email)).filter(({ kind }) => kind === 'documento_por_firmar');
    expect(asked!.state).toBe('held');
    await expect(signLink(house, representative.email)).rejects.toThrow('no link to sign');

    const shown = await page(browser, id);
    expect(shown).toMatchObject({ standing: 'firmar', codeDue: false, pages: 2, sale: { href: null } });
    expect((await browser.get(`/clientes/documentos/${id}/paginas/2`)).headers['content-type']).toBe(
      'image/webp',
    );
    expect((await browser.get(`/clientes/documentos/${id}/documento.pdf`)).statusCode).toBe(200);

    const used = await signLink(house, buyer.email);
    const signed = await signOnline(browser, id);
    expect(signed.statusCode, signed.body).toBe(200);
    expect(signed.json()).toEqual({
      success: 'Datos enviados correctamente.',
      redirect: `/clientes/documentos/${id}/firmar`,
    });
    expect(await page(browser, id)).toMatchObject({ standing: 'firmado' });
    // A used link opens nothing any more.
    const again = await follow(house.browser(), used);
    expect(again.headers.location).toBe('/firmar/vencido');

    const theirs = await openedBy(house, representative.email);
    const who = { email: representative.email, document: representative.document, name: representative.name };
    expect((await identify(house, theirs, id, who)).statusCode).toBe(200);
    expect((await signOnline(theirs, id, 2)).statusCode).toBe(200);

    const now = await read(id);
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

    await runJobs(house, SealDocument);
    await runJobs(house, SendSealedCopies);
    await house.act((ctx) => ctx.jobs.send(ctx.db, SendSealedCopies, { envelopeId: id }));
    await runJobs(house, SendSealedCopies);
    expect(await read(id)).toMatchObject({
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

  test('a hundred concurrent requests sign once, and complete and seal once', async () => {
    const { buyer } = { buyer: await makeOnly() };
    const { browser, id } = buyer;
    const picture = await makePicture({ n: 7, width: 400, height: 200 });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        browser.form(`/clientes/documentos/${id}/firmar/online`, {
          document: fileOf(picture, 'f.png', 'image/png'),
        }),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const kinds = (await chainOf(house.database.db, id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'firmado' || kind === 'completo')).toEqual([
      'firmado',
      'completo',
    ]);
    expect(await house.database.db.$count(seals, eq(seals.recordId, id))).toBe(1);
  });

  test('a buyer whose purchase is open signs without the link, and goes on to the next step', async () => {
    const { buyer, envelope } = await sentLetter(house, lawyer);
    const browser = await browserOf(house, buyer.id);
    expect(await page(browser, envelope.id)).toMatchObject({ standing: 'firmar', codeDue: true });
    expect(refusal(await signOnline(browser, envelope.id))).toEqual([403, 'CODE_NEEDED']);
    await identify(house, browser, envelope.id, asSigner(buyer));
    expect((await signOnline(browser, envelope.id)).json()).toMatchObject({
      redirect: `/clientes/siguiente/${buyer.code}`,
    });
  });
});

/** A letter that only the buyer signs, ready to be signed. */
async function makeOnly() {
  const sale = await makeSale(house.database.db, {
    name: 'Lía Mora',
    email: 'sola@llave.test',
    document: '8-77-88',
  });
  const answer = await send(lawyer, sale.id, [BUYER]);
  const { id } = answer.json<{ data: Envelope }>().data;
  const browser = await openedBy(house, 'sola@llave.test');
  await identify(house, browser, id, { email: 'sola@llave.test', document: '8-77-88', name: 'lia  MORA' });
  return { browser, id };
}

describe('who may sign', () => {
  test('nobody else: not another sale, not the next signer, not somebody without session', async () => {
    const { envelope } = await sentLetter(house, lawyer);
    const stranger = await browserOf(house, (await sentLetter(house, lawyer)).buyer.id);
    for (const way of ['online', 'pdf', 'codigo'])
      expect(
        (
          await stranger.form(
            `/clientes/documentos/${envelope.id}/${way === 'codigo' ? way : `firmar/${way}`}`,
            {},
          )
        ).statusCode,
      ).toBe(404);
    expect((await stranger.get(`/clientes/documentos/${envelope.id}/documento.pdf`)).statusCode).toBe(404);
    expect((await stranger.get(`/clientes/documentos/${envelope.id}/paginas/1`)).statusCode).toBe(404);
    expect((await signOnline(house.browser(), envelope.id)).statusCode).toBe(401);
  });

  test('a colleague can never open the link of a signer, nor sign beside a session of the office', async () => {
    const { buyer, envelope, browser, id } = await readyToSign();
    const link = await signLink(house, buyer.email);
    expect(
      refusal(
        await lawyer.send({
          method: 'GET',
          url: link.pathname + link.search,
          headers: { accept: 'application/json' },
        }),
      )[0],
    ).toBe(403);
    const beside = house.browser();
    for (const [name, value] of [...browser.cookies, ...lawyer.cookies]) beside.cookies.set(name, value);
    expect(refusal(await signOnline(beside, id))).toEqual([403, 'OFFICE_HERE']);
    expect((await beside.get(`/clientes/documentos/${id}/documento.pdf`)).statusCode).toBe(403);
    expect((await beside.get(`/clientes/documentos/${id}/firmar`)).statusCode).toBe(403);
    expect((await read(envelope.id)).signers[0]).toMatchObject({ state: { id: SIGNER.asked } });
  });

  test('document, name and code must be right; five wrong codes close the link until it is sent again', async () => {
    const { buyer, envelope } = await sentLetter(house, lawyer);
    const browser = await openedBy(house, buyer.email);
    const { id } = envelope;
    const wrong = await identify(house, browser, id, {
      ...asSigner(buyer),
      document: '1-1-1',
      name: 'Otra Persona',
    });
    expect(faults(wrong).map(({ field }) => field)).toEqual(['cedula', 'nombre']);
    const attempt = () =>
      browser.form(`/clientes/documentos/${id}/codigo/confirmar`, {
        clave: '000000',
        cedula: buyer.document,
        nombre: 'Lía Mora',
      });
    for (let at = 0; at < 4; at += 1) expect(refusal(await attempt())).toEqual([422, 'CODE']);
    const [fifth, sixth] = [await attempt(), await attempt()];
    expect([refusal(fifth), refusal(sixth)]).toEqual([
      [409, 'LINK_CLOSED'],
      [409, 'LINK_CLOSED'],
    ]);
    expect(fifth.json<{ message: string }>().message).toContain('5 códigos equivocados');
    expect(await page(browser, id)).toMatchObject({ standing: 'bloqueado' });
    expect(refusal(await browser.form(`/clientes/documentos/${id}/codigo`, {}))).toEqual([
      409,
      'LINK_CLOSED',
    ]);
    const signer = (await read(id)).signers[0]!;
    expect(signer.blocked).toBe(true);

    expect((await lawyer.post(`/api/sale/envelopes/${id}/firmantes/${signer.id}/reenviar`)).statusCode).toBe(
      200,
    );
    const fresh = await openedBy(house, buyer.email);
    expect((await identify(house, fresh, id, asSigner(buyer))).statusCode).toBe(200);
    // The browser of the old link no longer belongs to the signer.
    expect((await browser.get(`/clientes/documentos/${id}/documento.pdf`)).statusCode).toBe(401);
  });

  test('a phone that changed after sending ends the link; it is sent again to the new one', async () => {
    const { buyer, browser, id } = await readyToSign();
    const { db } = house.database;
    await db.update(people).set({ phone: '+50768887766' }).where(eq(people.email, buyer.email));
    const refused = await signOnline(browser, id);
    expect(refusal(refused)).toEqual([409, 'LINK_CLOSED']);
    expect(refused.json<{ message: string }>().message).toContain('cambió después de que te enviamos');
    const signer = (await read(id)).signers[0]!;
    expect(signer.contact_changed).toBe(true);
    await lawyer.post(`/api/sale/envelopes/${id}/firmantes/${signer.id}/reenviar`);
    const fresh = await openedBy(house, buyer.email);
    await identify(house, fresh, id, asSigner(buyer));
    expect((await signOnline(fresh, id)).statusCode).toBe(200);
  });

  test('a representative signs only with a power in force and within its limit', async () => {
    const sale = await makeSale(house.database.db, { document: '8-5-5' });
    const expired = await makeRepresentative(house, lawyer.user.id, { validUntil: '2026-10-01' });
    const refused = await send(lawyer, sale.id, [representing(expired)]);
    expect([refused.statusCode, faults(refused)]).toEqual([
      422,
      [{ field: 'firmantes[0][quien]', message: expect.stringContaining('venció el 01-10-2026') }],
    ]);
    const today = await makeRepresentative(house, lawyer.user.id, { validUntil: '2026-11-21' });
    const { id } = (await send(lawyer, sale.id, [representing(today)])).json<{ data: Envelope }>().data;
    const theirs = await openedBy(house, today.email);
    expect((await identify(house, theirs, id, { ...today })).statusCode).toBe(200);
    house.clock.set(new Date('2026-11-22T15:00:00Z'));
    const late = await theirs.form(`/clientes/documentos/${id}/codigo`, {});
    expect([refusal(late), late.json<{ message: string }>().message]).toEqual([
      [409, 'LINK_CLOSED'],
      expect.stringContaining('venció el 21-11-2026'),
    ]);
    house.clock.set(new Date('2026-11-21T15:00:00Z'));
  });

  test('a company signs by its representative, a buyer abroad by an attorney, and only they', async () => {
    const { db } = house.database;
    const sale = await makeSale(db, { name: 'Inversiones Mar, S. A.', document: '155612345-2-2015' });
    await db.update(people).set({ documentType: 'ruc' }).where(eq(people.documentNumber, '155612345-2-2015'));
    const refused = await send(lawyer, sale.id, [BUYER]);
    expect(faults(refused)).toMatchObject([
      { field: 'firmantes[0][quien]', message: expect.stringContaining('es una empresa') },
    ]);
    const attorney = {
      otro: 'representante_legal',
      nombre: 'Ana Ríos',
      documento: '3-44-55',
      celular: '6555-4433',
      email: 'ana.rios@llave.test',
      poder: 'Ficha 812345',
    };
    const { id } = (
      await send(lawyer, sale.id, [{ quien: 'comprador', ...attorney }], { iniciales: 'true' })
    ).json<{ data: Envelope }>().data;
    const buyersOwn = await browserOf(house, sale.id);
    expect((await buyersOwn.get(`/clientes/documentos/${id}/firmar`)).statusCode).toBe(404);
    const theirs = await openedBy(house, 'ana.rios@llave.test');
    expect(await page(theirs, id)).toMatchObject({
      signer: { name: 'Ana Ríos', initials: 'A.R.', capacity: { of: 'Inversiones Mar, S. A.' } },
    });
    await identify(house, theirs, id, {
      email: 'ana.rios@llave.test',
      document: '3-44-55',
      name: 'Ana Rios',
    });
    expect((await signOnline(theirs, id)).statusCode).toBe(200);
    const [seal] = await db.select().from(seals).where(eq(seals.recordId, id));
    expect(seal!.evidence.signers).toMatchObject([
      {
        name: 'Ana Ríos, representante legal de Inversiones Mar, S. A.',
        initials: 'A.R.',
        document: 'Cédula 3-44-55',
      },
    ]);
  });
});

describe('what a colleague can do', () => {
  test('handing the link over, and a tablet in the office, are in the evidence', async () => {
    const { buyer, envelope } = await sentLetter(house, lawyer);
    const at = `/api/sale/envelopes/${envelope.id}/firmantes/${envelope.signers[0]!.id}`;
    const handed = await lawyer.post(`${at}/entregar`, { motivo: 'No le llegó el correo' });
    const link = new URL(handed.json<{ data: { enlace: string } }>().data.enlace);
    // The mail that was still held is gone: only the handed link works.
    await expect(signLink(house, buyer.email)).rejects.toThrow('no link to sign');
    const browser = house.browser();
    await follow(browser, link);
    await identify(house, browser, envelope.id, asSigner(buyer));
    await signOnline(browser, envelope.id);
    const [signer] = await house.database.db
      .select()
      .from(envelopeSigners)
      .where(eq(envelopeSigners.envelopeId, envelope.id));
    expect(signer!.evidence).toMatchObject({ handed: { by: lawyer.user.name } });

    const second = (await read(envelope.id)).signers[1]!;
    const tablet = await lawyer.post(`/api/sale/envelopes/${envelope.id}/firmantes/${second.id}/tableta`);
    const { enlace, qr } = tablet.json<{ data: { enlace: string; qr: string } }>().data;
    expect(qr).toMatch(/^data:image\/png;base64,/);
    const device = house.browser();
    await follow(device, new URL(enlace));
    expect(await page(device, envelope.id)).toMatchObject({ tablet: true });
    await identify(house, device, envelope.id, {
      email: second.email!,
      document: second.document.replace('Cédula ', ''),
      name: second.name,
    });
    await signOnline(device, envelope.id, 3);
    const [seal] = await house.database.db.select().from(seals).where(eq(seals.recordId, envelope.id));
    expect(seal!.evidence.signers[0]!.seenByStaff?.join()).toContain('tomó el enlace para entregarlo a mano');
    expect(seal!.evidence.signers[1]).toMatchObject({ method: 'tableta' });
  });

  test('wet ink is scanned by one colleague and certified by another', async () => {
    const { envelope } = await sentLetter(house, lawyer);
    const scan = () => fileOf(Buffer.from(scanned), 'firmado.pdf', 'application/pdf');
    const scanned = await letter('Firmado con tinta');
    const at = `/api/sale/envelopes/${envelope.id}`;
    const ink = `${at}/firmantes/${envelope.signers[0]!.id}/tinta`;
    expect(faults(await lawyer.form(ink, { archivo: scan() }))[0]!.field).toBe('vi_firmar');
    const kept = await lawyer.form(ink, { archivo: scan(), vi_firmar: '1' });
    expect(kept.statusCode, kept.body).toBe(200);
    const paper = kept.json<{ data: Envelope }>().data.signers[0]!.paper!;
    expect(paper).toMatchObject({
      kind: 'tinta',
      certify: { disabled: expect.stringContaining('falta otro colega') },
    });
    const certify = (who: StaffBrowser) =>
      who.patch(`${at}/papeles/${paper.id}`, { params: { certifica: true } });
    expect((await certify(lawyer)).statusCode).toBe(422);
    const second = await signInAs(house, 'abogado');
    expect((await certify(second)).statusCode).toBe(200);
    expect((await certify(second)).statusCode).toBe(422);
    expect((await read(envelope.id)).signers).toMatchObject([
      { state: { id: SIGNER.signed }, method: 'tinta' },
      { state: { id: SIGNER.asked } },
    ]);
    expect((await read(envelope.id)).file.name).toBe('firmado.pdf');
  });

  test('an envelope is voided with a reason, nobody is mailed within the time to undo, and it is sent again from the start', async () => {
    const { buyer, envelope, browser, id } = await readyToSign();
    await signOnline(browser, id);
    const status = `/api/sale/envelopes/${id}/status`;
    expect(faults(await lawyer.patch(status, { params: { estado_id: 4 } }))[0]!.field).toBe('params[motivo]');
    const voided = await lawyer.patch(status, { params: { estado_id: 4, motivo: 'Cambió la fecha' } });
    expect(voided.json()).toMatchObject({
      data: { lost: expect.stringContaining('1 de 2 firmas'), again: { disabled: null } },
    });
    expect(await page(browser, id)).toMatchObject({
      standing: 'cerrado',
      told: 'Este documento se anuló: ya no hay que firmarlo.',
    });
    const again = await lawyer.post(`/api/sale/envelopes/${id}/otra_vez`, { dias: 5 });
    expect(again.statusCode, again.body).toBe(201);
    const next = again.json<{ data: Envelope }>().data;
    expect(next).toMatchObject({ signed_count: 0, turn: 'Lía Mora', title: envelope.title });
    expect((await lawyer.post(`/api/sale/envelopes/${id}/otra_vez`, { dias: 5 })).statusCode).toBe(422);
    expect((await read(id)).next_id).toBe(next.id);

    await lawyer.patch(`/api/sale/envelopes/${next.id}/status`, {
      params: { estado_id: 4, motivo: 'Otra vez' },
    });
    const mails = await mailsTo(house.database.db, buyer.email);
    expect(mails.filter(({ state }) => state === 'held')).toEqual([]);
  });

  test('other roles: a processor sees the envelopes of the own sales, accounting may not send', async () => {
    const { envelope } = await sentLetter(house, lawyer);
    const processor = await signInAs(house, 'procesador');
    expect((await processor.get(`/api/sale/envelopes/${envelope.id}`)).statusCode).toBe(404);
    const accountant = await signInAs(house, 'contabilidad');
    expect((await accountant.get(`/api/sale/envelopes/${envelope.id}`)).statusCode).toBe(200);
    expect((await send(accountant, envelope.sale.id, [BUYER])).statusCode).toBe(403);
  });
});

describe('signing by PDF', () => {
  test('a PDF signed by hand waits until a colleague compares it; a returned one is asked again', async () => {
    const { buyer, browser, id } = await readyToSign();
    const upload = async (bytes: Buffer) =>
      browser.form(`/clientes/documentos/${id}/firmar/pdf`, {
        document: fileOf(bytes, 'mio.pdf', 'application/pdf'),
      });
    const same = Buffer.from((await browser.get(`/clientes/documentos/${id}/documento.pdf`)).rawPayload);
    expect(faults(await upload(same))[0]!.message).toContain('todavía sin tu firma');
    const mine = await letter('Firmado a mano');
    const sent = await upload(mine);
    expect(sent.json()).toMatchObject({ success: expect.stringContaining('Lo comparamos') });
    expect((await upload(mine)).statusCode).toBe(200);
    expect(await page(browser, id)).toMatchObject({ standing: 'certificar' });
    const paper = (await read(id)).signers[0]!.paper!;
    const decide = (params: object) =>
      lawyer.patch(`/api/sale/envelopes/${id}/papeles/${paper.id}`, { params });
    expect((await decide({ certifica: false })).statusCode).toBe(422);
    await decide({ certifica: false, motivo: 'Falta la segunda página' });
    expect(
      (await mailsTo(house.database.db, buyer.email)).some(({ kind }) => kind === 'documento_devuelto'),
    ).toBe(true);
    await upload(await letter('Otra vez a mano'));
    const [waiting] = (await house.database.db.select().from(envelopePapers)).slice(-1);
    const taken = await lawyer.patch(`/api/sale/envelopes/${id}/papeles/${waiting!.id}`, {
      params: { certifica: true },
    });
    expect(taken.json<{ data: Envelope }>().data.signers[0]).toMatchObject({
      method: 'mano',
      state: { id: SIGNER.signed },
    });
  });

  test('a hostile PDF and a file that is none are refused with a sentence, and nothing is kept', async () => {
    const { browser, id } = await readyToSign();
    const hostile = Buffer.from(
      (await letter())
        .toString('latin1')
        .replace('/Type /Catalog', '/OpenAction<</S/JavaScript/JS(app.alert(1))>>/Type /Catalog'),
      'latin1',
    );
    const refused = await browser.form(`/clientes/documentos/${id}/firmar/pdf`, {
      document: fileOf(hostile, 'x.pdf', 'application/pdf'),
    });
    expect(refused.statusCode).toBe(422);
    expect(faults(refused)[0]).toMatchObject({ field: 'document' });
    const text = await browser.form(`/clientes/documentos/${id}/firmar/pdf`, {
      document: fileOf(Buffer.from('hola'), 'x.pdf', 'application/pdf'),
    });
    expect(text.statusCode).toBe(422);
    const none = await browser.form(`/clientes/documentos/${id}/firmar/pdf`, {});
    expect(faults(none)).toEqual([
      { field: 'document', message: 'Por favor, especifique la ruta al archivo a cargar!' },
    ]);
    expect((await read(id)).signers[0]!.state.id).toBe(SIGNER.asked);
  });
});

describe('how it ends without signatures', () => {
  test('a rejection with its reason reaches the lawyer as a task, and ends the links of all', async () => {
    const { buyer, browser, id } = await readyToSign();
    const rejected = await browser.form(`/clientes/firma/${buyer.code}/rechazar`, {
      id: String(id),
      motivo: 'La fecha no es la mía',
    });
    expect(rejected.json()).toMatchObject({ success: 'Solicitud procesada correctamente.' });
    expect(await read(id)).toMatchObject({
      state: { id: ENVELOPE.rejected },
      reason: 'La fecha no es la mía',
    });
    const told = await house.database.db.select().from(notices).where(eq(notices.kind, 'firma_rechazada'));
    expect(told.some(({ text }) => text.includes('La fecha no es la mía'))).toBe(true);
    type Tasks = { data: { tasks: { kind: string; id: number; text: string }[] } };
    const tasks = async () =>
      (await lawyer.get('/api/office/home/tasks?tipo=firma')).json<Tasks>().data.tasks;
    expect((await tasks()).find((one) => one.id === id)?.text).toContain('La fecha no es la mía');
    await lawyer.post(`/api/sale/envelopes/${id}/otra_vez`, { dias: 5 });
    expect((await tasks()).some((one) => one.id === id)).toBe(false);
  });

  test('with one of two signatures it expires, and both sign again', async () => {
    const { envelope, browser, id } = await readyToSign();
    await signOnline(browser, id);
    await house.database.db
      .update(envelopes)
      .set({ expiresAt: house.clock.now() })
      .where(eq(envelopes.id, id));
    await house.act((ctx) => ctx.jobs.send(ctx.db, ExpireEnvelope, { envelopeId: id }));
    await runJobs(house, ExpireEnvelope);
    expect(await read(id)).toMatchObject({
      state: { id: ENVELOPE.expired },
      lost: 'Venció con 1 de 2 firmas. Esas firmas no valen: al enviarlo otra vez, firman todos de nuevo.',
    });
    expect((await page(browser, id)).told).toContain('Tu firma no vale');
    const next = (await lawyer.post(`/api/sale/envelopes/${id}/otra_vez`, { dias: 5 })).json<{
      data: Envelope;
    }>().data;
    expect(next.signers.map(({ state }) => state.id)).toEqual([SIGNER.asked, SIGNER.waiting]);
    expect(next.title).toBe(envelope.title);
  });

  test('whoever does not sign is reminded after 24 and 72 hours, once each', async () => {
    const { buyer, envelope } = await sentLetter(house, lawyer);
    const { db } = house.database;
    const reminders = async () =>
      (await mailsTo(db, buyer.email)).filter(({ kind }) => kind === 'documento_por_firmar_recordatorio')
        .length;
    const job = envelopeJobs.find(({ name }) => name === 'envelopes.remind')!;
    const start = house.clock.now();
    for (const [hours, sent] of [
      [23, 0],
      [25, 1],
      [26, 1],
      [73, 2],
      [80, 2],
    ] as const) {
      house.clock.set(new Date(start.getTime() + hours * 3_600_000));
      await house.app.house.jobs.run(job, {});
      expect(await reminders(), `${hours} h`).toBe(sent);
    }
    house.clock.set(start);
    await follow(house.browser(), await signLink(house, buyer.email));
    expect((await read(envelope.id)).signers[0]!.opened_at).not.toBeNull();
  });
});

test('a co-buyer signs the own part, after the main buyer, in the own browser', async () => {
  const { db } = house.database;
  const { buyer } = await sentLetter(house, lawyer);
  const [other] = await db
    .insert(people)
    .values({
      name: 'Raúl Mora',
      documentType: 'cedula',
      documentNumber: '8-9-10',
      documentKey: '8-9-10',
      phone: '+50765551234',
      email: 'raul@llave.test',
      createdAt: house.clock.now(),
    })
    .returning();
  const [row] = await db
    .insert(saleBuyers)
    .values({
      saleId: buyer.id,
      personId: other!.id,
      role: 'comprador',
      position: 1,
      addedAt: house.clock.now(),
    })
    .returning();
  const sent = await send(lawyer, buyer.id, [{ quien: `comprador:${row!.id}` }, BUYER], { titulo: 'Acta' });
  const { id } = sent.json<{ data: Envelope }>().data;
  const main = await browserOf(house, buyer.id);
  expect(await page(main, id)).toMatchObject({
    standing: 'turno',
    told: expect.stringContaining('Primero firma Raúl Mora'),
  });
  expect(refusal(await main.form(`/clientes/documentos/${id}/codigo`, {}))).toEqual([409, 'NOT_YOUR_TURN']);
  const his = await openedBy(house, 'raul@llave.test');
  await identify(house, his, id, { email: 'raul@llave.test', document: '8-9-10', name: 'Raúl Mora' });
  expect((await signOnline(his, id)).statusCode).toBe(200);
  await identify(house, main, id, asSigner(buyer));
  expect((await signOnline(main, id, 4)).statusCode).toBe(200);
  expect(await read(id)).toMatchObject({ state: { id: ENVELOPE.signed } });
});

test('no token is kept where others read it', async () => {
  const { buyer } = await sentLetter(house, lawyer);
  const link = await signLink(house, buyer.email);
  const token = link.searchParams.get('token')!;
  const answer = await follow(house.browser(), link);
  expect([answer.headers['referrer-policy'], answer.headers['cache-control']]).toEqual([
    'no-referrer',
    'no-store',
  ]);
  expect(String(answer.headers.location)).not.toContain(token);
  const { body } = await lawyer.get(`/api/sale/envelopes?q=${encodeURIComponent('Carta')}`);
  expect(body).not.toContain(token);
  const stored = await house.database.db.select().from(outboxMails).where(eq(outboxMails.to, buyer.email));
  expect(stored.length).toBeGreaterThan(0);
});
