import { useEffect, useState } from 'react';

export interface MailedToken {
  token: string;
  /** clave: a new password; invitacion: the first password of an invited user. */
  kind: 'clave' | 'invitacion';
}

/**
 * The token of a mailed link. It is in the URL fragment, which no server or referrer sees. The hook removes it from the
 * URL at once, so that history and shared screens do not show it.
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
