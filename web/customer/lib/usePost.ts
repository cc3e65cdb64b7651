import { useRef, useState } from 'react';
import type { Answer, EndpointSpec } from '#contract/endpoint.ts';
import type { ErrorAnswer } from '#contract/errors.ts';
import { newKey, post, type Outcome, type Sendable, type UrlOf } from './post.ts';

type Refusal = Pick<ErrorAnswer, 'message' | 'errors' | 'code'>;

/**
 * Sending of one form: `busy` while a request is under way and, after success, until the page changes; `error` is what the
 * server (or `setError`) said last. One Idempotency-Key until it succeeds, so that a lost answer makes nothing twice.
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
    // The first try did arrive, and was changed since: it counts as another.
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

/** The sentence at each field of a refusal; the first where there are several. */
export const byField = (error: Pick<ErrorAnswer, 'errors'> | null): Record<string, string | undefined> =>
  Object.fromEntries((error?.errors ?? []).toReversed().map(({ field, message }) => [field, message]));
