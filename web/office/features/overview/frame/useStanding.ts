import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { officeMenu } from '#contract/company/menu/menuEndpoints.ts';
import { keyOf, queryOf } from '#web/office/lib/query.ts';
import { sessionQuery } from '#web/office/lib/session.ts';

const EVERY_MS = 60_000;
const FOLLOWED = { refetchInterval: EVERY_MS, refetchOnWindowFocus: 'always' } as const;

/** Menu, standing and whose eyes: asked again each minute and when the window is looked at again. */
export const frameQuery = queryOptions({ ...queryOf(officeMenu), ...FOLLOWED });

/**
 * Follows what the person may do while the office is open. When it changed (a role, a team), what nobody looks at is
 * forgotten, and what is on the screen is asked for anew behind it, so that a half-typed form stays: an answer that is
 * refused then drops what it had (queryClient.ts). With somebody else's eyes nothing stays.
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

  // The session says first that something was granted or taken: the menu follows at once.
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
