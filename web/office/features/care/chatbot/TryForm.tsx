import { tryBot } from '#contract/care/chatbot/endpoints.ts';
import { Try, type Tried } from '#contract/care/chatbot/model.ts';
import type { Answer } from '#contract/endpoint.ts';
import { QUESTION_MAX } from '#contract/care/chatbot/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';

/** A question for the bot. */
export function TryForm({ onTried }: { onTried: (tried: Tried) => void }) {
  const form = useRecordForm<typeof Try, Answer<typeof tryBot>>({
    schema: Try,
    initial: { contenido: 'borrador' },
    send: (body) => call(tryBot, { body }),
    onDone: ({ data }) => onTried(data),
  });
  return (
    <RecordForm {...form.frame} submitLabel="Preguntar">
      <TextField
        of={form}
        name="pregunta"
        label="Pregunta"
        description="Se responde como a un desconocido: sin los datos de ninguna compra."
        maxLength={QUESTION_MAX}
      />
      <OptionField
        of={form}
        name="contenido"
        label="Con qué"
        options={[
          { value: 'borrador', label: 'El borrador' },
          { value: 'publicada', label: 'La versión publicada' },
        ]}
      />
    </RecordForm>
  );
}
