import { useBlocker, useRouter } from '@tanstack/react-router';
import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react';
import { askConfirm } from '../ui/ask.tsx';
import { DraftContext } from './outbox/draftContext.ts';

/** Ids of the forms with unsaved changes inside a drawer or dialog, which asks before it closes. */
export const UnsavedWithin = createContext<Set<string> | null>(null);

const askLeave = () =>
  askConfirm({
    title: '¿Salir sin guardar?',
    text: 'Hay cambios sin guardar. Si sales ahora, se pierden.',
    confirm: 'Salir sin guardar',
    danger: true,
  });

/**
 * For a container of forms: `unsaved` is the value of UnsavedWithin; `mayLeave` asks if a form inside has unsaved
 * changes.
 */
export function useUnsavedWithin(): { unsaved: Set<string>; mayLeave: () => Promise<boolean> } {
  const [unsaved] = useState(() => new Set<string>());
  return { unsaved, mayLeave: async () => unsaved.size === 0 || askLeave() };
}

/**
 * While `unsaved`: asks before the user leaves the page (navigation, closing the window), and so does the drawer around
 * it. The returned function asks the same before a form closes by itself, and returns true if it may close.
 */
export function useUnsavedGuard(unsaved: boolean): () => Promise<boolean> {
  // What a draft keeps is not lost.
  const kept = useContext(DraftContext) !== null;
  const dirty = unsaved && !kept;
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const around = useContext(UnsavedWithin);
  const id = useId();
  useEffect(() => {
    if (dirty) around?.add(id);
    return () => void around?.delete(id);
  }, [around, dirty, id]);
  const mayLeave = useCallback(async () => !dirty || askLeave(), [dirty]);
  // The router is either always or never present for one mounted component, so the order of hooks never changes.
  // oxlint-disable-next-line react-hooks/rules-of-hooks
  if (router)
    useBlocker({
      shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await mayLeave()),
      disabled: !dirty,
      enableBeforeUnload: dirty,
    });
  return mayLeave;
}
