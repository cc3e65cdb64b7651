import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { setupState } from '#contract/overview/setup/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { rememberExpired } from '#web/office/lib/routeMemory.ts';
import { sessionQuery } from '#web/office/lib/session.ts';

/** Route guard of /oficina. Without a session it redirects to /ingresar, which returns here afterwards. */
export async function requireSession(client: QueryClient, wanted: string): Promise<void> {
  const user = await client.ensureQueryData(sessionQuery);
  if (user && !user.two_factor) return;
  const path = wanted.split(/[?#]/)[0] ?? wanted;
  rememberExpired({ name: '', meta: {}, path, hash: '', query: {}, params: {}, fullPath: wanted });
  throw redirect({ to: user ? '/ingresar/verificar' : '/ingresar' });
}

/** Redirects the sign-in page to the setup while there are no users. If the check fails, signing in still works. */
export async function leadToSetup(client: QueryClient): Promise<void> {
  const answer = await client
    .ensureQueryData({ ...queryOf(setupState), staleTime: 60_000 })
    .catch(() => undefined);
  if (answer?.data.open) throw redirect({ to: '/ingresar/preparar' });
}
