import { useRef, useState } from 'react';
import type { Answer, EndpointSpec } from '#contract/endpoint.ts';
import type { ErrorAnswer } from '#contract/errors.ts';
import { newKey, post, type Outcome, type Sendable, type UrlOf } from './post.ts';

type Refusal = Pick<ErrorAnswer, 'message' | 'errors' | 'code'>;

/**
 * Sends one form. `busy`: a request is in progress, or it succeeded and the page is about to change. `error`: the
 * last refusal of the server or of `setError`. The Idempotency-Key stays the same until success, so that a retry
 * after a lost answer saves once.
 */
export function usePost<E extends EndpointSpec>() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Refusal | null>(null);
  const key = useRef<string>(undefined);

  async function send(url: UrlOf<E['path']>, body: Sendable): Promise<Outcome<Answer<E>>> {
    setBusy(true);
    setError(null);
    key.current ??= newKey();
    let outcome = await post<E>(url, body, { key: key.current });
    // The server saved the first attempt, and the content has changed since: send it with a new key.
    if (!outcome.ok && outcome.error.code === 'IDEMPOTENCY')
      outcome = await post<E>(url, body, { key: (key.current = newKey()) });
    if (outcome.ok) key.current = newKey();
    else {
      setBusy(false);
      setError(outcome.error);
    }
    return outcome;
  }
  return { busy, error, setError, setBusy, send };
}

/** The messages of a refusal by field; the first one if a field has several. */
export const byField = (error: Pick<ErrorAnswer, 'errors'> | null): Record<string, string | undefined> =>
  Object.fromEntries((error?.errors ?? []).toReversed().map(({ field, message }) => [field, message]));
