import { createContext, use, useEffect, useState } from 'react';

/** What is being written in a form, by the names of its parts. Kept on this device until it is saved. */
export interface Draft {
  /** What was kept before the form opened. */
  kept: Readonly<Record<string, unknown>>;
  /** Keeps a part, files too; undefined: nothing is written in it. */
  put: (part: string, value: unknown) => void;
}

/** The draft of the forms inside; null: nothing is kept. */
export const DraftContext = createContext<Draft | null>(null);

/** Leaves a form whose draft stays. */
export const LATER = 'Seguir después';

/** State that the draft around a form keeps. Without a draft it is the state alone. */
export function useDrafted<T>(part: string, first: T | (() => T)) {
  const draft = use(DraftContext);
  const [initial] = useState(first);
  const [value, setValue] = useState<T>(() =>
    draft && part in draft.kept ? (draft.kept[part] as T) : initial,
  );
  useEffect(
    () => draft?.put(part, isSame(value, initial) ? undefined : value),
    [draft, part, value, initial],
  );
  return [value, setValue] as const;
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
const isSame = (one: unknown, other: unknown) => one === other || (isEmpty(one) && isEmpty(other));
