import { useState } from 'react';
import { z } from 'zod';
import { delayReasons } from '#contract/company/catalogs/worksLists.ts';
import type { Job } from '#contract/works/jobs/endpoints.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import type { SendAs } from '#web/office/ui/form/useRecordForm.ts';
import { useDrafted } from '#web/office/lib/outbox/draftContext.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { Photos } from './Photos.tsx';
import { progressBody, ProgressField, progressShape } from './ProgressField.tsx';
import { freshKey, type TypedReport } from './sending.ts';

const Report = z.object({
  ...progressShape,
  nota: z.string().max(1000).nullable(),
  atraso_id: z.number().int().nullable(),
});

interface ReportFormProps {
  job: Job;
  /** What was refused, to be corrected. */
  first?: { typed: TypedReport; photos: readonly File[] };
  /** Sends it now, or keeps it on the phone. */
  send: (typed: TypedReport, photos: readonly File[], as: SendAs) => Promise<unknown>;
  success: string;
  onDone: () => void;
}

/** Reports a job's progress with photographs. */
export function ReportForm({ job, first, send, success, onDone }: ReportFormProps) {
  const [photos, setPhotos] = useDrafted<File[]>('fotos', () => [...(first?.photos ?? [])]);
  const [clave] = useState(freshKey);
  const reasons = useOptions(queryOf(delayReasons.list, {}));
  const missing = photos.length === 0 ? 'Adjunta al menos una fotografía.' : null;
  const form = useRecordForm({
    schema: Report,
    initial: first
      ? {
          porcentaje: first.typed.porcentaje ?? null,
          cantidad: first.typed.cantidad ?? null,
          nota: first.typed.nota ?? null,
          atraso_id: first.typed.atraso_id ?? null,
        }
      : {
          porcentaje: job.item
            ? null
            : job.state.id === JOB_STATE.toCorrect
              ? job.reported_percent
              : job.approved_percent,
          cantidad: null,
        },
    check: ({ porcentaje, cantidad }) => ({
      porcentaje:
        !job.item && (porcentaje ?? 0) <= job.approved_percent
          ? `Ya está aprobado ${job.approved_percent} %: reporta un avance mayor.`
          : null,
      cantidad: job.item && cantidad === null ? 'Escribe la cantidad.' : null,
      fotos: missing,
    }),
    send: ({ nota, atraso_id, ...progress }, as) =>
      send(
        {
          clave,
          ...progressBody(progress),
          ...(nota && { nota }),
          ...(atraso_id !== null && { atraso_id }),
        },
        photos,
        as,
      ),
    success,
    onDone,
  });
  const fault = form.form.errors['fotos'];
  return (
    <RecordForm {...form.frame} submitLabel="Reportar avance" onCancel={onDone}>
      <ProgressField of={form} job={job} label="Avance" />
      <Photos
        files={photos}
        required
        error={fault && missing ? String(fault) : null}
        onChange={(files) => {
          setPhotos(files);
          form.form.clearFieldError('fotos');
        }}
      />
      {reasons.length > 0 && (
        <OptionField
          of={form}
          name="atraso_id"
          label="Motivo del atraso"
          nothing="No va atrasado"
          options={reasons.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <LongTextField of={form} name="nota" label="Nota" maxLength={1000} />
    </RecordForm>
  );
}
