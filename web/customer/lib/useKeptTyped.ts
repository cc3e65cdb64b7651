import { useEffect, useRef, type FormEvent } from 'react';

/** Fields of a form that hold text, without the token. */
const textsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (one): one is HTMLTextAreaElement | HTMLSelectElement =>
      one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement,
  );

/**
 * Keeps what is typed in a form in this tab until it is sent: a phone may close the page while its camera is open. `ref` and
 * `onInput` go to the form; call `forget` when it was sent.
 */
export function useKeptTyped(key: string) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, string>;
      for (const field of textsOf(form.current!))
        if (field.value === '') field.value = kept[field.name] ?? '';
    } catch {
      // Storage is blocked. The form works without it.
    }
  }, [key]);
  return {
    ref: form,
    onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      try {
        const typed = textsOf(currentTarget).map(({ name, value }) => [name, value] as const);
        sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(typed)));
      } catch {
        // The same.
      }
    },
    forget: () => {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // There was no storage.
      }
    },
  };
}
