import { dropCookie, readCookie, writeCookie } from './cookies.ts';

/** Spec §2.9 and rulings 8: the current route, and the route where the session ended. Each cookie lives 1 day. */
const CURRENT = 'current_route';
const EXPIRED = 'last_expired_route';
const DAYS = 1;
/** Maximum length of the encoded cookie value, in bytes. */
const LIMIT = 1024;

export interface RememberedRoute {
  name: string;
  meta: Record<string, unknown>;
  path: string;
  hash: string;
  query: Record<string, unknown>;
  params: Record<string, unknown>;
  fullPath: string;
}

/** Parameters that give access by themselves: never store them. */
const SECRET = /token|clave|password|secret|^code$/i;

const withoutSecrets = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !SECRET.test(name)));

function clean(route: RememberedRoute): RememberedRoute {
  const url = new URL(route.fullPath, window.location.origin);
  for (const name of Array.from(url.searchParams.keys()))
    if (SECRET.test(name)) url.searchParams.delete(name);
  const hash = SECRET.test(url.hash) ? '' : url.hash;
  return {
    ...route,
    hash: SECRET.test(route.hash) ? '' : route.hash,
    query: withoutSecrets(route.query),
    params: withoutSecrets(route.params),
    fullPath: url.pathname + url.search + hash,
  };
}

/** The route as JSON. If it is too long, drops details first and the path last; null if it does not fit. */
function textOf(route: RememberedRoute): string | null {
  const whole = clean(route);
  const bare = { ...whole, meta: {}, query: {}, params: {}, hash: '' };
  for (const candidate of [whole, { ...whole, meta: {} }, bare, { ...bare, fullPath: whole.path }]) {
    const text = JSON.stringify(candidate);
    if (encodeURIComponent(text).length <= LIMIT) return text;
  }
  return null;
}

/** Stores the current route. */
export function rememberRoute(route: RememberedRoute): void {
  const text = textOf(route);
  if (text) writeCookie(CURRENT, text, DAYS);
}

/** Stores where the session ended: `route`, or else the current one. */
export function rememberExpired(route?: RememberedRoute): void {
  const text = route ? textOf(route) : readCookie(CURRENT);
  if (text) writeCookie(EXPIRED, text, DAYS);
}

/**
 * The URL to open after a sign-in: where the session ended. Can be read once. Returns the start page of the office if
 * there is none, or if another user had signed out there.
 */
export function takeLanding(userId?: number): string {
  const text = readCookie(EXPIRED);
  dropCookie(EXPIRED);
  try {
    const { fullPath, meta } = JSON.parse(text ?? '') as Partial<RememberedRoute>;
    const whose = meta?.['left_by'];
    return officeAddress(whose === undefined || whose === userId ? fullPath : undefined);
  } catch {
    // The cookie is missing or invalid.
    return officeAddress(undefined);
  }
}

/** After a sign-out: the same user returns to the last page; another user does not see it. */
export function rememberLeft(userId: number): void {
  const text = readCookie(CURRENT);
  forgetRoutes();
  try {
    const route = JSON.parse(text ?? '') as RememberedRoute;
    const left = JSON.stringify({ ...route, meta: { left_by: userId }, query: {}, params: {} });
    if (encodeURIComponent(left).length <= LIMIT) writeCookie(EXPIRED, left, DAYS);
  } catch {
    // There is no valid route to store.
  }
}

export function forgetRoutes(): void {
  dropCookie(CURRENT);
  dropCookie(EXPIRED);
}

/** Returns `wanted` if it is a URL of the office, else `/oficina`. Prevents an open redirect by a cookie or a link. */
export function officeAddress(wanted: string | undefined): string {
  if (typeof wanted !== 'string' || !URL.canParse(wanted, window.location.origin)) return '/oficina';
  const url = new URL(wanted, window.location.origin);
  const ours = url.origin === window.location.origin && /^\/oficina(\/|$)/.test(url.pathname);
  return ours ? url.pathname + url.search + url.hash : '/oficina';
}
