import { useMutation } from '@tanstack/react-query';
import { beginViewAs, endViewAs } from '#contract/company/auth/viewAs.ts';
import { call } from '#web/office/lib/call.ts';
import { useUser } from '#web/office/lib/session.ts';

export type Whom = { role_id: number } | { user_id: number };

/** Reloads the office, so no data of the previous view stays in memory. */
const startOver = () => window.location.assign('/oficina');

export const useBeginViewAs = () =>
  useMutation({
    mutationFn: (whom: Whom) => call(beginViewAs, { body: whom }, { hold: false }),
    onSuccess: startOver,
  });

export const useEndViewAs = () =>
  useMutation({
    mutationFn: () => call(endViewAs, {}, { hold: false }),
    onSuccess: startOver,
  });

/** Whether the user may see and edit the administration. */
export function useMayLookAs(): boolean {
  const { permissions } = useUser();
  return permissions.includes('administracion.ver') && permissions.includes('administracion.editar');
}
