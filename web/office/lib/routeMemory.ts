import { dropCookie, readCookie, writeCookie } from './cookies.ts';

/** Spec §2.9 and rulings 8: where a person is, and where they were when their session ended. Each lives 1 day. */
const CURRENT = 'current_route';
const EXPIRED = 'last_expired_route';
const DAYS = 1;
/** Bytes of the text, as it stands in the cookie. */
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

/** Parameters that open something by themselves and so are kept nowhere. */
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

/** The text of a route; what does not fit is left out, the path last. */
function textOf(route: RememberedRoute): string | null {
  const whole = clean(route);
  const bare = { ...whole, meta: {}, query: {}, params: {}, hash: '' };
  for (const candidate of [whole, { ...whole, meta: {} }, bare, { ...bare, fullPath: whole.path }]) {
    const text = JSON.stringify(candidate);
    if (encodeURIComponent(text).length <= LIMIT) return text;
  }
  return null;
}

/** Notes where the person is now. */
export function rememberRoute(route: RememberedRoute): void {
  const text = textOf(route);
  if (text) writeCookie(CURRENT, text, DAYS);
}

/** Notes that the session ended here: `route`, or else the current one. */
export function rememberExpired(route?: RememberedRoute): void {
  const text = route ? textOf(route) : readCookie(CURRENT);
  if (text) writeCookie(EXPIRED, text, DAYS);
}

/**
 * After signing in: the address where the person was, once; the office's start when there is none, or when somebody
 * else had left it.
 */
export function takeLanding(userId?: number): string {
  const text = readCookie(EXPIRED);
  dropCookie(EXPIRED);
  try {
    const { fullPath, meta } = JSON.parse(text ?? '') as Partial<RememberedRoute>;
    const whose = meta?.['left_by'];
    return officeAddress(whose === undefined || whose === userId ? fullPath : undefined);
  } catch {
    // Nothing remembered, or nothing that can be read.
    return officeAddress(undefined);
  }
}

/** Leaving on purpose: the same person comes back to where they were; for anybody else there is no trace. */
export function rememberLeft(userId: number): void {
  const text = readCookie(CURRENT);
  forgetRoutes();
  try {
    const route = JSON.parse(text ?? '') as RememberedRoute;
    const left = JSON.stringify({ ...route, meta: { left_by: userId }, query: {}, params: {} });
    if (encodeURIComponent(left).length <= LIMIT) writeCookie(EXPIRED, left, DAYS);
  } catch {
    // Nothing to come back to.
  }
}

export function forgetRoutes(): void {
  dropCookie(CURRENT);
  dropCookie(EXPIRED);
}

/** An address of the office, or its start for anything else: neither a cookie nor a link may lead elsewhere. */
export function officeAddress(wanted: string | undefined): string {
  if (typeof wanted !== 'string' || !URL.canParse(wanted, window.location.origin)) return '/oficina';
  const url = new URL(wanted, window.location.origin);
  const ours = url.origin === window.location.origin && /^\/oficina(\/|$)/.test(url.pathname);
  return ours ? url.pathname + url.search + url.hash : '/oficina';
}
