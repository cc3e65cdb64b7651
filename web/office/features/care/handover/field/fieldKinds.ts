import { inspectHandover } from '#contract/care/handover/endpoints.ts';
import type { SentInspection } from '#contract/care/handover/model.ts';
import { formOf } from '#web/office/features/works/jobs/sending.ts';
import { outboxKind } from '#web/office/lib/outbox/kinds.ts';

/** The page that works offline. */
export const HANDOVER_FIELD_PAGE = '/oficina/entregas/campo';

/** An inspection with its buyer that waits on the tablet. */
export interface KeptInspection {
  handoverId: number;
  name: string;
  clave: string;
  datos: SentInspection;
}

export const keptInspection = outboxKind({
  name: 'inspeccion_entrega',
  endpoint: inspectHandover,
  toArgs: ({ handoverId, clave, datos }: KeptInspection, { files }) => ({
    params: { id: handoverId },
    body: formOf(
      { clave, datos: JSON.stringify(datos) },
      files.map(({ file }) => file),
    ),
  }),
  title: ({ name }) => `Entrega · ${name}`,
  page: HANDOVER_FIELD_PAGE,
});
