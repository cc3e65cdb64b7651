import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { officeMenu } from '#contract/company/menu/menuEndpoints.ts';
import { keyOf, queryOf } from '#web/office/lib/query.ts';
import { sessionQuery } from '#web/office/lib/session.ts';

const EVERY_MS = 60_000;
const FOLLOWED = { refetchInterval: EVERY_MS, refetchOnWindowFocus: 'always' } as const;

/** Menu, standing and "view as", refetched every minute and on window focus. */
export const frameQuery = queryOptions({ ...queryOf(officeMenu), ...FOLLOWED });

/**
 * Follows the user's permissions while the office is open. When they change (a role, a team), drops the inactive
 * queries and refetches the active ones in the background, so a half-typed form stays. A query that is then refused
 * drops its data (queryClient.ts). A change of "view as" resets every query.
 */
export function useStanding(): void {
  const client = useQueryClient();
  const { data: user } = useQuery({ ...sessionQuery, ...FOLLOWED });
  const signedIn = user !== undefined && user !== null && !user.two_factor;
  const { data } = useQuery({ ...frameQuery, enabled: signedIn });
  const standing = data?.data.standing;
  const eyes = JSON.stringify(data?.data.view_as ?? null);
  const known = useRef<{ standing: string; eyes: string }>(undefined);
  const permissions = user?.permissions.toSorted().join();

  // The session reports a change of permissions first, so refetch the menu at once.
  useEffect(() => {
    if (permissions !== undefined) void client.invalidateQueries({ queryKey: keyOf(officeMenu) });
  }, [client, permissions]);

  useEffect(() => {
    if (standing === undefined) return;
    const before = known.current;
    known.current = { standing, eyes };
    if (!before || (before.standing === standing && before.eyes === eyes)) return;
    const frame: readonly unknown[] = [sessionQuery.queryKey[0], officeMenu.path];
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => !frame.includes(queryKey[0]);
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    if (before.eyes === eyes) {
      client.removeQueries({ type: 'inactive', predicate });
      void client.invalidateQueries({ predicate });
    } else void client.resetQueries({ predicate });
  }, [client, standing, eyes]);
}
