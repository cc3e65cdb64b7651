import { locks } from 'node:worker_threads';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { HOUR_MS } from '#contract/dates.ts';
import { data, endpoint } from '#contract/endpoint.ts';

const page = endpoint({
  method: 'POST',
  path: '/api/diario',
  access: 'staff',
  summary: 'x',
  body: z.object({ texto: z.string() }),
  answer: data(z.object({ id: z.number() })),
  idempotent: true,
});
const photo = endpoint({
  method: 'POST',
  path: '/api/diario/:id/fotos',
  access: 'staff',
  summary: 'x',
  params: z.object({ id: z.number() }),
  body: z.object({}),
  files: { foto: { maxCount: 1, maxSize: 1000, types: ['image/png'] } },
  answer: data(z.object({ id: z.number() })),
  idempotent: true,
});

const ANA = { id: 7, name: 'Ana' };
const BETO = { id: 8, name: 'Beto' };

/** The requests that the server got, and its records: one per key, as in `kernel/idempotency.ts`. */
const received: { path: string; key: string; body: unknown }[] = [];
const done = new Map<string, { path: string; body: unknown }>();
let answerNext: (() => Response | Promise<Response>) | null = null;

async function server(path: string, init: RequestInit): Promise<Response> {
  const key = new Headers(init.headers).get('Idempotency-Key') ?? '';
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
  received.push({ path, key, body });
  const special = answerNext;
  answerNext = null;
  if (special) return special();
  if (!done.has(key)) done.set(key, { path, body });
  return Response.json({ data: { id: [...done.keys()].indexOf(key) + 100 } }, { status: 201 });
}

const refused = (status: number, code: string, message = 'No se puede.') =>
  Response.json({ message, code, request_id: 'r' }, { status });

const open: (() => void)[] = [];

/** A separate tab: its own modules over the same database. */
async function newTab(user: { id: number; name: string } | null | undefined) {
  vi.resetModules();
  const outbox = await import('./outbox.ts');
  const database = await import('./database.ts');
  const { outboxKind } = await import('./kinds.ts');
  const { signedInAs } = await import('../refused.ts');
  const pages = outboxKind({
    name: 'diario',
    endpoint: page,
    toArgs: (typed: { texto: string }) => ({ body: typed }),
    title: ({ texto }) => texto,
    page: '/oficina/diario',
  });
  const photos = outboxKind({
    name: 'foto',
    endpoint: photo,
    toArgs: (_typed: null, { files, first }) => {
      const body = new FormData();
      for (const { field, file } of files) body.append(field, file);
      return { params: { id: (first as { data: { id: number } }).data.id }, body };
    },
    title: () => 'Foto',
    page: '/oficina/diario',
  });
  const signIn = (who: typeof user) => {
    if (who) signedInAs(who.id);
    return outbox.setSession(who);
  };
  open.push(outbox.watchOutbox(() => undefined));
  await signIn(user);
  await outbox.wake();
  return { ...outbox, ...database, pages, photos, signIn, shown: () => outbox.readOutbox().items };
}

const goOffline = (off: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!off);
const texts = () => received.map(({ body }) => (body as { texto?: string }).texto ?? 'foto');

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  document.head.innerHTML = '<meta name="csrf-token" content="token">';
  vi.stubGlobal('fetch', server);
  received.length = 0;
  done.clear();
  answerNext = null;
});
afterEach(() => {
  for (const close of open.splice(0)) close();
  vi.unstubAllGlobals();
});

test('items typed offline are sent in order when the connection returns', async () => {
  goOffline(true);
  const tab = await newTab(ANA);
  for (const texto of ['uno', 'dos', 'tres']) await tab.enqueue(tab.pages, { texto });
  expect(tab.shown().map(({ title }) => title)).toEqual(['uno', 'dos', 'tres']);
  expect(received).toEqual([]);

  goOffline(false);
  window.dispatchEvent(new Event('online'));
  await tab.wake();
  expect(texts()).toEqual(['uno', 'dos', 'tres']);
  expect(tab.shown()).toEqual([]);
  expect(tab.readOutbox().sent.map(({ title }) => title)).toEqual(['tres', 'dos', 'uno']);
});

test('a broken connection stops the rest, so that no item overtakes another', async () => {
  const tab = await newTab(ANA);
  answerNext = () => Promise.reject(new TypeError('no line'));
  await tab.enqueue(tab.pages, { texto: 'uno' });
  await tab.enqueue(tab.pages, { texto: 'dos' });
  await tab.wake();
  expect(texts()).toEqual(['uno', 'uno', 'dos']);
  expect(done.size).toBe(2);
});

test('after a crash between the answer and the removal, the item is sent again under its key and saved once', async () => {
  const crashing = await newTab(ANA);
  const removal = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('The page is gone', 'InvalidStateError');
  });
  vi.spyOn(console, 'warn').mockReturnValue();
  await crashing.enqueue(crashing.pages, { texto: 'uno' });
  await crashing.wake();
  open.splice(0).forEach((close) => close());
  expect(done.size).toBe(1);
  expect(await crashing.itemsOf(ANA.id)).toHaveLength(1);
  removal.mockRestore();

  const next = await newTab(ANA);
  await next.wake();
  expect(new Set(received.map(({ key }) => key)).size).toBe(1);
  expect(received.length).toBeGreaterThan(1);
  expect(done.size).toBe(1);
  expect(next.shown()).toEqual([]);
});

describe.each(['locks', 'a lease, where the page came without TLS'])('two tabs with %s', (kind) => {
  beforeEach(() => {
    Object.defineProperty(navigator, 'locks', {
      value: kind === 'locks' ? locks : undefined,
      configurable: true,
    });
  });

  test('send each item once, and both show that it is gone', async () => {
    goOffline(true);
    const first = await newTab(ANA);
    const second = await newTab(ANA);
    for (const texto of ['uno', 'dos', 'tres']) await first.enqueue(first.pages, { texto });
    goOffline(false);
    await Promise.all([first.wake(), second.wake()]);
    expect(texts()).toEqual(['uno', 'dos', 'tres']);
    await vi.waitFor(() => expect([...first.shown(), ...second.shown()]).toEqual([]));
  });
});

test('an item waits for the answer of another, and its file arrives complete', async () => {
  goOffline(true);
  const offline = await newTab(ANA);
  const first = await offline.enqueue(offline.pages, { texto: 'uno' });
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 251);
  const file = new File([bytes], 'obra.png', { type: 'image/png' });
  await offline.enqueue(offline.photos, null, [{ field: 'foto', file }], { after: first });
  open.splice(0).forEach((close) => close());

  goOffline(false);
  const tab = await newTab(ANA);
  await tab.wake();
  expect(received.map(({ path }) => path)).toEqual(['/api/diario', '/api/diario/100/fotos']);
  const sent = (received[1]!.body as FormData).get('foto') as File;
  expect([sent.name, sent.type]).toEqual(['obra.png', 'image/png']);
  expect(new Uint8Array(await sent.arrayBuffer())).toEqual(bytes);
  expect(await tab.filesOf(2)).toEqual([]);
});

test('a refused item does not block the others, shows its message, and is corrected in its place under a new key', async () => {
  goOffline(true);
  const tab = await newTab(ANA);
  const first = await tab.enqueue(tab.pages, { texto: 'mal' });
  await tab.enqueue(tab.pages, { texto: 'dos' });
  await tab.enqueue(tab.photos, null, [], { after: first });
  goOffline(false);
  answerNext = () => refused(422, 'INVALID', 'Escribe más.');
  await tab.wake();
  expect(texts()).toEqual(['mal', 'dos']);
  const [bad] = tab.shown();
  expect(bad!.refusal).toMatchObject({ code: 'INVALID', message: 'Escribe más.' });

  await tab.correctItem(tab.pages, bad!, { texto: 'bien' });
  await tab.wake();
  expect(texts()).toEqual(['mal', 'dos', 'bien', 'foto']);
  expect(received[2]!.key).not.toBe(received[0]!.key);
  expect(tab.shown()).toEqual([]);
});

test('a correction is kept even if another tab dropped the item', async () => {
  goOffline(true);
  const tab = await newTab(ANA);
  await tab.enqueue(tab.pages, { texto: 'mal' });
  const [item] = tab.shown();
  await tab.dropItem(item!);
  await tab.correctItem(tab.pages, item!, { texto: 'bien' });
  expect(tab.shown().map(({ title }) => title)).toEqual(['bien']);
});

test('dropping an item also drops the items that need its answer', async () => {
  goOffline(true);
  const tab = await newTab(ANA);
  const first = await tab.enqueue(tab.pages, { texto: 'uno' });
  const second = await tab.enqueue(tab.photos, null, [], { after: first });
  await tab.enqueue(tab.photos, null, [], { after: second });
  await tab.enqueue(tab.pages, { texto: 'dos' });
  await tab.dropItem(tab.shown()[0]!);
  expect(tab.shown().map(({ title }) => title)).toEqual(['dos']);
});

test('a server that fails on one kind blocks only that kind, and in the end the item waits for the user', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  goOffline(true);
  const tab = await newTab(ANA);
  const first = await tab.enqueue(tab.pages, { texto: 'uno' });
  await tab.enqueue(tab.pages, { texto: 'dos' });
  goOffline(false);
  for (let turn = 0; turn < 5; turn++) {
    expect(tab.shown()[0]).toMatchObject({ id: first, refusal: null });
    answerNext = () => refused(500, 'INTERNAL');
    await tab.wake();
  }
  expect(texts()).toEqual(['uno', 'uno', 'uno', 'uno', 'uno', 'dos']);
  expect(tab.shown()[0]!.refusal).toMatchObject({ status: 500 });
  // The server may have saved it: the same key is sent again.
  await tab.retryItem(tab.shown()[0]!);
  await tab.wake();
  expect(new Set(received.filter((_, at) => at !== 5).map(({ key }) => key)).size).toBe(1);
});

test('an item whose answer was lost before the server deleted its key is not sent again automatically', async () => {
  goOffline(true);
  const tab = await newTab(ANA);
  const id = await tab.enqueue(tab.pages, { texto: 'uno' });
  await tab.changeItem(id, { triedAt: Date.now() - 25 * HOUR_MS });
  goOffline(false);
  await tab.wake();
  expect(received).toEqual([]);
  expect(tab.shown()[0]!.refusal?.code).toBe('PERHAPS_SENT');
  await tab.retryItem(tab.shown()[0]!);
  await tab.wake();
  expect(texts()).toEqual(['uno']);
});

test('another user of the device neither sees nor sends it; its author sends it after signing in again', async () => {
  goOffline(true);
  const tab = await newTab(ANA);
  await tab.enqueue(tab.pages, { texto: 'de Ana' });
  goOffline(false);
  await tab.signIn(BETO);
  await tab.wake();
  expect(tab.shown()).toEqual([]);
  expect(received).toEqual([]);
  await tab.signIn(ANA);
  await tab.wake();
  expect(texts()).toEqual(['de Ana']);
});

test('it stops when the session ends, shows only how many wait, and continues after the next sign-in', async () => {
  const tab = await newTab(ANA);
  answerNext = () => refused(401, 'UNAUTHENTICATED');
  await tab.enqueue(tab.pages, { texto: 'uno' });
  await tab.signIn(null);
  await tab.wake();
  expect(tab.shown()).toEqual([]);
  expect(tab.readOutbox().held).toBe(1);
  await expect(tab.enqueue(tab.pages, { texto: 'dos' })).rejects.toThrow('Nobody is signed in');
  const tried = received.length;
  await tab.signIn(ANA);
  await tab.wake();
  expect(received).toHaveLength(tried + 1);
  expect(tab.readOutbox()).toMatchObject({ items: [], held: 0 });
});

test('offline, the author is remembered until the sign-out', async () => {
  goOffline(true);
  await newTab(ANA);
  const later = await newTab(undefined);
  expect(later.readOutbox().author).toEqual(ANA);
  await later.forgetAuthor();
  expect((await newTab(undefined)).readOutbox().author).toBeNull();
});

test('without disk space the item does not count as kept', async () => {
  goOffline(true);
  const tab = await newTab(ANA);
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await expect(tab.enqueue(tab.pages, { texto: 'uno' })).rejects.toThrow('Full');
  expect(tab.shown()).toEqual([]);
});

describe('a draft', () => {
  const photo = () => new File(['foto'], 'obra.jpg', { type: 'image/jpeg', lastModified: 1_700_000_000_000 });

  test('is there again with its files after the page was closed, and goes when its entry is kept', async () => {
    const tab = await newTab(ANA);
    const { openDraft } = await import('./openDraft.ts');
    const written = await openDraft('una');
    expect(written).toMatchObject({ kept: {}, at: null });
    const [first, second] = [photo(), photo()];
    written.put('campos', { texto: 'a medias', puntos: [{ fotos: [first, second] }] });
    written.put('campos', { texto: 'a medias', puntos: [{ fotos: [second] }] });
    written.close();
    written.put('campos', { texto: 'después de cerrar' });

    await vi.waitFor(async () => expect((await openDraft('una')).at).not.toBeNull());
    const again = await openDraft('una');
    expect(again.kept).toMatchObject({ campos: { texto: 'a medias', puntos: [{ fotos: [{ name: 'obra.jpg' }] }] } }); // prettier-ignore
    const { fotos } = (again.kept['campos'] as { puntos: { fotos: File[] }[] }).puntos[0]!;
    expect(await fotos[0]!.text()).toBe('foto');
    expect(fotos[0]!.lastModified).toBe(1_700_000_000_000);
    expect((await openDraft('un')).kept).toEqual({});

    await tab.enqueue(tab.pages, { texto: 'a medias' }, [], { draft: again });
    // What the form says of itself while it closes is not kept again.
    again.close();
    expect((await openDraft('una')).kept).toEqual({});
  });

  test('stays when its entry could not be kept', async () => {
    const tab = await newTab(ANA);
    const { openDraft } = await import('./openDraft.ts');
    const draft = await openDraft('una');
    draft.put('texto', 'a medias');
    const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new Error('Full');
    });
    await expect(tab.enqueue(tab.pages, { texto: 'a medias' }, [], { draft })).rejects.toThrow('Full');
    add.mockRestore();
    await vi.waitFor(async () => expect((await openDraft('una')).kept).toEqual({ texto: 'a medias' }));
  });

  test('is listed by the beginning of its name, and dropped when it is old', async () => {
    await newTab(ANA);
    const { openDraft } = await import('./openDraft.ts');
    const { draftsLike } = await import('./database.ts');
    for (const name of ['trabajo-7-1', 'trabajo-7-2', 'trabajo-71-1']) {
      const draft = await openDraft(name);
      draft.put('fotos', [photo()]);
      draft.close();
      await vi.waitFor(async () => expect((await openDraft(name)).at).not.toBeNull());
    }
    expect(await draftsLike('trabajo-7-', 0)).toEqual(['trabajo-7-1', 'trabajo-7-2']);
    expect(await draftsLike('trabajo-', Date.now() + HOUR_MS)).toEqual([]);
    expect(await draftsLike('trabajo-', 0)).toEqual([]);
    expect((await openDraft('trabajo-7-1')).kept).toEqual({});
  });
});
