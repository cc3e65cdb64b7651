import { inspectJob, reportJob } from '#contract/works/jobs/endpoints.ts';
import { outboxKind } from '#web/office/lib/outbox/kinds.ts';
import { formOf, type TypedInspection, type TypedReport } from '../sending.ts';

/** The page that works offline. */
export const FIELD_PAGE = '/oficina/trabajos/campo';

export interface KeptJob<Typed> {
  jobId: number;
  name: string;
  typed: Typed;
}
const filesOf = (files: readonly { file: File }[]) => files.map(({ file }) => file);

/** A report of progress that waits on the phone. */
export const keptReport = outboxKind({
  name: 'reporte_trabajo',
  endpoint: reportJob,
  toArgs: ({ jobId, typed }: KeptJob<TypedReport>, { files }) => ({
    params: { id: jobId },
    body: formOf(typed, filesOf(files)),
  }),
  title: ({ name }) => `Reporte · ${name}`,
  page: FIELD_PAGE,
});

/** An inspection that waits on the phone. */
export const keptInspection = outboxKind({
  name: 'inspeccion_trabajo',
  endpoint: inspectJob,
  toArgs: ({ jobId, typed }: KeptJob<TypedInspection>, { files }) => ({
    params: { id: jobId },
    body: formOf(typed, filesOf(files)),
  }),
  title: ({ name }) => `Inspección · ${name}`,
  page: FIELD_PAGE,
});
