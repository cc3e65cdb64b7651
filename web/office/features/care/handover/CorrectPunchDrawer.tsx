import { useState } from 'react';
import { correctPunch } from '#contract/care/handover/endpoints.ts';
import { CorrectPunch, PUNCH_FILES } from '#contract/care/handover/model.ts';
import { Photos } from '#web/office/features/works/jobs/Photos.tsx';
import { formOf } from '#web/office/features/works/jobs/sending.ts';
import { call } from '#web/office/lib/call.ts';
import { LongTextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** Reports an item corrected, with a photograph; somebody else verifies it. */
export function CorrectPunchDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const [photos, setPhotos] = useState<File[]>([]);
  const form = useRecordForm({
    schema: CorrectPunch,
    initial: {},
    check: () => ({ fotos: photos.length === 0 ? 'Adjunta al menos una fotografía.' : null }),
    send: (body, as) => call(correctPunch, { params: { id }, body: formOf(body, photos) }, as),
    success: 'Corregido. Falta que lo verifique el comprador o un colega.',
    onDone: onClose,
  });
  const fault = form.form.errors['fotos'];
  return (
    <FormDrawer
      title="Reportar corregido"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Reportar corregido"
    >
      <Photos
        files={photos}
        required
        most={PUNCH_FILES.maxCount}
        error={fault && photos.length === 0 ? String(fault) : null}
        onChange={(files) => {
          setPhotos(files);
          form.form.clearFieldError('fotos');
        }}
      />
      <LongTextField of={form} name="nota" label="Qué se hizo" maxLength={500} />
    </FormDrawer>
  );
}
