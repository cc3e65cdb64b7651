import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listFieldHandovers } from '#contract/care/handover/endpoints.ts';
import type { FieldHandover } from '#contract/care/handover/model.ts';
import { recall, remember } from '#web/office/lib/outbox/database.ts';
import { keepPageOffline } from '#web/office/lib/outbox/offlinePage.ts';
import { useOutbox } from '#web/office/lib/outbox/useOutbox.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { HANDOVER_FIELD_PAGE, keptInspection } from './fieldKinds.ts';

const memoryOf = (userId: number) => `entregas-campo-${userId}`;

/** The deliveries to inspect and the outbox: from the server if online, else from this tablet. */
export function useHandoverField() {
  const outbox = useOutbox(keptInspection);
  const signedOut = outbox.session === 'out';
  const userId = signedOut ? null : (outbox.author?.id ?? null);
  const listed = useQuery({ ...queryOf(listFieldHandovers, {}), enabled: outbox.session === 'in' });
  const [memory, setMemory] = useState<{ userId: number; handovers: FieldHandover[] | null } | null>(null);

  useEffect(() => void keepPageOffline(HANDOVER_FIELD_PAGE), []);
  useEffect(() => {
    if (userId === null) return;
    recall(memoryOf(userId)).then(
      (kept) => setMemory({ userId, handovers: (kept as FieldHandover[] | undefined) ?? null }),
      () => setMemory({ userId, handovers: null }),
    );
  }, [userId]);
  const fresh = listed.data?.data;
  useEffect(() => {
    if (fresh && userId !== null) remember(memoryOf(userId), fresh).catch(() => undefined);
  }, [fresh, userId]);

  const recalled = memory !== null && memory.userId === userId;
  const away = new Set(outbox.items.map(({ typed }) => typed.handoverId));
  const known = fresh ?? (recalled ? memory.handovers : null);
  return {
    outbox,
    userId,
    signedOut,
    ready: outbox.ready && (userId === null || recalled),
    /** Null: this tablet has never had them. What waits to be sent is left out. */
    handovers: known?.filter(({ id }) => !away.has(id)) ?? null,
    /** With those that an inspection waits for, which a correction opens again. */
    known: known ?? [],
  };
}
