import { useEffect, useRef, useState } from 'react';

/** What was typed under this key in this tab and not saved; it is taken out. */
function take(key: string): unknown {
  try {
    const kept = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return kept === null ? null : JSON.parse(kept);
  } catch {
    return null;
  }
}

function put(key: string, value: unknown): void {
  try {
    if (value !== null) sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or private browser: the form itself still has it.
  }
}

/**
 * Keeps what is typed when the form goes away unsaved: the session ended, another page, a reload. `read`
 * gives the draft, or null if there is nothing to keep; without a key nothing is kept.
 */
export function useKeptDraft<Draft>(key: string | null, read: () => Draft | null): void {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    if (key === null) return;
    const keep = () => put(key, latest.current());
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [key]);
}

/** The draft that was kept under a key, once. */
export function useTakenDraft<Draft>(key: string | null): Draft | null {
  const [taken] = useState(() => (key === null ? null : (take(key) as Draft | null)));
  return taken;
}
