import { useQuery } from '@tanstack/react-query';
import { listFieldJobs } from '#contract/works/jobs/endpoints.ts';
import { useKeptList } from '#web/office/lib/outbox/useKeptList.ts';
import { useOutbox } from '#web/office/lib/outbox/useOutbox.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { FIELD_PAGE, keptInspection, keptReport } from './fieldKinds.ts';

/** The user's jobs and the outbox: from the server if online, else from this phone. */
export function useField() {
  const reports = useOutbox(keptReport);
  const inspections = useOutbox(keptInspection);
  const userId = reports.session === 'out' ? null : (reports.author?.id ?? null);
  const listed = useQuery({ ...queryOf(listFieldJobs, {}), enabled: reports.session === 'in' });
  const { known, recalled } = useKeptList({
    name: 'trabajos-campo',
    page: FIELD_PAGE,
    userId,
    fresh: listed.data?.data,
  });
  const waiting = [...reports.items, ...inspections.items];
  const away = new Set(waiting.map(({ typed }) => typed.jobId));
  return {
    reports,
    inspections,
    waiting,
    ready: reports.ready && recalled,
    /** Null: this phone has never had them. What waits to be sent is left out. */
    jobs: known?.filter(({ id }) => !away.has(id)) ?? null,
    /** With those that something waits for, which a correction opens again. */
    known: known ?? [],
  };
}
