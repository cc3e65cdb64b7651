import { beforeEach, describe, expect, it } from 'vitest';
import { dropCookie, readCookie } from './cookies.ts';
import {
  forgetRoutes,
  officeAddress,
  rememberExpired,
  rememberLeft,
  rememberRoute,
  takeLanding,
  type RememberedRoute,
} from './routeMemory.ts';

const route = (fullPath: string, more: Partial<RememberedRoute> = {}): RememberedRoute => ({
  name: '/oficina/ventas',
  meta: { title: 'Ventas' },
  path: fullPath.split(/[?#]/)[0] ?? fullPath,
  hash: '',
  query: {},
  params: {},
  fullPath,
  ...more,
});

beforeEach(() => {
  dropCookie('current_route');
  dropCookie('last_expired_route');
});

describe('route memory', () => {
  it('stores the whole route as text', () => {
    const given = route('/oficina/ventas?page=2#pagos', {
      hash: 'pagos',
      query: { page: 2 },
      params: { id: '7' },
    });
    rememberRoute(given);
    expect(JSON.parse(readCookie('current_route') ?? '')).toEqual(given);
  });

  it('returns once to the page where the session ended', () => {
    rememberRoute(route('/oficina/ventas?page=2'));
    rememberExpired();
    expect(takeLanding()).toBe('/oficina/ventas?page=2');
    expect(takeLanding()).toBe('/oficina');
  });

  it('stores no token', () => {
    rememberRoute(
      route('/oficina?token=abc&page=2', {
        query: { token: 'abc', page: 2 },
        params: { token: 'abc' },
        hash: 'token=abc',
      }),
    );
    expect(readCookie('current_route')).not.toContain('abc');
    rememberExpired();
    expect(takeLanding()).toBe('/oficina?page=2');
  });

  it('stays within 1 kB and drops the details before the path', () => {
    const long = 'á'.repeat(400);
    rememberRoute(route(`/oficina/ventas?q=${long}`, { query: { q: long } }));
    const text = readCookie('current_route') ?? '';
    expect(encodeURIComponent(text).length).toBeLessThanOrEqual(1024);
    expect(JSON.parse(text)).toMatchObject({ path: '/oficina/ventas', fullPath: '/oficina/ventas' });
  });

  it('removes both cookies', () => {
    rememberRoute(route('/oficina/ventas'));
    forgetRoutes();
    rememberExpired();
    expect(takeLanding()).toBe('/oficina');
  });

  it('returns the user to the page of the sign-out, and no other user', () => {
    rememberRoute(route('/oficina/ventas?page=2'));
    rememberLeft(7);
    expect(readCookie('current_route')).toBeNull();
    expect(takeLanding(7)).toBe('/oficina/ventas?page=2');
    rememberRoute(route('/oficina/ventas?page=2'));
    rememberLeft(7);
    expect(takeLanding(8)).toBe('/oficina');
    expect(takeLanding(7)).toBe('/oficina');
  });

  it.each([
    'https://evil.example/oficina',
    '//evil.example/oficina',
    '/oficina/../clientes',
    '/oficinas',
    'javascript:alert(1)',
    'http://',
  ])('never leads to %s', (address) => {
    expect(officeAddress(address)).toBe('/oficina');
  });

  it('survives an unreadable cookie', () => {
    document.cookie = 'last_expired_route=%E0%A4%A; Path=/';
    expect(takeLanding()).toBe('/oficina');
  });
});
