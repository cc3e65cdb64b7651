import { teach } from '#contract/care/chatbot/endpoints.ts';
import { Lesson } from '#contract/care/chatbot/model.ts';
import { ANSWER_MAX, QUESTION_MAX } from '#contract/care/chatbot/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { LongTextField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';

interface TeachDrawerProps {
  pregunta: string;
  respuesta?: string;
  /** The unanswered question that this answers. */
  unansweredId?: number;
  onClose: () => void;
}

/** Teaches a question with its answer. */
export function TeachDrawer({ pregunta, respuesta = '', unansweredId, onClose }: TeachDrawerProps) {
  const form = useRecordForm({
    schema: Lesson,
    initial: { pregunta, respuesta, sin_respuesta_id: unansweredId },
    send: (body, as) => call(teach, { body }, as),
    success: ({ success }) => success,
    onDone: onClose,
  });
  return (
    <FormDrawer title="Enseñar una respuesta" opened onClose={onClose} {...form.frame} submitLabel="Enseñar">
      <TextField
        of={form}
        name="pregunta"
        label="Pregunta"
        description="Como la haría cualquier comprador, sin nombres ni números de una persona."
        maxLength={QUESTION_MAX}
      />
      <LongTextField of={form} name="respuesta" label="Respuesta" maxLength={ANSWER_MAX} />
    </FormDrawer>
  );
}
