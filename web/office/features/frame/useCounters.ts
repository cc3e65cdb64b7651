import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Answer } from '#contract/endpoint.ts';
import { deskOf, verifiesPayments } from '#contract/home/desk.ts';
import { officeCounters } from '#contract/home/endpoints.ts';
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
    enabled: deskOf(granted).length > 0 || verifiesPayments(granted),
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
