import type { Outcome } from './post.ts';

type Refused = Extract<Outcome<unknown>, { ok: false }>;

/** Without a byte for this many ms, the connection counts as dead; the browser may not report it. */
const STALL_MS = 30_000;
const LONGEST_WAIT_MS = 15_000;
/** Statuses worth a retry: no connection, a timeout, a proxy error, or a rate limit. */
const TEMPORARY = [0, 408, 429, 502, 503, 504];

export const isBrokenLine = ({ status }: Refused) => TEMPORARY.includes(status);

/**
 * Resolves when a retry makes sense: when the browser is online again, or after an exponential wait. Throws when
 * aborted.
 */
export function lineBack(
  failures: number,
  retryAfter: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  const wait = retryAfter ? retryAfter * 1000 : Math.min(LONGEST_WAIT_MS, 500 * 2 ** failures);
  return new Promise((done, fail) => {
    const settle = (then: () => void) => () => {
      clearTimeout(timer);
      removeEventListener('online', back);
      signal.removeEventListener('abort', given);
      then();
    };
    const back = settle(done);
    const given = settle(() => fail(new DOMException('sending was given up', 'AbortError')));
    const timer = setTimeout(back, wait);
    addEventListener('online', back);
    signal.addEventListener('abort', given);
    if (signal.aborted) given();
  });
}

/** Runs a request and aborts it when it stalls. A stalled request has the same result as a broken connection. */
export async function watched<A>(
  signal: AbortSignal,
  act: (line: AbortSignal, moved: () => void) => Promise<Outcome<A>>,
): Promise<Outcome<A>> {
  const line = new AbortController();
  const cut = () => line.abort();
  let timer = setTimeout(cut, STALL_MS);
  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(cut, STALL_MS);
  };
  signal.addEventListener('abort', cut);
  try {
    return await act(line.signal, moved);
  } catch (fault) {
    if (signal.aborted) throw fault;
    const message = 'La conexión se detuvo. Inténtalo de nuevo.';
    return { ok: false, status: 0, error: { message, code: 'NETWORK', request_id: '' } };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cut);
  }
}
