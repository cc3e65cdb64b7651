import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Permission } from '#contract/access.ts';
import { currentUser, logout as endSession } from '#contract/company/auth/endpoints.ts';
import type { SignedInUser } from '#contract/company/auth/model.ts';
import { isColleague } from '#contract/company/users/model.ts';
import { switchOff } from '#web/design/push.ts';
import { call } from './call.ts';
import { dropCookie } from './cookies.ts';
import { Refusal } from './refusal.ts';
import { toast } from '#web/office/ui/toast.tsx';
import { holdRefused, signedInAs } from './refused.ts';
import { forgetRecent } from './recent.ts';
import { report } from './report.ts';
import { forgetRoutes, rememberLeft } from './routeMemory.ts';

const NOT_YOURS = 'El cambio que quedó pendiente era de otra persona: no se envió.';
const SECOND_STEP_COOKIE = 'fa_auth';
/** Set if the logout did not reach the server: the http-only session cookie still exists. */
const PENDING_LOGOUT = 'llave-salida';

const refusedFor = (error: unknown, ...statuses: number[]) =>
  error instanceof Refusal && statuses.includes(error.status);

/**
 * The signed-in user, or null. Only 401 and 403 mean null (rulings 2). After a network failure the query retries until
 * the server answers.
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

/** The signed-in user, on pages under /oficina. Raises if there is none. */
export function useUser(): SignedInUser {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('useUser needs a signed-in page');
  return data;
}

/** True if a role of the user grants the permission. False if nobody is signed in. */
export function useCan(permission: Permission): boolean {
  const { data } = useQuery(sessionQuery);
  return data?.permissions.includes(permission) ?? false;
}

/** The same for papers of the whole company, which an outside lawyer only reads (rulings.md 33). */
export function useCanForCompany(permission: Permission): boolean {
  const { data } = useQuery(sessionQuery);
  return useCan(permission) && data != null && isColleague(data.user_type.id);
}

/** All permissions of the user, for menus. */
export function usePermissions(): ReadonlySet<string> {
  const { data } = useQuery(sessionQuery);
  return new Set(data?.permissions);
}

/** After a sign-in or a second step: fetches the user again. */
export async function renewSession(client: QueryClient): Promise<SignedInUser | null> {
  localStorage.removeItem(PENDING_LOGOUT);
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey, refetchType: 'none' });
  return client.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/**
 * After a 401: fetches the session again, because only that request decides (rulings 2). Does nothing if nobody is
 * signed in or if the request is in flight: its own 401 calls this function too.
 */
export function recheckSession(client: QueryClient): void {
  const { queryKey } = sessionQuery;
  if (client.getQueryData(queryKey) && client.isFetching({ queryKey }) === 0)
    void client.invalidateQueries({ queryKey });
}

/**
 * Signs out in this browser even if the server fails; the failure is logged, and the request is sent again later
 * (spec §4).
 */
export async function logout(client: QueryClient): Promise<void> {
  const user = client.getQueryData(sessionQuery.queryKey);
  localStorage.setItem(PENDING_LOGOUT, '1');
  // The next person at this browser must not read the notices; the push service refuses them from now on.
  void switchOff().catch((error: unknown) => report(error, { during: 'logout' }));
  await tellLogout();
  dropCookie(SECOND_STEP_COOKIE);
  if (user) rememberLeft(user.id);
  else forgetRoutes();
  holdRefused(null);
  forgetRecent();
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
