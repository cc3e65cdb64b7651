import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recordChanges } from '#contract/company/realtime/endpoints.ts';
import { queryOf } from '../query.ts';
import { sessionQuery } from '../session.ts';
import { lastOpened } from './openRecords.ts';

/** Who changed the record that is open in this tab, and which fields, as a sentence. Undefined if that is not known. */
export function useWhoChanged(): string | undefined {
  const [open] = useState(lastOpened);
  const { data: me } = useQuery({ ...sessionQuery, enabled: false });
  const { data } = useQuery({
    ...queryOf(recordChanges, {
      params: { reference: open?.reference ?? '', id: open?.id ?? 0 },
      query: { desde: open?.since ?? '' },
    }),
    enabled: open !== undefined,
    staleTime: 0,
  });
  const last = data?.data.find(({ by }) => by.id !== me?.id);
  if (!last) return undefined;
  const what = last.fields.length > 0 ? `: ${last.fields.join(', ')}` : ' algo de este registro';
  return `${last.by.name} cambió${what}.`;
}
