import { urlOf, type Answer, type Args, type EndpointSpec } from '#contract/endpoint.ts';
import { csrfToken, renewCsrf } from './csrf.ts';
import { countIn } from './inFlight.ts';
import { changed } from './refresh.ts';
import { breadcrumb } from './report.ts';
import { networkRefusal, Refusal, refusalOf } from './refusal.ts';
import { ACTING_HEADER } from '#contract/company/auth/rules.ts';
import { holdRefused, refusedAction, signedInHere } from './refused.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** One key per action. To make a retry safe, pass the same key. Otherwise an idempotent endpoint gets a new key. */
  idempotencyKey?: string | undefined;
  /** false: do not keep a refused request for a retry, because the body contains a password or a code. */
  hold?: boolean | undefined;
  /** false: do not refetch. For a dry run, or for one of many calls after which the caller calls `changed` once. */
  refresh?: boolean | undefined;
}

/** How the application reacts to refused calls. main.tsx sets the hooks once, so this file imports no screen. */
export interface CallHooks {
  /** 401: the session has ended. */
  signedOut(): void;
  /** 401 SECOND_STEP: the second step is due. */
  secondStep(): void;
  /** 403: the user's permissions may have changed, or the user views as somebody else. */
  forbidden(): void;
  /** 403 PROOF_NEEDED: asks for the password. True: the user gave it, and the call repeats. */
  prove(): Promise<boolean>;
  /** 5xx: shows the error with its request id. */
  fault(refusal: Refusal): void;
}
let hooks: CallHooks = {
  signedOut: () => {},
  secondStep: () => {},
  forbidden: () => {},
  prove: () => Promise.resolve(false),
  fault: () => {},
};
export const setCallHooks = (given: CallHooks) => {
  hooks = given;
};

/** Sign-in calls: they identify the user themselves, so they send no acting user. */
const SIGNING_IN = new Set([
  '/api/login',
  '/api/login/second_step',
  '/api/login/email_code',
  '/ingresar/cambiar',
]);

/** The arguments are optional if the endpoint takes none. */
export type Given<E extends EndpointSpec> =
  object extends Args<E> ? [args?: Args<E>, options?: CallOptions] : [args: Args<E>, options?: CallOptions];

/**
 * Calls an endpoint of contract/. Raises Refusal (422 with its fields; a network failure has status 0) or
 * AbortError. If the CSRF token is stale, renews it and repeats the call once (rulings 9).
 */
export async function call<const E extends EndpointSpec>(
  spec: E,
  ...[args, options = {}]: Given<E>
): Promise<Answer<E>> {
  const prepared = prepare(spec, args, options);
  return watched(prepared, async () => {
    const send = () =>
      fetch(prepared.url, {
        method: spec.method,
        headers: headersOf(prepared),
        body: prepared.payload,
        credentials: 'same-origin',
        signal: options.signal ?? null,
      });
    let response = await send();
    let body = await readBody(response);
    if (isStaleCsrf(response.status, body)) {
      await renewCsrf();
      response = await send();
      body = await readBody(response);
    }
    return { status: response.status, body };
  }) as Promise<Answer<E>>;
}

/** Like call(), for forms with files. Reports the share sent so far, 0-1. */
export async function upload<const E extends EndpointSpec>(
  spec: E,
  args: Args<E>,
  options: CallOptions & { onProgress: (share: number) => void },
): Promise<Answer<E>> {
  const prepared = prepare(spec, args, options);
  return watched(prepared, async () => {
    let answer = await sendWithProgress(prepared, options);
    if (isStaleCsrf(answer.status, answer.body)) {
      await renewCsrf();
      answer = await sendWithProgress(prepared, options);
    }
    return answer;
  }) as Promise<Answer<E>>;
}

/** A random 128-bit key. `crypto.randomUUID` does not exist on a page without TLS. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

interface Prepared {
  spec: EndpointSpec;
  url: string;
  payload: BodyInit | null;
  body: unknown;
  key: string | undefined;
  held: boolean;
  refresh: boolean;
}

function prepare(spec: EndpointSpec, args: object | undefined, options: CallOptions): Prepared {
  const { params, query, body } = (args ?? {}) as { params?: object; query?: object; body?: unknown };
  const payload = body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body);
  const key = options.idempotencyKey ?? (spec.idempotent ? newKey() : undefined);
  return {
    spec,
    url: urlOf(spec, { params, query }),
    payload,
    body,
    key,
    held: spec.method !== 'GET' && options.hold !== false,
    refresh: options.refresh !== false,
  };
}

function headersOf({ spec, payload, key }: Prepared): Record<string, string> {
  const maker = spec.method === 'GET' || SIGNING_IN.has(spec.path) ? null : signedInHere();
  return {
    Accept: 'application/json',
    'X-CSRF-TOKEN': csrfToken(),
    ...(typeof payload === 'string' && { 'Content-Type': 'application/json' }),
    ...(key && { 'Idempotency-Key': key }),
    // Another tab may have signed in another user. The server rejects a change by any other author (finding M6).
    ...(maker !== null && { [ACTING_HEADER]: String(maker) }),
  };
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isStaleCsrf = (status: number, body: unknown) =>
  status === 403 && (body as { code?: unknown } | undefined)?.code === 'CSRF';

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Counts the request in flight, turns an error status into a Refusal, and runs the hooks. */
async function watched(
  prepared: Prepared,
  send: () => Promise<{ status: number; body: unknown }>,
  proved = false,
): Promise<unknown> {
  const out = countIn();
  try {
    const { status, body } = await send();
    if (status >= 200 && status < 300) {
      if (refusedAction()?.request.url === prepared.url) holdRefused(null);
      if (prepared.refresh) changed(prepared.spec);
      return body;
    }
    throw refusalOf(status, body);
  } catch (error) {
    if (isAbort(error)) {
      // Nobody wants its answer any more: only the trace of an error report tells of it (spec §8).
      breadcrumb(`cancelado ${prepared.spec.path}`);
      throw error;
    }
    const refusal = error instanceof Refusal ? error : networkRefusal();
    const provable = refusal.code === 'PROOF_NEEDED';
    if (provable && !proved && (await hooks.prove())) return await watched(prepared, send, true);
    if (prepared.held && !provable && refusal.status !== 422) hold(prepared, refusal, send);
    if (refusal.code === 'SECOND_STEP') hooks.secondStep();
    else if (refusal.status === 401) hooks.signedOut();
    else if (refusal.status === 403 && !provable && refusal.code !== 'CSRF') hooks.forbidden();
    else if (refusal.status >= 500) hooks.fault(refusal);
    throw refusal;
  } finally {
    out();
  }
}

function hold(
  prepared: Prepared,
  refusal: Refusal,
  send: () => Promise<{ status: number; body: unknown }>,
): void {
  const { spec, url, body } = prepared;
  const named = (refusal.answer.current as { url?: unknown } | undefined)?.url;
  holdRefused({
    request: { method: spec.method, url, body },
    message: refusal.message,
    by: signedInHere(),
    alternativeUrl: typeof named === 'string' ? named : window.location.pathname + window.location.search,
    repeatable: refusal.passing || refusal.status === 401,
    repeat: () => watched(prepared, send),
  });
}

function sendWithProgress(
  prepared: Prepared,
  { signal, onProgress }: CallOptions & { onProgress: (share: number) => void },
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open(prepared.spec.method, prepared.url);
    for (const [name, value] of Object.entries(headersOf(prepared))) request.setRequestHeader(name, value);
    request.responseType = 'text';
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener('load', () => {
      let body: unknown;
      try {
        body = JSON.parse(request.responseText);
      } catch {
        body = undefined;
      }
      resolve({ status: request.status, body });
    });
    request.addEventListener('error', () => reject(networkRefusal()));
    request.addEventListener('abort', () => reject(new DOMException('Cancelado', 'AbortError')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    if (signal?.aborted) return reject(new DOMException('Cancelado', 'AbortError'));
    signal?.addEventListener('abort', stop);
    request.send(prepared.payload as XMLHttpRequestBodyInit | null);
  });
}
