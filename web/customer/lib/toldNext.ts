const KEY = 'llave.dicho';

/** Leaves a sentence for the page that opens next in this window. */
export function tellNext(text: string): void {
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // A private window may refuse: the next page shows the new state all the same.
  }
}

/** What the page before left to say, once; null when nothing. */
export function takeTold(): string | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text;
  } catch {
    return null;
  }
}
