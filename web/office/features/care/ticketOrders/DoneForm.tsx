import { useState } from 'react';
import { z } from 'zod';
import type { OrderDone } from '#contract/care/ticketOrders/model.ts';
import { TICKET_PHOTOS } from '#contract/care/tickets/photos.ts';
import { Photos } from '#web/office/features/works/jobs/Photos.tsx';
import { freshKey } from '#web/office/features/works/jobs/sending.ts';
import { useDrafted } from '#web/office/lib/outbox/draftContext.ts';
import { LongTextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm, type SendAs } from '#web/office/ui/form/useRecordForm.ts';

const Done = z.object({ nota: z.string().max(1000).nullable() });

interface DoneFormProps {
  /** What was refused, to be corrected. */
  first?: { typed: OrderDone; photos: readonly File[] } | undefined;
  /** Sends it now, or keeps it on the phone. */
  send: (typed: OrderDone, photos: readonly File[], as: SendAs) => Promise<unknown>;
  success: string;
  onDone: () => void;
}

/** Reports an order done, with photographs. */
export function DoneForm({ first, send, success, onDone }: DoneFormProps) {
  const [photos, setPhotos] = useDrafted<File[]>('fotos', () => [...(first?.photos ?? [])]);
  const [clave] = useState(freshKey);
  const missing = photos.length === 0 ? 'Adjunta al menos una fotografía.' : null;
  const form = useRecordForm({
    schema: Done,
    initial: { nota: first?.typed.nota ?? null },
    check: () => ({ fotos: missing }),
    send: ({ nota }, as) => send({ clave, ...(nota && { nota }) }, photos, as),
    success,
    onDone,
  });
  const fault = form.form.errors['fotos'];
  return (
    <RecordForm {...form.frame} submitLabel="Reportar hecha" onCancel={onDone}>
      <Photos
        files={photos}
        required
        most={TICKET_PHOTOS.maxCount}
        error={fault && missing ? String(fault) : null}
        onChange={(files) => {
          setPhotos(files);
          form.form.clearFieldError('fotos');
        }}
      />
      <LongTextField of={form} name="nota" label="Qué se hizo" maxLength={1000} />
    </RecordForm>
  );
}
