import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#contract/endpoint.ts';
import { officeCounters } from '#contract/overview/home/endpoints.ts';
import { MENU_OPTIONS, mayOpenOption } from '#contract/company/menu/menu.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { usePermissions } from '#web/office/lib/session.ts';

export type Counters = Answer<typeof officeCounters>['data'];

/** The counters of pending work, refetched after each change made in this browser; the server sends those of others. */
export function useCounters(): Counters | undefined {
  const granted = usePermissions();
  const { data } = useQuery({
    ...queryOf(officeCounters),
    enabled: MENU_OPTIONS.some((option) => option.counter && mayOpenOption(option, granted)),
  });
  return data?.data;
}
