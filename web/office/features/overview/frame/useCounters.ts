import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#contract/endpoint.ts';
import { officeCounters } from '#contract/overview/home/endpoints.ts';
import { MENU_OPTIONS, mayOpenOption } from '#contract/company/menu/menu.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { usePermissions } from '#web/office/lib/session.ts';

export type Counters = Answer<typeof officeCounters>['data'];

const EVERY_MS = 60_000;

/** The counters of pending work, refetched every minute and after each change made in this browser. */
export function useCounters(): Counters | undefined {
  const granted = usePermissions();
  const { data } = useQuery({
    ...queryOf(officeCounters),
    enabled: MENU_OPTIONS.some((option) => option.counter && mayOpenOption(option, granted)),
    refetchInterval: EVERY_MS,
  });
  return data?.data;
}
