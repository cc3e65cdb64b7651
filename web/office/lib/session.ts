import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Permission } from '#contract/access.ts';
import { currentUser, logout as endSession } from '#contract/company/auth/endpoints.ts';
import type { SignedInUser } from '#contract/company/auth/model.ts';
import { call } from './call.ts';
import { dropCookie } from './cookies.ts';
import { Refusal } from './refusal.ts';
import { toast } from '#web/office/ui/toast.tsx';
import { holdRefused, signedInAs } from './refused.ts';
import { report } from './report.ts';
import { forgetRoutes, rememberLeft } from './routeMemory.ts';

const NOT_YOURS = 'El cambio que quedó pendiente era de otra persona: no se envió.';
const SECOND_STEP_COOKIE = 'fa_auth';
/** Set when the server could not be told of a logout: its http-only cookie is still here. */
const PENDING_LOGOUT = 'llave-salida';

const refusedFor = (error: unknown, ...statuses: number[]) =>
  error instanceof Refusal && statuses.includes(error.status);

/**
 * Who is signed in, or null. Only 401 and 403 mean nobody (rulings 2); a line that breaks is asked again until it
 * answers.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<SignedInUser | null> => {
    if (localStorage.getItem(PENDING_LOGOUT)) await tellLogout();
    if (localStorage.getItem(PENDING_LOGOUT)) return null;
    try {
      const { data } = await call(currentUser, undefined, { signal });
      if (signedInAs(data.id)) toast.error(NOT_YOURS);
      return data;
    } catch (error) {
      if (!refusedFor(error, 401, 403)) throw error;
      dropCookie(SECOND_STEP_COOKIE);
      return null;
    }
  },
  staleTime: 60_000,
  retry: (failures, error) =>
    refusedFor(error, 0) || (error instanceof Refusal && error.passing && failures < 3),
  retryDelay: (failures) => Math.min(500 * 2 ** failures, 10_000),
});

/** The signed-in user, within pages under /oficina. */
export function useUser(): SignedInUser {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('useUser needs a signed-in page');
  return data;
}

/** Whether a role of the user grants it; while nobody is signed in, nothing is granted. */
export function useCan(permission: Permission): boolean {
  const { data } = useQuery(sessionQuery);
  return data?.permissions.includes(permission) ?? false;
}

/** Several at once, for menus. */
export function usePermissions(): ReadonlySet<string> {
  const { data } = useQuery(sessionQuery);
  return new Set(data?.permissions);
}

/** After a sign-in or a second step: asks anew who this is. */
export async function renewSession(client: QueryClient): Promise<SignedInUser | null> {
  localStorage.removeItem(PENDING_LOGOUT);
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey, refetchType: 'none' });
  return client.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/**
 * A call was answered 401: asks who is signed in, for only that fetch decides (rulings 2). Does nothing where nobody
 * is, nor while the question is under way: the fetch's own 401 comes through here too.
 */
export function recheckSession(client: QueryClient): void {
  const { queryKey } = sessionQuery;
  if (client.getQueryData(queryKey) && client.isFetching({ queryKey }) === 0)
    void client.invalidateQueries({ queryKey });
}

/** Signs out here whatever the server says; a failure is only logged and told to the server again later (spec §4). */
export async function logout(client: QueryClient): Promise<void> {
  const user = client.getQueryData(sessionQuery.queryKey);
  localStorage.setItem(PENDING_LOGOUT, '1');
  await tellLogout();
  dropCookie(SECOND_STEP_COOKIE);
  if (user) rememberLeft(user.id);
  else forgetRoutes();
  holdRefused(null);
  client.clear();
  client.setQueryData(sessionQuery.queryKey, null);
}

async function tellLogout(): Promise<void> {
  try {
    await call(endSession, undefined, { hold: false });
    localStorage.removeItem(PENDING_LOGOUT);
  } catch (error) {
    // 401: there is no session to end.
    if (refusedFor(error, 401)) localStorage.removeItem(PENDING_LOGOUT);
    else report(error, { during: 'logout' });
  }
}
