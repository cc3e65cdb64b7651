import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';

/**
 * For a field with an invalid typed text: the text stays unchanged and the form is not sent. `wrong`: the error, or
 * null. Returns the error to show (only after blur or submit, not while the user types) and what the input needs.
 */
export function useTyped(wrong: string | null): {
  error: string | null;
  ref: RefObject<HTMLInputElement | null>;
  left: () => void;
} {
  const ref = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  if (shown && wrong === null) setShown(false);
  const stop = useEffectEvent((event: Event) => {
    if (wrong === null) return;
    event.preventDefault();
    event.stopPropagation();
    setShown(true);
    ref.current?.focus();
  });
  useEffect(() => {
    const form = ref.current?.form;
    // In the capture phase, before the form's own handler, which React attaches to the root.
    form?.addEventListener('submit', stop, { capture: true });
    return () => form?.removeEventListener('submit', stop, { capture: true });
  }, []);
  return { error: shown ? wrong : null, ref, left: () => setShown(wrong !== null) };
}
