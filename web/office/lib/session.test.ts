import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listSessions } from '#contract/company/auth/endpoints.ts';
import { call, setCallHooks } from './call.ts';
import { readCookie, writeCookie } from './cookies.ts';
import { logout, recheckSession, renewSession, sessionQuery } from './session.ts';

const user = {
  id: 1,
  name: 'Ana',
  email: 'ana@demo.llave',
  user_type: { id: 1, name: 'Colaborador' },
  roles: [],
  permissions: ['ventas.ver'],
  two_factor: false,
};
const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const refused = (status: number) => Response.json({ message: 'No', code: 'X', request_id: 'r' }, { status });
const client = () => new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } });
const session = { ...sessionQuery, retryDelay: 0 };

beforeEach(() => {
  sent.mockReset();
  vi.stubGlobal('fetch', sent);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  writeCookie('fa_auth', '{"success":true}', 1);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the session', () => {
  it('is null when the server answers 401, and the second-step cookie is removed', async () => {
    sent.mockResolvedValueOnce(refused(401));
    expect(await client().fetchQuery(session)).toBeNull();
    expect(readCookie('fa_auth')).toBeNull();
  });

  it('retries after a network failure instead of signing out', async () => {
    sent
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValueOnce(Response.json({ data: user }));
    expect(await client().fetchQuery(session)).toEqual(user);
    expect(readCookie('fa_auth')).not.toBeNull();
  });

  it('checks the session once when another call gets 401', async () => {
    const cache = client();
    const signedOut = () => recheckSession(cache);
    setCallHooks({
      signedOut,
      secondStep: () => undefined,
      forbidden: () => undefined,
      prove: () => Promise.resolve(false),
      fault: () => undefined,
    });
    sent.mockResolvedValueOnce(Response.json({ data: user }));
    await cache.fetchQuery(session);
    // An observer, as the frame has.
    const stop = new QueryObserver(cache, { ...session, staleTime: Infinity }).subscribe(() => undefined);
    sent.mockImplementation(() => Promise.resolve(refused(401)));
    await call(listSessions).catch(() => undefined);
    await vi.waitFor(() => expect(cache.getQueryData(session.queryKey)).toBeNull());
    expect(sent.mock.calls.map(([url]) => url)).toEqual(['/api/user', '/api/auth/sessions', '/api/user']);
    stop();
  });

  it('leaves no data on logout, even if the server fails', async () => {
    const cache = client();
    cache.setQueryData(session.queryKey, user);
    cache.setQueryData(['/api/lotes', {}], { data: [] });
    sent.mockResolvedValueOnce(refused(500));
    await logout(cache);
    expect(cache.getQueryData(session.queryKey)).toBeNull();
    expect(cache.getQueryData(['/api/lotes', {}])).toBeUndefined();
    expect(readCookie('fa_auth')).toBeNull();
  });

  it('sends the logout to the server before it asks for the session', async () => {
    const cache = client();
    sent.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await logout(cache);
    sent
      .mockResolvedValueOnce(Response.json({ message: 'Sesión cerrada.' }))
      .mockResolvedValueOnce(refused(401));
    expect(await cache.fetchQuery({ ...session, staleTime: 0 })).toBeNull();
    expect(sent.mock.calls.map(([url]) => url)).toEqual(['/api/logout', '/api/logout', '/api/user']);
  });

  it('accepts a sign-in after a logout that the server never got', async () => {
    const cache = client();
    sent.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await logout(cache);
    sent.mockResolvedValueOnce(Response.json({ data: user }));
    expect(await renewSession(cache)).toEqual(user);
  });
});
