import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listFieldDiaries } from '#contract/works/diary/endpoints.ts';
import type { FieldDiary } from '#contract/works/diary/model.ts';
import { recall, remember } from '#web/office/lib/outbox/database.ts';
import { keepPageOffline } from '#web/office/lib/outbox/offlinePage.ts';
import { useOutbox } from '#web/office/lib/outbox/useOutbox.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { clockOffset } from '../typed.ts';
import { DIARY_FIELD_PAGE, keptEntry } from './fieldKinds.ts';

/** What the page needs to start offline. */
interface Memory {
  diaries: FieldDiary[];
  offset: number;
  /** The chosen diary. */
  chosen: string | null;
  /** Entries say where they were written. */
  placed: boolean;
}

const memoryOf = (userId: number) => `bitacora-campo-${userId}`;
export const diaryKey = ({ proyecto, tipo }: FieldDiary) => `${proyecto.id} ${tipo.id}`;

/** The user's diaries and the outbox: from the server if online, else from this phone. */
export function useDiaryField(contractId: number | undefined) {
  const outbox = useOutbox(keptEntry);
  const userId = outbox.session === 'out' ? null : (outbox.author?.id ?? null);
  const listed = useQuery({ ...queryOf(listFieldDiaries, {}), enabled: outbox.session === 'in' });
  /** Until the user chooses, the page is about the contract that it was opened for. */
  const [asked, setAsked] = useState(contractId);
  const [memory, setMemory] = useState<{ userId: number; kept: Memory | null } | null>(null);

  useEffect(() => void keepPageOffline(DIARY_FIELD_PAGE), []);
  useEffect(() => {
    if (userId === null) return;
    recall(memoryOf(userId)).then(
      (kept) => setMemory({ userId, kept: (kept as Memory | undefined) ?? null }),
      () => setMemory({ userId, kept: null }),
    );
  }, [userId]);

  const recalled = memory !== null && memory.userId === userId;
  const known = recalled ? knownNow(memory.kept, listed.data?.data, listed.dataUpdatedAt) : null;
  const shown = JSON.stringify(known);
  useEffect(() => {
    const next = JSON.parse(shown) as Memory | null;
    if (next && userId !== null) remember(memoryOf(userId), next).catch(() => undefined);
  }, [shown, userId]);

  const diaries = known?.diaries ?? [];
  const chosen =
    diaries.find(({ contratos }) => contratos.some(({ id }) => id === asked)) ??
    diaries.find((one) => diaryKey(one) === known?.chosen) ??
    diaries[0] ??
    null;
  return {
    outbox,
    ready: outbox.ready && (userId === null || recalled),
    /** Null: this phone has never had them. */
    diaries: known ? diaries : null,
    chosen,
    offset: known?.offset ?? 0,
    placed: known?.placed ?? false,
    remember: (patch: Partial<Pick<Memory, 'chosen' | 'placed'>>) => {
      if (patch.chosen) setAsked(undefined);
      if (known && userId !== null) setMemory({ userId, kept: { ...known, ...patch } });
    },
  };
}

/** From the server's answer, else from this phone; what the user chose stays. */
function knownNow(
  kept: Memory | null,
  fresh: { ahora: string; diarios: FieldDiary[] } | undefined,
  arrivedAt: number,
): Memory | null {
  if (!fresh) return kept;
  return {
    chosen: kept?.chosen ?? null,
    placed: kept?.placed ?? false,
    diaries: fresh.diarios,
    offset: clockOffset(fresh.ahora, arrivedAt),
  };
}
