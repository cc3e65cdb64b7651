import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { TEXTS } from '#contract/texts.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import { outboxMails, changes } from '#server/kernel/kernel.table.ts';
import { sha256 } from '#server/kernel/secrets.ts';
import { documents, documentVersions } from '#server/modules/sales/documents/documents.table.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { browserOf } from '#test/buyers.ts';
import { makeModel, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { codeTo } from '#test/outbox.ts';
import { runJobs } from '#test/jobs.ts';
import { fileOf, makePicture, pdfWords } from '#test/papers.ts';
import { beginPurchase, completeForm } from '#test/purchases.ts';
import { signInAs } from '#test/signIn.ts';
import { SendCopy } from './signing.jobs.ts';
import { eventHash, textToSign } from './signing.service.ts';
import { signatures } from './signing.table.ts';

const llave = useApp();
let telephones = 0;

/** A pre-contract that this browser has just sent, unsigned. */
async function received() {
  const { db } = llave.database;
  const project = await makeProject(db);
  const processor = await makeUser(db, { roles: ['procesador'], projectIds: [project.id] });
  const model = await makeModel(db, { projectId: project.id });
  const browser = llave.browser();
  const celular = `6${String((telephones += 1) + 6_000_000)}`;
  const email = `firma${telephones}@correo.test`;
  const bought = await browser.form(`/clientes/comprar/${model.id}`, { nombre: 'Lía Mora', email, celular });
  const id = bought.json<{ precontratoId: number }>().precontratoId;
  const sent = await browser.form('/clientes/precontrato', {
    precontrato_id: String(id),
    celular,
    cedula: '8-712-45',
    consentimiento_datos: '1',
  });
  const { precontratoCodigo: code } = sent.json<{ precontratoCodigo: string }>();
  return { db, browser, id, code, email, processor };
}

const sign = async (
  browser: Browser,
  code: string,
  { blank = false, n = 1, ...fields }: { blank?: boolean; n?: number; huella?: string; origen?: string } = {},
  headers = {},
) =>
  browser.form(
    `/clientes/firma/${code}`,
    { origen: 'precontrato', ...fields, signature: fileOf(await makePicture({ blank, n }), 'firma.png') },
    headers,
  );
const eventsOf = (saleId: number) =>
  llave.database.db
    .select()
    .from(signatures)
    .where(eq(signatures.saleId, saleId))
    .orderBy(signatures.sequence);

describe('signing a pre-contract', () => {
  test('a signature keeps the evidence and creates the "firma" document', async () => {
    const { db, browser, id, code } = await received();
    const { hash } = await textToSign(llave.acting(), id);
    const answer = await sign(browser, code, { huella: hash });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({
      success: 'Datos enviados correctamente.',
      redirect: `/clientes/siguiente/${code}`,
    });
    const [event] = await eventsOf(id);
    expect(event).toMatchObject({
      origin: 'precontrato',
      outcome: 'firmada',
      contentHash: hash,
      sequence: 1,
      previousHash: null,
    });
    expect(event!.evidence).toMatchObject({
      identifiedBy: 'navegador_que_lleno_el_formulario',
      signer: { name: 'Lía Mora', documentType: 'cedula', documentNumber: '8-712-45' },
      consent: CONSENT_TEXTS.firma,
      ip: '127.0.0.1',
      utc: '2026-11-21T15:00:00.000Z',
      panama: '2026-11-21 10:00',
      image: { mime: 'image/png' },
    });
    expect(sha256(String(event!.evidence['text']))).toBe(hash);
    expect(event!.evidence['text']).toContain(code);
    const [paper] = await db.select().from(documents).where(eq(documents.id, event!.documentId!));
    expect(paper).toMatchObject({ stateId: 9, saleId: id });
    const versions = await db
      .select()
      .from(documentVersions)
      .where(eq(documentVersions.documentId, paper!.id));
    expect(versions).toMatchObject([{ fileId: event!.imageFileId, replacedAt: null }]);
    const history = await db
      .select({ from: changes.from, to: changes.to })
      .from(changes)
      .where(and(eq(changes.record, 'documento'), eq(changes.recordId, paper!.id)));
    expect(history).toEqual([
      { from: null, to: 8 },
      { from: 8, to: 9 },
    ]);
    const [sale] = await db.select().from(sales).where(eq(sales.id, id));
    expect(sale?.lastActionId).toBe(11);
  });

  test('many concurrent requests give one signature', async () => {
    const { db, browser, id, code } = await received();
    const answers = await Promise.all(
      Array.from({ length: deep(20, 100) }, (_, n) => sign(browser, code, { n })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await eventsOf(id)).toHaveLength(1);
    const papers = await db.select().from(documents).where(eq(documents.saleId, id));
    const signed = papers.filter(({ stateId }) => stateId === 9);
    expect(signed).toHaveLength(1);
    expect(
      await db
        .select()
        .from(documentVersions)
        .where(and(eq(documentVersions.documentId, signed[0]!.id), isNull(documentVersions.replacedAt))),
    ).toHaveLength(1);
  });

  test('an empty or missing panel is an error at the field', async () => {
    const { browser, code, id } = await received();
    const fault = { field: 'signature', message: 'Debe dibujar su firma en el panel indicado.' };
    const empty = await sign(browser, code, { blank: true });
    expect([empty.statusCode, empty.json<{ errors: object[] }>().errors]).toEqual([422, [fault]]);
    const none = await browser.form(`/clientes/firma/${code}`, { origen: 'precontrato' });
    expect(none.json<{ errors: object[] }>().errors).toEqual([fault]);
    const html = fileOf(Buffer.from('<html>'), 'firma.png', 'image/png');
    const other = await browser.form(`/clientes/firma/${code}`, { signature: html });
    expect([other.statusCode, other.json<{ errors: { field: string }[] }>().errors[0]?.field]).toEqual([
      422,
      'signature',
    ]);
    expect(await eventsOf(id)).toEqual([]);
  });

  test.each([
    ['<circle cx="200" cy="100" r="3"/>', TEXTS.shortSignature],
    ['<path d="M40 100 L360 120" stroke="#123" stroke-width="3"/>', TEXTS.straightSignature],
  ])(
    'a dot and a single straight line are no signature, nor is one sent with the form',
    async (svg, message) => {
      const { browser, code, id } = await received();
      const bytes = await sharp({ create: { width: 400, height: 220, channels: 3, background: '#fff' } })
        .composite([
          {
            input: Buffer.from(
              `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="220">${svg}</svg>`,
            ),
          },
        ])
        .png()
        .toBuffer();
      const image = () => fileOf(bytes, 'firma.png');
      const answer = await browser.form(`/clientes/firma/${code}`, { signature: image() });
      expect([answer.statusCode, answer.json<{ errors: object[] }>().errors]).toEqual([
        422,
        [{ field: 'signature', message }],
      ]);
      const draft = await beginPurchase(llave);
      const withForm = await draft.browser.form(
        '/clientes/precontrato',
        completeForm(draft, { archivo_firma: image() }),
      );
      expect([withForm.statusCode, withForm.json<{ errors: object[] }>().errors]).toEqual([
        422,
        [{ field: 'archivo_firma', message }],
      ]);
      expect(await eventsOf(id)).toEqual([]);
    },
  );

  test('a text that changed meanwhile is refused', async () => {
    const { db, browser, code, id } = await received();
    const { hash } = await textToSign(llave.acting(), id);
    await db.update(sales).set({ priceCents: 9_900_000 }).where(eq(sales.id, id));
    const answer = await sign(browser, code, { huella: hash });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'TEXT_CHANGED']);
    expect(await eventsOf(id)).toEqual([]);
  });

  test('another browser needs a one-time code first', async () => {
    const { db, id, code, email } = await received();
    const other = await browserOf(llave, id);
    const refused = await sign(other, code);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'CODE_NEEDED']);
    await other.post('/clientes/codigo', { codigo: code });
    await other.post('/clientes/codigo/confirmar', { codigo: code, clave: await codeTo(db, email) });
    expect((await sign(other, code)).statusCode).toBe(200);
    const [event] = await eventsOf(id);
    expect(event!.evidence['identifiedBy']).toBe('codigo_de_un_solo_uso');
  });

  test('another customer, a missing session, a draft and an ended sale are refused', async () => {
    const { db, code } = await received();
    const stranger = await received();
    expect((await sign(stranger.browser, code)).statusCode).toBe(404);
    expect((await sign(llave.browser(), code)).statusCode).toBe(401);
    const ended = await makeSale(db, { stateId: 16 });
    const browser = await browserOf(llave, ended.id);
    await browser.post('/clientes/codigo', { codigo: ended.code! });
    const [mail] = await db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.secret, true))
      .orderBy(outboxMails.id)
      .limit(100)
      .then((all) => all.slice(-1));
    const clave = /\b(\d{3}) (\d{3})\b/.exec(mail!.body)!.slice(1).join('');
    await browser.post('/clientes/codigo/confirmar', { codigo: ended.code!, clave });
    const answer = await sign(browser, ended.code!);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'NOT_COMPLETE']);
  });

  test('a plain HTML form is redirected to the next page', async () => {
    const { browser, code } = await received();
    const answer = await sign(browser, code, {}, { accept: 'text/html' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/clientes/siguiente/${code}`]);
  });
});

describe('rejecting', () => {
  const reject = (browser: Browser, code: string, fields: Record<string, string> = {}) =>
    browser.form(`/clientes/firma/${code}/rechazar`, fields);

  test('a rejection keeps the reason, notifies processor and lawyer, and can be revised; the events form one chain', async () => {
    const { db, browser, id, code, processor } = await received();
    const lawyer = await makeUser(db, { roles: ['abogado'] });
    const answer = await reject(browser, code, { id: String(id), motivo: 'El lote no es el mío.' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ success: 'Solicitud procesada correctamente.' });
    await reject(browser, code, { motivo: 'El lote no es el mío.' });
    const [paper] = (await db.select().from(documents).where(eq(documents.saleId, id))).filter(
      ({ typeId }) => typeId === 7,
    );
    expect(paper).toMatchObject({ stateId: 10, rejectionReason: 'El lote no es el mío.' });
    const mails = await db.select().from(outboxMails).where(eq(outboxMails.to, processor.email));
    expect(mails.filter(({ kind }) => kind === 'firma_rechazada')).toHaveLength(1);
    const told = await db.select().from(notices).where(eq(notices.kind, 'firma_rechazada'));
    expect(told.map(({ userId }) => userId)).toEqual(expect.arrayContaining([processor.id, lawyer.id]));

    expect((await sign(browser, code)).statusCode).toBe(200);
    const late = await reject(browser, code);
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'SIGNED']);
    const events = await eventsOf(id);
    expect(events.map(({ outcome, sequence }) => [outcome, sequence])).toEqual([
      ['rechazada', 1],
      ['firmada', 2],
    ]);
    expect(events.map((event) => event.hash)).toEqual(events.map(eventHash));
    expect(events[1]!.previousHash).toBe(events[0]!.hash);
  });

  test('another document gives 404', async () => {
    const { browser, code } = await received();
    expect((await reject(browser, code, { id: '999999' })).statusCode).toBe(404);
  });
});

describe('the copy of the signed pre-contract', () => {
  test('the signer gets it once by mail; known buyers and the office can download it', async () => {
    const { db, browser, id, code, email } = await received();
    const address = `/clientes/mi-compra/${id}/precontrato-firmado`;
    expect((await browser.get(address)).statusCode).toBe(404);
    expect((await sign(browser, code)).statusCode).toBe(200);
    await runJobs(llave, SendCopy);
    const copies = async () =>
      (await db.select().from(outboxMails).where(eq(outboxMails.to, email))).filter(
        ({ kind }) => kind === 'precontrato_firmado',
      );
    const [mail, ...more] = await copies();
    expect([more, mail!.attachmentId]).toEqual([[], expect.any(String)]);
    const [event] = await eventsOf(id);
    const mine = await browser.get(address);
    expect([mine.statusCode, mine.headers['content-type']]).toEqual([200, 'application/pdf']);
    const words = await pdfWords(mine.rawPayload);
    for (const part of [
      code,
      'Lía Mora',
      '8-712-45',
      'Constancia de la firma electrónica',
      '2026-11-21 10:00',
      '2026-11-21T15:00:00.000Z',
      '127.0.0.1',
      'En el mismo navegador',
      'He leído este pre-contrato',
    ])
      expect(words).toContain(part);
    const [packed, hash] = [words.replaceAll(' ', ''), event!.hash];
    expect(packed).toContain(hash);
    expect(packed).toContain(event!.contentHash);

    const stranger = await received();
    expect((await stranger.browser.get(address)).statusCode).toBe(404);
    expect((await llave.browser().get(address)).statusCode).toBe(401);
    expect((await (await browserOf(llave, id)).get(address)).statusCode).toBe(403);
    const office = `/api/sale/precontracts/${id}/precontrato_firmado.pdf`;
    const lawyer = await signInAs(llave, 'abogado');
    expect((await lawyer.get(office)).statusCode).toBe(200);
    expect((await (await signInAs(llave, 'procesador')).get(office)).statusCode).toBe(404);
    expect(
      (
        await (
          await signInAs(llave, 'contabilidad')
        ).get('/api/sale/precontracts/999999/precontrato_firmado.pdf')
      ).statusCode,
    ).toBe(404);
  });
});
