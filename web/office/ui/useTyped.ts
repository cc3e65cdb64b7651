import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';

/**
 * What was typed and cannot be what it says stands as it is, with its sentence, and its form is not sent: a field never changes it
 * into something else. `wrong`: the sentence, or null. Answers the error to show (only once the field was left or the form sent, as
 * one says nothing to a person who is still typing) and what the input needs.
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
    // Before the form's own handler, which React keeps further out.
    form?.addEventListener('submit', stop, { capture: true });
    return () => form?.removeEventListener('submit', stop, { capture: true });
  }, []);
  return { error: shown ? wrong : null, ref, left: () => setShown(wrong !== null) };
}
