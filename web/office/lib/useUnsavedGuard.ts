import { useBlocker, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { askConfirm } from '../ui/ask.tsx';

/**
 * While `dirty`, leaving the page asks first (another page of ours, the window, a link). The returned function asks
 * the same for a drawer: true when one may leave.
 */
export function useUnsavedGuard(dirty: boolean): () => Promise<boolean> {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const mayLeave = useCallback(
    async () =>
      !dirty ||
      askConfirm({
        title: '¿Salir sin guardar?',
        text: 'Hay cambios sin guardar. Si sales ahora, se pierden.',
        confirm: 'Salir sin guardar',
        danger: true,
      }),
    [dirty],
  );
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
