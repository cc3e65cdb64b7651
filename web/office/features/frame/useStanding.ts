import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { officeMenu } from '#contract/users/menuEndpoints.ts';
import { keyOf, queryOf } from '#web/office/lib/query.ts';
import { sessionQuery } from '#web/office/lib/session.ts';

const EVERY_MS = 60_000;
const FOLLOWED = { refetchInterval: EVERY_MS, refetchOnWindowFocus: 'always' } as const;

/** Menu, standing and whose eyes: asked again each minute and when the window is looked at again. */
export const frameQuery = queryOptions({ ...queryOf(officeMenu), ...FOLLOWED });

/**
 * Follows what the person may do while the office is open. When it changed (a role, a team, somebody else's eyes), everything
 * that is on the screen is asked for anew, as it may not be theirs to see any more.
 */
export function useStanding(): void {
  const client = useQueryClient();
  const { data: user } = useQuery({ ...sessionQuery, ...FOLLOWED });
  const signedIn = user !== undefined && user !== null && !user.two_factor;
  const { data } = useQuery({ ...frameQuery, enabled: signedIn });
  const standing = data?.data.standing;
  const known = useRef<string>(undefined);
  const permissions = user?.permissions.toSorted().join();

  // The session says first that something was granted or taken: the menu follows at once.
  useEffect(() => {
    if (permissions !== undefined) void client.invalidateQueries({ queryKey: keyOf(officeMenu) });
  }, [client, permissions]);

  useEffect(() => {
    if (standing === undefined) return;
    const changed = known.current !== undefined && known.current !== standing;
    known.current = standing;
    if (!changed) return;
    const frame: readonly unknown[] = [sessionQuery.queryKey[0], officeMenu.path];
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    void client.resetQueries({ predicate: ({ queryKey }) => !frame.includes(queryKey[0]) });
  }, [client, standing]);
}
