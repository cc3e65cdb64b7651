import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listFieldJobs, type Job } from '#contract/works/jobs/endpoints.ts';
import { keepPageOffline } from '#web/office/lib/outbox/offlinePage.ts';
import { recall, remember } from '#web/office/lib/outbox/database.ts';
import { useOutbox } from '#web/office/lib/outbox/useOutbox.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { FIELD_PAGE, keptInspection, keptReport } from './fieldKinds.ts';

const memoryOf = (userId: number) => `trabajos-campo-${userId}`;

/** The user's jobs and the outbox: from the server if online, else from this phone. */
export function useField() {
  const reports = useOutbox(keptReport);
  const inspections = useOutbox(keptInspection);
  const signedOut = reports.session === 'out';
  const userId = signedOut ? null : (reports.author?.id ?? null);
  const listed = useQuery({ ...queryOf(listFieldJobs, {}), enabled: reports.session === 'in' });
  const [memory, setMemory] = useState<{ userId: number; jobs: Job[] | null } | null>(null);

  useEffect(() => void keepPageOffline(FIELD_PAGE), []);
  useEffect(() => {
    if (userId === null) return;
    recall(memoryOf(userId)).then(
      (kept) => setMemory({ userId, jobs: (kept as Job[] | undefined) ?? null }),
      () => setMemory({ userId, jobs: null }),
    );
  }, [userId]);
  const fresh = listed.data?.data;
  useEffect(() => {
    if (fresh && userId !== null) remember(memoryOf(userId), fresh).catch(() => undefined);
  }, [fresh, userId]);

  const recalled = memory !== null && memory.userId === userId;
  const waiting = [...reports.items, ...inspections.items];
  const away = new Set(waiting.map(({ typed }) => typed.jobId));
  const known = fresh ?? (recalled ? memory.jobs : null);
  return {
    reports,
    inspections,
    waiting,
    signedOut,
    ready: reports.ready && (userId === null || recalled),
    /** Null: this phone has never had them. What waits to be sent is left out. */
    jobs: known?.filter(({ id }) => !away.has(id)) ?? null,
    /** With those that something waits for, which a correction opens again. */
    known: known ?? [],
  };
}
