import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAPER_FIELDS } from '#contract/sales/purchase/rules.ts';
import { useApp, type Browser } from '#test/app.ts';
import { withoutBuild } from '#test/pages.ts';
import { fileOf, makePdf, makePicture } from '#test/papers.ts';
import { beginPurchase, completeForm, faultsOf, PRECONTRACT } from '#test/purchases.ts';

const llave = useApp({ VISITOR_MB_PER_HOUR: '1', ADDRESS_MB_PER_HOUR: '3' });

/** Size in bytes of all files in the data folder, finished or not. */
async function stored(): Promise<number> {
  let bytes = 0;
  for (const folder of ['files', 'tmp']) {
    const at = path.join(llave.app.core.services.config.DATA_DIR, folder);
    const entries = await readdir(at, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries)
      if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

/** A PDF with random bytes, so each is a different file in the store. */
const paper = (kilobytes: number) => fileOf(makePdf(1, randomBytes(kilobytes * 1024)), 'a.pdf');

let addresses = 0;
function fresh<B extends Browser>(browser: B): B {
  browser.address = `10.9.0.${(addresses += 1)}`;
  return browser;
}

/** A multipart body with its fields in the given order. */
async function multipart(fields: readonly (readonly [string, string | File])[]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value as string);
  const request = new Request('http://llave.test', { method: 'POST', body: form });
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    type: request.headers.get('content-type') ?? '',
  };
}

describe('a refused request', () => {
  test('with many files and no token leaves nothing on the disk', async () => {
    const before = await stored();
    const names = PAPER_FIELDS.filter((name) => name !== 'archivo_firma').slice(0, 6);
    for (let n = 0; n < 24; n += 1) {
      const { payload, type } = await multipart(names.map((name) => [name, paper(40)] as const));
      const answer = await llave.app.inject({
        method: 'POST',
        url: PRECONTRACT,
        payload,
        remoteAddress: '10.9.9.9',
        headers: { 'content-type': type },
      });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'CSRF']);
    }
    const { browser } = await beginPurchase(llave);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const first of [['_token', 'no'] as const, ['cedula', '8-1-1'] as const]) {
      const { payload, type } = await multipart([first, ...names.map((name) => [name, paper(10)] as const)]);
      const headers = { 'content-type': type, cookie };
      const sent = { method: 'POST' as const, url: PRECONTRACT, payload, remoteAddress: '10.9.9.8', headers };
      expect((await llave.app.inject(sent)).statusCode).toBe(403);
    }
    expect(await stored()).toBe(before);
  });

  test('with an invalid form or an unknown target leaves nothing on the disk', async () => {
    const { browser } = await beginPurchase(llave);
    fresh(browser);
    const before = await stored();
    const answers = [
      await browser.form('/clientes/firma/PC-2026-99999', {
        signature: fileOf(await makePicture(), 'f.png'),
      }),
      await browser.form('/clientes/mi-compra/999999/archivos', {
        campo: 'archivo_cedula',
        archivo: paper(30),
      }),
      await browser.form('/clientes/mi-compra/1/archivos', { campo: 'nada', archivo: paper(30) }),
      await browser.form(PRECONTRACT, {
        precontrato_id: '999999',
        cedula: '8-1-1',
        archivo_cedula: paper(30),
      }),
    ];
    for (const { statusCode } of answers) expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(await stored()).toBe(before);
  });

  test('without consent to store files keeps the fields and no file', async () => {
    const begun = await beginPurchase(llave);
    fresh(begun.browser);
    const before = await stored();
    const form = completeForm(begun, { consentimiento_datos: '', archivo_cedula: paper(30) });
    const answer = await begun.browser.form(PRECONTRACT, form);
    expect(answer.statusCode).toBeLessThan(500);
    expect(await stored()).toBe(before);
  });
});

describe('the CSRF token in a form', () => {
  async function send(order: 'first' | 'last') {
    const begun = await beginPurchase(llave);
    const { browser } = begun;
    const { token } = (await browser.get('/api/csrf')).json<{ data: { token: string } }>().data;
    const rest = Object.entries<string>(completeForm(begun) as Record<string, string>);
    const mine: [string, string] = ['_token', token];
    const { payload, type } = await multipart(order === 'first' ? [mine, ...rest] : [...rest, mine]);
    return llave.app.inject({
      method: 'POST',
      url: PRECONTRACT,
      payload,
      headers: {
        'content-type': type,
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
  }
  test('counts only as the first part: without it nothing more is read', async () => {
    expect((await send('first')).statusCode).toBe(200);
    const late = await send('last');
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([403, 'CSRF']);
  });
});

describe('a compressed body', () => {
  test('is refused with 415', async () => {
    const payload = gzipSync(Buffer.alloc(900_000, 32));
    const answer = await llave.app.inject({
      method: 'POST',
      url: '/api/login',
      payload,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([415, 'COMPRESSED']);
    expect(answer.json<{ message: string }>().message).toContain('sin comprimir');
  });
});

describe('the hourly upload limit for visitors', () => {
  test('counts per browser, also refused uploads, and says when to try again', async () => {
    const { browser, id } = await beginPurchase(llave);
    fresh(browser);
    const send = (kilobytes: number) =>
      browser.form(`/clientes/mi-compra/${id}/archivos`, { campo: 'nada', archivo: paper(kilobytes) });
    expect((await send(600)).statusCode).toBe(422);
    const refused = await send(600);
    expect(refused.statusCode).toBe(429);
    expect(refused.json<{ message: string }>().message).toMatch(/Inténtalo de nuevo en \d+ minutos/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    // Bytes that were not read do not count, so a smaller file still fits.
    expect((await send(200)).statusCode).toBe(422);
    llave.clock.advance(3_601);
    expect((await send(600)).statusCode).toBe(422);
  });

  test('counts per IP address, across browsers', async () => {
    const codes: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { browser, id } = await beginPurchase(llave);
      browser.address = '10.8.0.1';
      const form = { campo: 'nada', archivo: paper(800) };
      codes.push((await browser.form(`/clientes/mi-compra/${id}/archivos`, form)).statusCode);
    }
    expect(codes).toEqual([422, 422, 422, 429, 429]);
  });

  test('holds for simultaneous uploads', async () => {
    const { browser, id } = await beginPurchase(llave);
    fresh(browser);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        browser.form(`/clientes/mi-compra/${id}/archivos`, { campo: 'nada', archivo: paper(300) }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 422).length).toBeLessThanOrEqual(3);
    expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(9);
  });
});

describe('over a real connection', () => {
  let port: number;
  beforeAll(async () => {
    await llave.app.listen({ port: 0, host: '127.0.0.1' });
    port = (llave.app.server.address() as { port: number }).port;
  });
  afterAll(() => llave.app.server.closeAllConnections());

  test('a refusal comes before the body, and the connection is closed without reading all of it', async () => {
    const total = 400 * 1_048_576;
    const { promise: answered, resolve: onAnswer } = Promise.withResolvers<string>();
    const { promise: cut, resolve: onCut } = Promise.withResolvers<void>();
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.includes('\r\n\r\n')) onAnswer(text);
    });
    socket.on('error', () => undefined).on('close', () => onCut());
    socket.write(
      `POST ${PRECONTRACT} HTTP/1.1\r\nHost: llave.test\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${total}\r\n\r\n` +
        '--x\r\nContent-Disposition: form-data; name="archivo_cedula"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\n',
    );
    expect(await answered).toMatch(/^HTTP\/1\.1 (403|429)/);
    const chunk = Buffer.alloc(1_048_576);
    let sent = 0;
    const pump = () => {
      while (sent < total && !socket.destroyed) {
        sent += chunk.length;
        if (!socket.write(chunk)) return void socket.once('drain', pump);
      }
    };
    pump();
    await cut;
    expect(sent).toBeLessThan(100 * 1_048_576);
    expect(await stored()).toBeLessThan(1_000_000);
  });

  test('a connection that breaks in the middle of a file leaves nothing', async () => {
    const { browser } = await beginPurchase(llave);
    const before = await stored();
    const { token } = (await browser.get('/api/csrf')).json<{ data: { token: string } }>().data;
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST ${PRECONTRACT} HTTP/1.1\r\nHost: llave.test\r\nCookie: ${cookie}\r\nX-CSRF-TOKEN: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n` +
        `--x\r\nContent-Disposition: form-data; name="archivo_cedula"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\n${'a'.repeat(200_000)}`,
    );
    await expect.poll(stored).toBeGreaterThan(before + 100_000);
    socket.destroy();
    await expect.poll(stored).toBe(before);
  });
});

describe('a disk that is nearly full', () => {
  const full = useApp({ MIN_FREE_MB: '100000000' });
  beforeAll(() => withoutBuild(full));
  test('refuses files with a message while everything else works', async () => {
    const { browser, id } = await beginPurchase(full);
    const form = { campo: 'archivo_cedula', archivo: paper(10) };
    const answer = await browser.form(`/clientes/mi-compra/${id}/archivos`, form);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([507, 'DISK_FULL']);
    expect(answer.json<{ message: string }>().message).toContain('poco espacio');
    expect(faultsOf(answer)).toEqual([]);
    expect((await browser.get('/api/public/projects')).statusCode).not.toBe(507);
    expect((await browser.get(`/clientes/precontrato/${id}`)).statusCode).toBeLessThan(500);
    const ready = await browser.get('/readyz');
    expect([ready.statusCode, ready.json<{ status: string }>().status]).toEqual([503, 'disk full']);
  });
});
