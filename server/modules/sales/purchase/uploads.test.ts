import { createHash } from 'node:crypto';
import http from 'node:http';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { UploadState } from '#contract/sales/purchase/model.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { documents, documentVersions } from '#server/modules/sales/documents/documents.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { giveConsent } from '#server/modules/sales/consents/consents.service.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeModel, makeSale } from '#test/factories.ts';
import { browserOf } from '#test/buyers.ts';
import { makePdf, makePicture } from '#test/papers.ts';
import { sweepUploads } from './purchase.jobs.ts';
import { uploadPieces, uploads } from './purchase.table.ts';

const llave = useApp();
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** A PDF of `size` bytes, different for each `n`. */
const pdfOf = (size: number, n = 1) => Buffer.concat([makePdf(n), Buffer.alloc(size, n)]).subarray(0, size);

let telephones = 0;
async function begin({ consent = true } = {}) {
  const { db } = llave.database;
  const model = await makeModel(db);
  const browser = llave.browser();
  const celular = `6${String((telephones += 1) + 4_000_000)}`;
  const bought = await browser.form(`/clientes/comprar/${model.id}`, {
    nombre: 'Iris Soto',
    email: 'iris@correo.test',
    celular,
  });
  const id = bought.json<{ precontratoId: number }>().precontratoId;
  if (consent)
    await browser.patch(`/clientes/precontrato/borrador/${id}`, { campos: { consentimiento_datos: '1' } });
  return { db, browser, id, celular };
}

const announce = (browser: Browser, id: number, bytes: Buffer, over: object = {}) =>
  browser.post(`/clientes/precontrato/${id}/archivos`, {
    campo: 'ficha',
    nombre: 'ficha.pdf',
    tamano: bytes.length,
    sha256: hashOf(bytes),
    ...over,
  });
const stateOf = (answer: { json<T>(): T }) => answer.json<{ data: UploadState }>().data;
const send = (browser: Browser, id: string, from: number, payload: Buffer) =>
  browser.send({
    method: 'PATCH',
    url: `/clientes/archivos/${id}?desde=${from}`,
    payload,
    headers: { 'content-type': 'application/octet-stream' },
  });
/** Sends over a real connection that breaks after the server has stored something. */
async function sendAndBreak(browser: Browser, id: string, bytes: Buffer): Promise<void> {
  const { token } = (await browser.get('/api/csrf')).json<{ data: { token: string } }>().data;
  const address = await llave.app.listen({ port: 0, host: '127.0.0.1' });
  const request = http.request(`${address}/clientes/archivos/${id}?desde=0`, {
    method: 'PATCH',
    headers: {
      cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      'x-csrf-token': token,
      'content-type': 'application/octet-stream',
      'content-length': bytes.length * 2,
    },
  });
  request.on('error', () => undefined);
  request.write(bytes);
  await expect
    .poll(async () => stateOf(await browser.get(`/clientes/archivos/${id}`)).recibido)
    .toBeGreaterThan(0);
  request.destroy();
}

/** Sends the rest as the page does: follows the server's offset after a 409. */
async function sendRest(browser: Browser, id: string, from: number, bytes: Buffer) {
  const answer = await send(browser, id, from, bytes.subarray(from));
  if (answer.statusCode !== 409) return answer;
  const { current } = answer.json<{ current: { recibido: number } }>();
  return sendRest(browser, id, current.recibido, bytes);
}
const refusal = (answer: { statusCode: number; json<T>(): T }) => {
  const { code, errors } = answer.json<{ code: string; errors?: { field: string }[] }>();
  return [answer.statusCode, errors?.[0]?.field ?? code];
};

describe('a file sent separately', () => {
  test('in pieces is stored with the last one, and leaves no upload behind', async () => {
    const { db, browser, id } = await begin();
    const bytes = pdfOf(700_000);
    const begun = stateOf(await announce(browser, id, bytes));
    expect(begun).toMatchObject({ recibido: 0, completo: false, adjunto: null, campo: 'ficha' });
    const first = await send(browser, begun.id, 0, bytes.subarray(0, 300_000));
    expect(stateOf(first)).toMatchObject({ recibido: 300_000, completo: false });
    const last = await send(browser, begun.id, 300_000, bytes.subarray(300_000));
    expect(last.statusCode, last.body).toBe(200);
    expect(stateOf(last)).toMatchObject({
      recibido: 700_000,
      completo: true,
      adjunto: { mensaje: 'Ficha adjuntada correctamente.' },
    });
    const [version] = await db
      .select()
      .from(documentVersions)
      .where(eq(documentVersions.sha256, hashOf(bytes)));
    const [file] = await db.select().from(files).where(eq(files.id, version!.fileId));
    expect(file).toMatchObject({
      size: 700_000,
      mime: 'application/pdf',
      name: 'ficha.pdf',
      sensitive: true,
    });
    expect(await db.select().from(uploads).where(eq(uploads.saleId, id))).toEqual([]);
    expect(await db.select().from(uploadPieces)).toEqual([]);
  });

  test('over a broken connection continues after the last received byte', async () => {
    const { browser, id } = await begin();
    const bytes = pdfOf(900_000, 2);
    const begun = stateOf(await announce(browser, id, bytes));
    await sendAndBreak(browser, begun.id, bytes.subarray(0, 600_000));
    // Chosen again, on this or another page: the same upload continues, without resending stored bytes.
    const again = stateOf(await announce(browser, id, bytes));
    expect(again.id).toBe(begun.id);
    expect(again.recibido).toBeGreaterThan(0);
    const rest = await sendRest(browser, begun.id, again.recibido, bytes);
    expect(stateOf(rest)).toMatchObject({ completo: true, recibido: 900_000 });
  });

  test('sent again changes nothing', async () => {
    const { db, browser, id } = await begin();
    const bytes = pdfOf(1000, 3);
    const begun = stateOf(await announce(browser, id, bytes));
    await send(browser, begun.id, 0, bytes);
    const known = stateOf(await announce(browser, id, bytes));
    expect(known).toMatchObject({
      completo: true,
      recibido: 1000,
      adjunto: { documento_id: expect.any(Number) },
    });
    const papers = await db.select({ id: documents.id }).from(documents).where(eq(documents.saleId, id));
    expect(papers).toHaveLength(1);
    expect(
      await db.select().from(documentVersions).where(eq(documentVersions.documentId, papers[0]!.id)),
    ).toHaveLength(1);
  });

  test('from two tabs at once is stored once', async () => {
    const { db, browser, id } = await begin();
    const bytes = pdfOf(600_000, 4);
    const begun = await Promise.all([announce(browser, id, bytes), announce(browser, id, bytes)]);
    const [one, two] = begun.map(stateOf);
    expect(one!.id).toBe(two!.id);
    const sent = await Promise.all([send(browser, one!.id, 0, bytes), send(browser, one!.id, 0, bytes)]);
    expect(sent.map(({ statusCode }) => statusCode)).toContain(200);
    for (const other of sent.filter(({ statusCode }) => statusCode !== 200))
      expect([404, 409]).toContain(other.statusCode);
    expect(
      await db
        .select()
        .from(documentVersions)
        .where(eq(documentVersions.sha256, hashOf(bytes))),
    ).toHaveLength(1);
  });

  test('with a wrong offset gets the right one', async () => {
    const { browser, id } = await begin();
    const bytes = pdfOf(1000, 5);
    const begun = stateOf(await announce(browser, id, bytes));
    await send(browser, begun.id, 0, bytes.subarray(0, 400));
    const wrong = await send(browser, begun.id, 100, bytes.subarray(100));
    expect(wrong.json()).toMatchObject({ code: 'OFFSET', current: { recibido: 400 } });
    const tooMuch = await send(browser, begun.id, 400, Buffer.alloc(601));
    expect(refusal(tooMuch)).toEqual([422, 'ficha']);
  });

  test('that replaces another keeps the old version in the history', async () => {
    const { db, browser, id } = await begin();
    for (const n of [6, 7]) {
      const bytes = pdfOf(500, n);
      await send(browser, stateOf(await announce(browser, id, bytes)).id, 0, bytes);
    }
    const [paper] = await db.select().from(documents).where(eq(documents.saleId, id));
    const versions = await db
      .select()
      .from(documentVersions)
      .where(eq(documentVersions.documentId, paper!.id));
    expect(versions.map(({ number, replacedAt }) => [number, replacedAt === null]).toSorted()).toEqual([
      [1, false],
      [2, true],
    ]);
    const removed = await browser.send({
      method: 'DELETE',
      url: `/clientes/precontrato/${id}/archivos/ficha/0`,
    });
    expect(removed.json()).toEqual({ success: 'Archivo quitado.' });
    expect(await db.select().from(documents).where(eq(documents.saleId, id))).toMatchObject([{ stateId: 1 }]);
  });

  test('for beneficiaries gets its own position, up to five', async () => {
    const { browser, id } = await begin();
    const campo = { campo: 'cedula_beneficiario', nombre: 'b.pdf' };
    const all = [11, 12, 13, 14, 15, 16].map((n) => pdfOf(300, n));
    const places = [];
    for (const bytes of all.slice(0, 3)) places.push(stateOf(await announce(browser, id, bytes, campo)));
    expect(places.map(({ posicion }) => posicion)).toEqual([1, 2, 3]);
    await send(browser, places[1]!.id, 0, all[1]!);
    for (const bytes of all.slice(3, 5)) places.push(stateOf(await announce(browser, id, bytes, campo)));
    expect(places.map(({ posicion }) => posicion)).toEqual([1, 2, 3, 4, 5]);
    expect(refusal(await announce(browser, id, all[5]!, campo))).toEqual([422, 'cedula_beneficiario']);
  });
});

describe('an invalid or hostile upload', () => {
  test.each([
    ['HTML under a picture’s name', Buffer.from('<!doctype html><script>alert(1)</script>'), 'cedula.png'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'cedula.jpg'],
    ['a program', Buffer.from('MZ\u0090\u0000 this is no picture'), 'cedula.pdf'],
  ])('%s', async (_what, bytes, nombre) => {
    const { db, browser, id } = await begin();
    const begun = stateOf(await announce(browser, id, bytes, { nombre, campo: 'archivo_cedula' }));
    const answer = await send(browser, begun.id, 0, bytes);
    expect(refusal(answer)).toEqual([422, 'archivo_cedula']);
    expect(await db.select().from(documents).where(eq(documents.saleId, id))).toEqual([]);
    expect(await db.select().from(uploads).where(eq(uploads.saleId, id))).toEqual([]);
  });

  test.each(['png', 'jpeg'] as const)('a %s that needs too much memory', async (type) => {
    const { browser, id } = await begin();
    const sent = async (bytes: Buffer) => {
      const file = { campo: 'recibo', nombre: `r.${type}` };
      const begun = stateOf(await announce(browser, id, bytes, file));
      return send(browser, begun.id, 0, bytes);
    };
    const bomb = await makePicture({ type });
    expect((await sent(Buffer.from(bomb))).statusCode).toBe(200);
    if (type === 'png') for (const at of [16, 20]) bomb.writeUInt32BE(60_000, at);
    else
      for (const more of [5, 7]) bomb.writeUInt16BE(60_000, bomb.indexOf(Buffer.from([0xff, 0xc0])) + more);
    expect(refusal(await sent(bomb))).toEqual([422, 'recibo']);
    // Also an image without a size.
    expect(refusal(await sent(bomb.subarray(0, type === 'png' ? 20 : 30)))).toEqual([422, 'recibo']);
  });

  test('bytes that differ from the announced ones', async () => {
    const { browser, id } = await begin();
    const bytes = pdfOf(400, 21);
    const begun = stateOf(await announce(browser, id, bytes));
    expect(refusal(await send(browser, begun.id, 0, pdfOf(400, 22)))).toEqual([422, 'ficha']);
  });

  test('more than 10 MB, an unknown field, an empty file', async () => {
    const { browser, id } = await begin();
    const bytes = pdfOf(100, 23);
    const over = (more: object) => announce(browser, id, bytes, more).then(refusal);
    expect(await over({ tamano: 10 * 1_048_576 + 1 })).toEqual([422, 'ficha']);
    expect(await over({ campo: '../../etc' })).toEqual([422, 'campo']);
    expect(await over({ tamano: 0 })).toEqual([422, 'tamano']);
    const begun = stateOf(await announce(browser, id, bytes));
    const json = await browser.patch(`/clientes/archivos/${begun.id}?desde=0`, { a: 1 });
    expect(json.statusCode).toBe(422);
  });

  test('a name with path parts is made harmless', async () => {
    const { db, browser, id } = await begin();
    const bytes = pdfOf(200, 24);
    const nombre = '..\\..\\windows\u0007\\..\\../evil\u202efdp.exe';
    const begun = stateOf(await announce(browser, id, bytes, { nombre }));
    await send(browser, begun.id, 0, bytes);
    const [version] = await db
      .select()
      .from(documentVersions)
      .where(eq(documentVersions.sha256, hashOf(bytes)));
    const [file] = await db.select().from(files).where(eq(files.id, version!.fileId));
    expect(file?.name).toBe('evilfdp.exe.pdf');
  });

  test('a file before the data consent', async () => {
    const { browser, id } = await begin({ consent: false });
    expect(refusal(await announce(browser, id, pdfOf(100, 25)))).toEqual([409, 'CONSENT']);
  });

  test('an unfinished upload after the purchase ended', async () => {
    const { db, browser, id } = await begin();
    const bytes = pdfOf(100, 30);
    const begun = stateOf(await announce(browser, id, bytes));
    await db.update(sales).set({ stateId: 16 }).where(eq(sales.id, id));
    expect(refusal(await send(browser, begun.id, 0, bytes))).toEqual([409, 'SALE_ENDED']);
    expect((await browser.get(`/clientes/archivos/${begun.id}`)).statusCode).toBe(404);
  });

  test('an empty signature panel', async () => {
    const { browser, id } = await begin();
    const bytes = await makePicture({ blank: true });
    const begun = stateOf(await announce(browser, id, bytes, { campo: 'archivo_firma', nombre: 'f.png' }));
    const answer = await send(browser, begun.id, 0, bytes);
    expect(answer.json<{ errors: object[] }>().errors).toEqual([
      { field: 'archivo_firma', message: 'Debe dibujar su firma en el panel indicado.' },
    ]);
  });

  test('a document that is under review or approved, before its bytes are sent', async () => {
    const { db } = await begin();
    const sale = await makeSale(db, { papers: [3, 4] });
    const browser = await browserOf(llave, sale.id);
    const ctx = { db, now: llave.clock.now(), ip: '::1', userAgent: 'test' };
    await giveConsent(ctx, { saleId: sale.id, kind: 'datos', channel: 'web' });
    for (const campo of ['archivo_cedula', 'archivo_cedula_reverso'])
      expect(refusal(await announce(browser, sale.id, pdfOf(100, 26), { campo }))).toEqual([
        409,
        'PAPER_CLOSED',
      ]);
  });
});

describe('a file of another browser', () => {
  test('gets 404, and without a session 401', async () => {
    const { browser, id } = await begin();
    const bytes = pdfOf(100, 27);
    const begun = stateOf(await announce(browser, id, bytes));
    const other = await begin();
    expect((await announce(other.browser, id, bytes)).statusCode).toBe(404);
    expect((await send(other.browser, begun.id, 0, bytes)).statusCode).toBe(404);
    expect((await other.browser.get(`/clientes/archivos/${begun.id}`)).statusCode).toBe(404);
    expect((await announce(llave.browser(), id, bytes)).statusCode).toBe(401);
    expect((await send(llave.browser(), begun.id, 0, bytes)).statusCode).toBe(401);
  });
});

describe('an abandoned upload', () => {
  test('is cancelled by its sender, or deleted after a day', async () => {
    const { db, browser, id } = await begin();
    const [given, left] = [pdfOf(300, 28), pdfOf(300, 29)];
    const first = stateOf(await announce(browser, id, given));
    await browser.send({ method: 'DELETE', url: `/clientes/archivos/${first.id}` });
    expect((await browser.get(`/clientes/archivos/${first.id}`)).statusCode).toBe(404);
    const second = stateOf(await announce(browser, id, left));
    await send(browser, second.id, 0, left.subarray(0, 100));
    await llave.app.core.jobs.run(sweepUploads, {});
    expect(await db.select().from(uploads).where(eq(uploads.saleId, id))).toHaveLength(1);
    llave.clock.advance(25 * 3600);
    await llave.app.core.jobs.run(sweepUploads, {});
    expect(await db.select().from(uploads).where(eq(uploads.saleId, id))).toEqual([]);
  });
});
