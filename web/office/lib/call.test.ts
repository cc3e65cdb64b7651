import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { ACTING_HEADER } from '#contract/company/auth/rules.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { call, setCallHooks } from './call.ts';
import { Refusal } from './refusal.ts';
import { refreshed, refreshIn } from './refresh.ts';
import { queryOf } from './query.ts';
import { holdRefused, refusedAction, signedInAs } from './refused.ts';

const list = endpoint({
  method: 'GET',
  path: '/api/lotes/:id',
  access: 'staff',
  summary: 'x',
  params: z.object({ id: z.number() }),
  query: z.object({ q: z.string().optional() }),
  answer: data(z.array(z.object({ id: z.number() }))),
});
const create = endpoint({
  method: 'POST',
  path: '/api/lotes',
  access: 'staff',
  summary: 'x',
  body: z.object({ lote: z.string() }),
  answer: data(z.object({ id: z.number() })),
  idempotent: true,
});

const answer = (status: number, body: unknown) => Response.json(body, { status });
const stale = () =>
  answer(403, { message: 'La página estuvo abierta mucho tiempo.', code: 'CSRF', request_id: 'r1' });
const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const header = (turn: number, name: string) => new Headers(sent.mock.calls[turn]?.[1].headers).get(name);
const hooks = {
  signedOut: vi.fn<() => void>(),
  secondStep: vi.fn<() => void>(),
  forbidden: vi.fn<() => void>(),
  prove: vi.fn<() => Promise<boolean>>(),
  fault: vi.fn<(refusal: Refusal) => void>(),
};

beforeEach(() => {
  document.head.innerHTML = '<meta name="csrf-token" content="first">';
  sent.mockReset();
  vi.stubGlobal('fetch', sent);
  setCallHooks(hooks);
  for (const hook of Object.values(hooks)) hook.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  holdRefused(null);
});

const refusalOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
};

describe('call', () => {
  it('fills in the URL and sends the CSRF token of the page', async () => {
    sent.mockResolvedValueOnce(answer(200, { data: [{ id: 1 }] }));
    expect(await call(list, { params: { id: 7 }, query: { q: 'A 1' } })).toEqual({ data: [{ id: 1 }] });
    expect(sent.mock.calls[0]?.[0]).toBe('/api/lotes/7?q=A+1');
    expect(header(0, 'X-CSRF-TOKEN')).toBe('first');
  });

  it('renews a stale CSRF token once and repeats with the same idempotency key', async () => {
    sent
      .mockResolvedValueOnce(stale())
      .mockResolvedValueOnce(answer(200, { data: { token: 'second' } }))
      .mockResolvedValueOnce(answer(200, { data: { id: 3 } }));
    expect(await call(create, { body: { lote: 'A-01' } })).toEqual({ data: { id: 3 } });
    expect(sent.mock.calls.map(([url]) => url)).toEqual(['/api/lotes', '/api/csrf', '/api/lotes']);
    expect(header(2, 'X-CSRF-TOKEN')).toBe('second');
    expect(header(2, 'Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
    expect(header(2, 'Idempotency-Key')).toBe(header(0, 'Idempotency-Key'));
  });

  it('stops when the renewed token is refused too, and does not sign out', async () => {
    sent
      .mockResolvedValueOnce(stale())
      .mockResolvedValueOnce(answer(200, { data: { token: 'second' } }))
      .mockResolvedValueOnce(stale());
    expect((await refusalOf(call(create, { body: { lote: 'A-01' } }))).code).toBe('CSRF');
    expect(sent).toHaveBeenCalledTimes(3);
    expect(hooks.signedOut).not.toHaveBeenCalled();
  });

  it('raises the fields of a 422 and keeps nothing for a retry', async () => {
    const errors = [{ field: 'grupo_familiar[0][cedula]', message: 'Cédula inválida.' }];
    sent.mockResolvedValueOnce(
      answer(422, { message: 'Verifica', code: 'INVALID', errors, request_id: 'r' }),
    );
    expect((await refusalOf(call(create, { body: { lote: '' } }))).fields).toEqual(errors);
    expect(refusedAction()).toBeNull();
  });

  it('keeps a change that failed with a 5xx, and repeats the same request', async () => {
    sent.mockResolvedValueOnce(
      answer(503, { message: 'Hay muchas visitas', code: 'OVERLOADED', request_id: 'r9' }),
    );
    const refusal = await refusalOf(call(create, { body: { lote: 'A-01' } }));
    expect(hooks.fault).toHaveBeenCalledExactlyOnceWith(refusal);
    expect(refusedAction()).toMatchObject({
      request: { method: 'POST', url: '/api/lotes', body: { lote: 'A-01' } },
      message: 'Hay muchas visitas',
      alternativeUrl: '/',
      repeatable: true,
    });
    sent.mockResolvedValueOnce(answer(200, { data: { id: 4 } }));
    await refusedAction()?.repeat();
    expect(header(1, 'Idempotency-Key')).toBe(header(0, 'Idempotency-Key'));
    expect(refusedAction()).toBeNull();
  });

  it('drops the kept change of one user when another signs in, and sends the author of each change', async () => {
    signedInAs(7);
    sent.mockImplementation(() =>
      Promise.resolve(answer(500, { message: 'x', code: 'INTERNAL', request_id: 'r' })),
    );
    await refusalOf(call(create, { body: { lote: 'A-1' } }));
    expect(header(0, ACTING_HEADER)).toBe('7');
    expect(refusedAction()?.by).toBe(7);
    expect(signedInAs(7)).toBe(false);
    expect(refusedAction()).not.toBeNull();
    expect(signedInAs(8)).toBe(true);
    expect(refusedAction()).toBeNull();
  });

  it('asks for the password if a call needs it, and repeats the call', async () => {
    hooks.prove.mockResolvedValue(true);
    sent.mockResolvedValueOnce(answer(403, { message: 'x', code: 'PROOF_NEEDED', request_id: 'r' }));
    sent.mockResolvedValueOnce(answer(200, { data: { id: 1 } }));
    expect(await call(create, { body: { lote: 'A-1' } })).toEqual({ data: { id: 1 } });
    expect(hooks.forbidden).not.toHaveBeenCalled();
    sent.mockImplementation(() =>
      Promise.resolve(answer(403, { message: 'x', code: 'PROOF_NEEDED', request_id: 'r' })),
    );
    hooks.prove.mockResolvedValue(false);
    await refusalOf(call(create, { body: { lote: 'A-1' } }));
    expect(refusedAction()).toBeNull();
  });

  it('never keeps a request that the caller marks as secret', async () => {
    sent.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const refusal = await refusalOf(call(create, { body: { lote: 'clave' } }, { hold: false }));
    expect(refusal).toMatchObject({ status: 0, code: 'NETWORK', passing: true });
    expect(refusedAction()).toBeNull();
  });

  it('distinguishes a second step that is due from a session that has ended', async () => {
    sent.mockResolvedValueOnce(answer(401, { message: 'Confirma', code: 'SECOND_STEP', request_id: 'r' }));
    await refusalOf(call(list, { params: { id: 1 } }));
    expect(hooks.secondStep).toHaveBeenCalledOnce();
    expect(hooks.signedOut).not.toHaveBeenCalled();
    sent.mockResolvedValueOnce(
      answer(401, { message: 'Inicia sesión', code: 'UNAUTHENTICATED', request_id: 'r' }),
    );
    await refusalOf(call(list, { params: { id: 1 } }));
    expect(hooks.signedOut).toHaveBeenCalledOnce();
  });

  it('reads an error that is not in our format, for example from a proxy', async () => {
    sent.mockResolvedValueOnce(new Response('<h1>502</h1>', { status: 502 }));
    expect((await refusalOf(call(list, { params: { id: 1 } }))).message).toBe(
      '¡Algo salió mal! Inténtalo de nuevo.',
    );
  });

  it('keeps an aborted request an AbortError', async () => {
    sent.mockRejectedValueOnce(new DOMException('Cancelado', 'AbortError'));
    await expect(call(list, { params: { id: 1 } })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the data that a call touches', () => {
  const lots = endpoint({ ...list, path: '/api/lotes', params: z.object({}), shows: ['lote'] });
  const people = endpoint({ ...list, path: '/api/people', params: z.object({}), shows: ['persona'] });
  const lot = endpoint({ ...list, shows: ['lote'] });
  const build = endpoint({ ...create, touches: ['lote', 'vivienda'] });
  const remove = endpoint({
    method: 'DELETE',
    path: '/api/lotes/:id',
    access: 'staff',
    touches: ['lote'],
    summary: 'x',
    params: z.object({ id: z.number() }),
    answer: z.object({}),
  });
  const client = new QueryClient();
  const keys = {
    lots: queryOf(lots, { params: {} }).queryKey,
    people: queryOf(people, { params: {} }).queryKey,
    lot: queryOf(lot, { params: { id: 3 } }).queryKey,
  };
  const old = () =>
    Object.entries(keys)
      .filter(([, queryKey]) => client.getQueryState(queryKey)?.isInvalidated)
      .map(([name]) => name);

  beforeEach(async () => {
    client.clear();
    refreshIn(client);
    sent.mockImplementation(() => Promise.resolve(answer(200, { data: [] })));
    await client.fetchQuery(queryOf(lots, { params: {} }));
    await client.fetchQuery(queryOf(people, { params: {} }));
    await client.fetchQuery(queryOf(lot, { params: { id: 3 } }));
  });

  it('every answer that shows it becomes stale, and no other', async () => {
    await call(build, { body: { lote: 'A-1' } });
    await refreshed();
    expect(old()).toEqual(['lots', 'lot']);
  });

  it('stays fresh if the call is refused or is a dry run', async () => {
    await call(build, { body: { lote: 'A-1' } }, { refresh: false });
    sent.mockImplementation(() =>
      Promise.resolve(answer(422, { message: 'No.', code: 'INVALID', request_id: 'r1' })),
    );
    await refusalOf(call(build, { body: { lote: 'A-1' } }));
    await refreshed();
    expect(old()).toEqual([]);
  });

  it('is not fetched again after it was removed', async () => {
    await call(remove, { params: { id: 3 } });
    await refreshed();
    expect(old()).toEqual(['lots']);
  });
});
