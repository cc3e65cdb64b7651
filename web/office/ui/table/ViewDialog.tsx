import { Modal } from '@mantine/core';
import { z } from 'zod';
import { UnsavedWithin, useUnsavedWithin } from '../../lib/useUnsavedGuard.ts';
import { CheckField, TextField } from '../form/fields.tsx';
import { RecordForm } from '../form/RecordForm.tsx';
import { useRecordForm } from '../form/useRecordForm.ts';

const View = z.object({
  name: z.string().trim().min(1, { error: 'Escribe un nombre para la vista.' }).max(40),
  shared: z.boolean(),
});

interface ViewDialogProps {
  title: string;
  submitLabel: string;
  name: string;
  shared: boolean;
  mayShare: boolean;
  onSubmit: (view: { name: string; shared: boolean }) => Promise<unknown>;
  onClose: () => void;
}

/** Names a view and sets whether it is shared. A name that is taken shows an error at the field. */
export function ViewDialog({ title, submitLabel, mayShare, onSubmit, onClose, ...given }: ViewDialogProps) {
  const { unsaved, mayLeave } = useUnsavedWithin();
  const form = useRecordForm({
    schema: View,
    initial: given,
    send: ({ name, shared }) => onSubmit({ name: name.trim(), shared }),
    onDone: onClose,
  });
  return (
    <UnsavedWithin value={unsaved}>
      <Modal opened onClose={() => void mayLeave().then((may) => may && onClose())} title={title}>
        <RecordForm {...form.frame} submitLabel={submitLabel} onCancel={onClose}>
          <TextField of={form} name="name" label="Nombre" maxLength={40} />
          {mayShare && (
            <CheckField
              of={form}
              name="shared"
              label="Compartir con los colegas"
              description="La ven como una pestaña más; cada quien ve solo sus propias filas."
            />
          )}
        </RecordForm>
      </Modal>
    </UnsavedWithin>
  );
}
