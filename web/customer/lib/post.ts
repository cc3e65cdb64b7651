import { TEXTS } from '#contract/texts.ts';
import type { Answer, EndpointSpec } from '#contract/endpoint.ts';
import type { ErrorAnswer } from '#contract/errors.ts';
import { findAgain, isLost } from './lost.ts';

/** The URL of an endpoint with its parameters filled in: '/clientes/comprar/:modelId' accepts '/clientes/comprar/7'. */
export type UrlOf<Path extends string> = Path extends `${infer Before}/:${string}/${infer After}`
  ? `${Before}/${string}${UrlOf<`/${After}`>}`
  : Path extends `${infer Before}/:${string}`
    ? `${Before}/${string}`
    : Path;

export type Outcome<A> =
  | { ok: true; status: number; answer: A }
  | { ok: false; status: number; error: ErrorAnswer };

export interface PostOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Idempotency key. Pass the same one for the same content, so that it counts once. Generated if absent. */
  key?: string;
  /** Upload progress, 0-1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/** A form, JSON, the raw bytes of a file, or nothing. */
export type Sendable = FormData | Blob | Record<string, unknown> | null;

/**
 * Sends a form or JSON to a declared endpoint: `post<typeof buyModel>(`/clientes/comprar/${id}`, form)`. Only the
 * type of the declaration is used, so that the phone loads no schema. Renews a stale CSRF token and repeats the
 * request once. If this browser has lost the purchase, the user finds it again in a dialog, and the request is
 * repeated. A connection failure is an outcome with status 0 and code NETWORK. Throws only when aborted.
 */
export async function post<E extends EndpointSpec>(
  url: UrlOf<E['path']>,
  body: Sendable,
  options: PostOptions = {},
): Promise<Outcome<Answer<E>>> {
  const key = options.key ?? newKey();
  const first = await sendFresh<Answer<E>>(url, body, key, options);
  if (first.ok || !isLost(url, options.method ?? 'POST', first.status) || !(await findAgain())) return first;
  return sendFresh<Answer<E>>(url, body, key, options);
}

async function sendFresh<A>(
  url: string,
  body: Sendable,
  key: string,
  options: PostOptions,
): Promise<Outcome<A>> {
  const first = await send<A>(url, body, key, options);
  if (first.ok || first.error.code !== 'CSRF' || !(await renewToken())) return first;
  if (body instanceof FormData && body.has('_token')) body.set('_token', csrfToken());
  return send<A>(url, body, key, options);
}

/** A random key; `crypto.randomUUID` exists only on pages with https. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** The page's CSRF token, for requests that do not use `post`. */
export const csrfToken = (): string => tokenMeta()?.content ?? '';

const tokenMeta = () => document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]');

/** Replaces the page's CSRF token, which may be hours old. Returns false if there is no new one. */
async function renewToken(): Promise<boolean> {
  const fresh = await fetch('/api/csrf', { headers: { accept: 'application/json' } }).catch(() => null);
  const meta = tokenMeta();
  if (!fresh?.ok || !meta) return false;
  const { data } = (await fresh.json()) as { data: { token: string } };
  meta.content = data.token;
  return true;
}

function send<A>(url: string, body: Sendable, key: string, options: PostOptions): Promise<Outcome<A>> {
  const { method = 'POST', onProgress, signal } = options;
  const type = typeOf(body);
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('X-CSRF-TOKEN', csrfToken());
    request.setRequestHeader('Idempotency-Key', key);
    if (type) request.setRequestHeader('Content-Type', type);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => done(outcomeOf<A>(request)));
    for (const broken of ['error', 'timeout']) request.addEventListener(broken, () => done(lost));
    request.addEventListener('abort', () => fail(new DOMException('sending was given up', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (signal?.aborted) fail(new DOMException('sending was given up', 'AbortError'));
    else request.send(type === 'application/json' ? JSON.stringify(body) : (body as FormData | Blob | null));
  });
}

/** The browser sets the content type of a FormData itself, with its boundary. */
function typeOf(body: Sendable): string | null {
  if (body === null || body instanceof FormData) return null;
  return body instanceof Blob ? 'application/octet-stream' : 'application/json';
}

const lost: { ok: false; status: 0; error: ErrorAnswer } = {
  ok: false,
  status: 0,
  error: {
    message: `${TEXTS.sendFailed} Se perdió la conexión. Nada se borró: inténtalo de nuevo.`,
    code: 'NETWORK',
    request_id: '',
  },
};

function outcomeOf<A>({ status, responseText }: XMLHttpRequest): Outcome<A> {
  const answer = parsed(responseText);
  if (status >= 200 && status < 300) return { ok: true, status, answer: answer as A };
  const error = answer as ErrorAnswer | null;
  if (error && typeof error.message === 'string') return { ok: false, status, error };
  return {
    ok: false,
    status,
    error: {
      message: `${TEXTS.sendFailed} Inténtalo de nuevo en un momento.`,
      code: 'INTERNAL',
      request_id: '',
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
