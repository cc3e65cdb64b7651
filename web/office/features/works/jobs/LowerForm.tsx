import { useState } from 'react';
import { z } from 'zod';
import { lowerApproved, type Job } from '#contract/works/jobs/endpoints.ts';
import { upload } from '#web/office/lib/call.ts';
import { LongTextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { Photos } from './Photos.tsx';
import { progressBody, ProgressField, progressShape } from './ProgressField.tsx';
import { formOf, freshKey } from './sending.ts';

const Lower = z.object({ ...progressShape, motivo: z.string().max(1000).nullable() });

/** Lowers what is approved, with its reason and a photograph. */
export function LowerForm({ job, onDone }: { job: Job; onDone: () => void }) {
  const [photos, setPhotos] = useState<File[]>([]);
  const [clave] = useState(freshKey);
  const form = useRecordForm({
    schema: Lower,
    initial: {
      porcentaje: job.item ? null : job.approved_percent,
      cantidad: job.item ? job.approved_quantity : null,
    },
    check: ({ motivo }) => ({
      motivo: motivo?.trim() ? null : 'Escribe el motivo.',
      fotos: photos.length === 0 ? 'Adjunta al menos una fotografía.' : null,
    }),
    send: ({ motivo, ...progress }, as) =>
      upload(
        lowerApproved,
        {
          params: { id: job.id },
          body: formOf({ clave, motivo, ...progressBody(progress) }, photos),
        },
        as,
      ),
    success: 'Avance aprobado corregido.',
    onDone,
  });
  const fault = form.form.errors['fotos'];
  return (
    <RecordForm {...form.frame} submitLabel="Bajar lo aprobado" onCancel={onDone}>
      <ProgressField of={form} job={job} label="Avance que queda aprobado" />
      <LongTextField of={form} name="motivo" label="Motivo" required maxLength={1000} />
      <Photos
        files={photos}
        required
        error={fault && photos.length === 0 ? String(fault) : null}
        onChange={(files) => {
          setPhotos(files);
          form.form.clearFieldError('fotos');
        }}
      />
    </RecordForm>
  );
}
