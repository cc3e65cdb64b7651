import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { recall, remember, type OutboxItem } from '#web/office/lib/outbox/database.ts';
import { keepPageOffline } from '#web/office/lib/outbox/offlinePage.ts';
import { useOutbox } from '#web/office/lib/outbox/useOutbox.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { quickProspect, type QuickProspect } from './quickProspect.ts';

/** What the page needs to start offline. */
interface Memory {
  projects: { id: number; name: string }[];
  projectId: number | null;
  origin: string;
}

const memoryOf = (userId: number) => `prospecto-rapido-${userId}`;

/** The user, the project choices and the outbox: from the server if online, else from this browser. */
export function useQuickAdd() {
  const outbox = useOutbox(quickProspect);
  const signedOut = outbox.session === 'out';
  const userId = signedOut ? null : (outbox.author?.id ?? null);
  const projects = useQuery({ ...queryOf(listProjectOptions), enabled: outbox.session === 'in' });
  const [memory, setMemory] = useState<{ userId: number; kept: Memory | null } | null>(null);

  useEffect(() => void keepPageOffline(quickProspect.page), []);
  useEffect(() => {
    if (userId === null) return;
    recall(memoryOf(userId)).then(
      (kept) => setMemory({ userId, kept: (kept as Memory | undefined) ?? null }),
      () => setMemory({ userId, kept: null }),
    );
  }, [userId]);

  // Saves what is shown, so the page shows the same offline.
  const recalled = memory !== null && memory.userId === userId;
  const known = recalled ? knownNow(memory.kept, projects.data?.data) : null;
  const shown = JSON.stringify(known);
  useEffect(() => {
    const next = JSON.parse(shown) as Memory | null;
    if (next && userId !== null) remember(memoryOf(userId), next).catch(() => undefined);
  }, [shown, userId]);

  return {
    outbox,
    signedOut,
    memory: known,
    ready: outbox.ready && (userId === null || recalled),
    /** Remembers project and origin for the next prospect. */
    choose: (patch: Partial<Pick<Memory, 'projectId' | 'origin'>>) => {
      if (known && userId !== null) setMemory({ userId, kept: { ...known, ...patch } });
    },
    /** Sends the item again with the user's answer. */
    answer: (item: OutboxItem<QuickProspect>, patch: Partial<QuickProspect>) =>
      outbox.correct(item, { ...item.typed, ...patch }),
  };
}

/** Projects from the server's answer, else from this browser; the last choices stay. */
function knownNow(
  memory: Memory | null,
  listed: readonly { id: number | string; text: string; disabled: boolean }[] | undefined,
): Memory | null {
  if (!listed) return memory;
  return {
    projects: listed.flatMap(({ id, text, disabled }) =>
      typeof id === 'number' && !disabled ? [{ id, name: text }] : [],
    ),
    projectId: memory?.projectId ?? null,
    origin: memory?.origin ?? 'feria',
  };
}

export type QuickAdd = ReturnType<typeof useQuickAdd>;
