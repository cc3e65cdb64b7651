import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Answer } from '#contract/endpoint.ts';
import { officeCounters } from '#contract/overview/home/endpoints.ts';
import { MENU_OPTIONS, mayOpenOption } from '#contract/company/menu/menu.ts';
import { keyOf, queryOf } from '#web/office/lib/query.ts';
import { usePermissions } from '#web/office/lib/session.ts';

export type Counters = Answer<typeof officeCounters>['data'];

const EVERY_MS = 60_000;

/** What waits for the person; asked again each minute, and after every change that this browser makes. */
export function useCounters(): Counters | undefined {
  const granted = usePermissions();
  const client = useQueryClient();
  const { data } = useQuery({
    ...queryOf(officeCounters),
    enabled: MENU_OPTIONS.some((option) => option.counter && mayOpenOption(option, granted)),
    refetchInterval: EVERY_MS,
  });
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void client.invalidateQueries({ queryKey: keyOf(officeCounters) });
      }),
    [client],
  );
  return data?.data;
}
