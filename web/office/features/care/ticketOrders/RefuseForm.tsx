import { z } from 'zod';
import { LongTextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm, type SendAs } from '#web/office/ui/form/useRecordForm.ts';

const Refusing = z.object({
  motivo: z.string().trim().min(3, { error: 'Escribe por qué no la aceptas.' }).max(500),
});

interface RefuseFormProps {
  /** Sends it now, or keeps it on the phone. */
  send: (motivo: string, as: SendAs) => Promise<unknown>;
  success: string;
  onDone: () => void;
}

/** Says why an order is not accepted. */
export function RefuseForm({ send, success, onDone }: RefuseFormProps) {
  const form = useRecordForm({
    schema: Refusing,
    initial: {},
    send: ({ motivo }, as) => send(motivo, as),
    success,
    onDone,
  });
  return (
    <RecordForm {...form.frame} submitLabel="Rechazar la orden" onCancel={onDone}>
      <LongTextField of={form} name="motivo" label="Por qué no la aceptas" maxLength={500} />
    </RecordForm>
  );
}
