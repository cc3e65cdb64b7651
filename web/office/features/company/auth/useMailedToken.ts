import { useEffect, useState } from 'react';

export interface MailedToken {
  token: string;
  /** Another password, or the first one of somebody invited. */
  kind: 'clave' | 'invitacion';
}

/**
 * The token of a mailed link, from the address's fragment (which no server and no referrer sees). It is taken out of
 * the address at once, so that neither history nor a shared screen keeps it.
 */
export function useMailedToken(): MailedToken | null {
  const [mailed] = useState<MailedToken | null>(() => {
    const fragment = new URLSearchParams(window.location.hash.slice(1));
    for (const kind of ['clave', 'invitacion'] as const) {
      const token = fragment.get(kind);
      if (token) return { kind, token };
    }
    return null;
  });
  useEffect(() => {
    if (mailed) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [mailed]);
  return mailed;
}
