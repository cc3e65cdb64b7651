import { changeQuickAnswer, createQuickAnswer, listQuickAnswers } from '#contract/care/inbox/endpoints.ts';
import { NewQuickAnswer, QUICK_WORDS, type QuickAnswer } from '#contract/care/inbox/model.ts';
import { listAnswererRoles } from '#contract/care/inbox/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { LongTextField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';

const valuesOf = ({ role, ...answer }: QuickAnswer) => ({ ...answer, role_id: role?.id ?? null });

/** A quick answer's form; null: a new one. */
export function QuickDrawer({ answer, onClose }: { answer: QuickAnswer | null; onClose: () => void }) {
  const roles = useOptions(queryOf(listAnswererRoles));
  const form = useRecordForm({
    schema: NewQuickAnswer,
    initial: answer ? valuesOf(answer) : { role_id: null },
    reread: answer
      ? async () => {
          const { data } = await call(listQuickAnswers);
          return valuesOf(data.find(({ id }) => id === answer.id) ?? answer);
        }
      : undefined,
    send: (body, as, version) =>
      answer
        ? call(changeQuickAnswer, { params: { id: answer.id }, body: { ...body, version: version! } }, as)
        : call(createQuickAnswer, { body }, as),
    success: answer ? 'Respuesta guardada.' : 'Respuesta agregada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={answer ? `Editar /${answer.shortcut}` : 'Nueva respuesta rápida'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={answer ? 'Guardar respuesta' : 'Agregar'}
    >
      <TextField
        of={form}
        name="shortcut"
        label="Atajo"
        description="Se elige en el chat con una barra: /horario"
      />
      <LongTextField
        of={form}
        name="text"
        label="Respuesta"
        description={`Puedes usar ${Object.entries(QUICK_WORDS)
          .map(([word, text]) => `{${word}} (${text.toLowerCase()})`)
          .join(', ')}.`}
      />
      <OptionField
        of={form}
        name="role_id"
        label="Para"
        nothing="Todo el equipo"
        options={roles.map(({ value, text }) => ({ value, label: text }))}
      />
    </FormDrawer>
  );
}
