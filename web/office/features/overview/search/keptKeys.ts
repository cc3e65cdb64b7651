/** What was typed between the shortcut and the focus of the field. */
export interface KeptKeys {
  /** Ends the keeping, and returns the text and whether Enter was pressed after it. */
  take: () => { text: string; enter: boolean };
}

/** Keeps the keys from now on, so that no other part of the page gets them, until `take` or until `forMs` are over. */
export function keepKeys(forMs = 5000): KeptKeys {
  let text = '';
  let enter = false;
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') return stop();
    if (event.key === 'Enter') enter = true;
    else if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = () => {
    window.removeEventListener('keydown', keep, { capture: true });
    clearTimeout(timer);
  };
  window.addEventListener('keydown', keep, { capture: true });
  const timer = setTimeout(stop, forMs);
  return {
    take: () => {
      stop();
      return { text, enter };
    },
  };
}
