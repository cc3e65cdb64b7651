import type { Outcome } from './post.ts';

type Refused = Extract<Outcome<unknown>, { ok: false }>;

/** No byte for so long: the line is dead, though nobody has said so. */
const STALL_MS = 30_000;
const LONGEST_WAIT_MS = 15_000;
/** The line, a proxy before the server, or too many at once: worth trying again. */
const TEMPORARY = [0, 408, 429, 502, 503, 504];

export const isBrokenLine = ({ status }: Refused) => TEMPORARY.includes(status);

/** Resolves when the line may be back: at once when the browser says so, else after a wait that doubles. Throws when aborted. */
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

/** Runs a request that is given up when nothing moves: a dead line answers like a broken one. */
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
