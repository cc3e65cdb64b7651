import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { setFinder } from './lost.ts';
import { post } from './post.ts';

const buy = endpoint({
  method: 'POST',
  path: '/comprar/:modelId',
  access: 'public',
  summary: 'a purchase',
  answer: z.object({ redirect: z.string() }),
});

interface Seen {
  url: string | undefined;
  token: string | string[] | undefined;
  key: string | string[] | undefined;
  body: string;
}
let seen: Seen[];
/** The server's answers in order; the last one repeats. */
let says: { status: number; body: string }[];
const server = createServer(
  (request, response) =>
    void answer(request).then(({ status, body }) => response.writeHead(status, allowed).end(body)),
);
const allowed = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
};

async function answer(request: IncomingMessage) {
  if (request.method === 'OPTIONS') return { status: 204, body: '' };
  let body = '';
  for await (const chunk of request) body += String(chunk);
  seen.push({
    url: request.url,
    token: request.headers['x-csrf-token'],
    key: request.headers['idempotency-key'],
    body,
  });
  return says.length > 1 ? says.shift()! : says[0]!;
}
const refusal = (status: number, code: string) => ({
  status,
  body: JSON.stringify({ message: 'No.', code, request_id: 'r1' }),
});
const success = { status: 200, body: JSON.stringify({ redirect: '/clientes/siguiente/' }) };

beforeEach(async () => {
  seen = [];
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  document.head.innerHTML = '<meta name="csrf-token" content="old">';
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: { token: 'fresh' } })));
  const open = XMLHttpRequest.prototype.open;
  vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(function (
    this: XMLHttpRequest,
    method: string,
    url: string | URL,
  ) {
    open.call(this, method, base + String(url), true);
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await new Promise((done) => server.close(done));
});

test('sends the page’s CSRF token and a key, and returns the server’s answer', async () => {
  says = [success];
  const outcome = await post<typeof buy>('/comprar/7', { nombre: 'Ana' });
  expect(outcome).toEqual({ ok: true, status: 200, answer: { redirect: '/clientes/siguiente/' } });
  expect(seen).toEqual([
    {
      url: '/comprar/7',
      token: 'old',
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      body: '{"nombre":"Ana"}',
    },
  ]);
});

test('a stale token is renewed and the request repeated once, with the same key', async () => {
  says = [refusal(403, 'CSRF'), success];
  const outcome = await post<typeof buy>('/comprar/7', { nombre: 'Ana' });
  expect(outcome.ok).toBe(true);
  expect(seen.map(({ token }) => token)).toEqual(['old', 'fresh']);
  expect(seen[1]!.key).toBe(seen[0]!.key);
  expect(document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')!.content).toBe('fresh');
});

test('the token in a form is renewed too', async () => {
  says = [refusal(403, 'CSRF'), success];
  const form = new FormData();
  form.set('_token', 'old');
  form.set('nombre', 'Ana');
  await post<typeof buy>('/comprar/7', form);
  expect(seen[1]!.body).toContain('fresh');
});

test('a token that is refused twice is a refusal, not an endless loop', async () => {
  says = [refusal(403, 'CSRF')];
  const outcome = await post<typeof buy>('/comprar/7', {});
  expect(outcome).toMatchObject({ ok: false, status: 403, error: { code: 'CSRF' } });
  expect(seen).toHaveLength(2);
});

test('another refusal is returned unchanged and not repeated', async () => {
  says = [refusal(409, 'LOT_TAKEN')];
  const outcome = await post<typeof buy>('/comprar/7', {});
  expect(outcome).toEqual({
    ok: false,
    status: 409,
    error: { message: 'No.', code: 'LOT_TAKEN', request_id: 'r1' },
  });
  expect(seen).toHaveLength(1);
});

test('an answer in a foreign format becomes a sentence', async () => {
  says = [{ status: 502, body: '<html>Bad Gateway</html>' }];
  const outcome = await post<typeof buy>('/comprar/7', {});
  expect(outcome).toMatchObject({
    ok: false,
    status: 502,
    error: { message: 'Error al enviar los datos. Inténtalo de nuevo en un momento.' },
  });
});

const send = endpoint({
  method: 'POST',
  path: '/clientes/precontrato',
  access: 'public',
  summary: 'a form',
  answer: z.object({ redirect: z.string() }),
});

test('if the browser lost the purchase, the user finds it again on the page, and then the request is sent', async () => {
  const find = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
  setFinder(find);
  says = [refusal(401, 'UNAUTHENTICATED'), success];
  const outcome = await post<typeof send>('/clientes/precontrato', { nombre: 'Ana' });
  expect(outcome.ok).toBe(true);
  expect(seen.map(({ body }) => body)).toEqual(['{"nombre":"Ana"}', '{"nombre":"Ana"}']);
  expect(seen[0]?.key).toBe(seen[1]?.key);

  // If the user closes the dialog, the caller gets the refusal, and the dialog does not open again for a while.
  find.mockResolvedValue(false);
  says = [refusal(404, 'NOT_FOUND')];
  for (let n = 0; n < 3; n += 1)
    expect(await post<typeof send>('/clientes/precontrato', {})).toMatchObject({ ok: false, status: 404 });
  expect(find).toHaveBeenCalledTimes(2);
  setFinder(null);
});
