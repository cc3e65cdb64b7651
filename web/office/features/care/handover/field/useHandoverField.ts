import { useQuery } from '@tanstack/react-query';
import { listFieldHandovers } from '#contract/care/handover/endpoints.ts';
import { useKeptList } from '#web/office/lib/outbox/useKeptList.ts';
import { useOutbox } from '#web/office/lib/outbox/useOutbox.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { HANDOVER_FIELD_PAGE, keptInspection } from './fieldKinds.ts';

/** The deliveries to inspect and the outbox: from the server if online, else from this tablet. */
export function useHandoverField() {
  const outbox = useOutbox(keptInspection);
  const userId = outbox.session === 'out' ? null : (outbox.author?.id ?? null);
  const listed = useQuery({ ...queryOf(listFieldHandovers, {}), enabled: outbox.session === 'in' });
  const { known, recalled } = useKeptList({
    name: 'entregas-campo',
    page: HANDOVER_FIELD_PAGE,
    userId,
    fresh: listed.data?.data,
  });
  const away = new Set(outbox.items.map(({ typed }) => typed.handoverId));
  return {
    outbox,
    userId,
    ready: outbox.ready && recalled,
    /** Null: this tablet has never had them. What waits to be sent is left out. */
    handovers: known?.filter(({ id }) => !away.has(id)) ?? null,
    /** With those that an inspection waits for, which a correction opens again. */
    known: known ?? [],
  };
}
