import { useBlocker, useRouter } from '@tanstack/react-router';
import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react';
import { askConfirm } from '../ui/ask.tsx';

/** Forms with unsaved work within a drawer or dialog, which asks before it closes. */
export const UnsavedWithin = createContext<Set<string> | null>(null);

const askLeave = () =>
  askConfirm({
    title: '¿Salir sin guardar?',
    text: 'Hay cambios sin guardar. Si sales ahora, se pierden.',
    confirm: 'Salir sin guardar',
    danger: true,
  });

/** For what closes around forms: `unsaved` is the value of UnsavedWithin, `mayLeave` asks while one of them has unsaved work. */
export function useUnsavedWithin(): { unsaved: Set<string>; mayLeave: () => Promise<boolean> } {
  const [unsaved] = useState(() => new Set<string>());
  return { unsaved, mayLeave: async () => unsaved.size === 0 || askLeave() };
}

/**
 * While `dirty`, leaving the page asks first (another page of ours, the window, a link), and so does the drawer around it. The
 * returned function asks the same for what closes by itself: true when one may leave.
 */
export function useUnsavedGuard(dirty: boolean): () => Promise<boolean> {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const around = useContext(UnsavedWithin);
  const id = useId();
  useEffect(() => {
    if (dirty) around?.add(id);
    return () => void around?.delete(id);
  }, [around, dirty, id]);
  const mayLeave = useCallback(async () => !dirty || askLeave(), [dirty]);
  // Within one mounted component the router is there or it is not: the order of hooks never changes.
  // oxlint-disable-next-line react-hooks/rules-of-hooks
  if (router)
    useBlocker({
      shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await mayLeave()),
      disabled: !dirty,
      enableBeforeUnload: dirty,
    });
  return mayLeave;
}
