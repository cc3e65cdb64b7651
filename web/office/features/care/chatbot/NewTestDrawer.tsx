import { addTest, listSources } from '#contract/care/chatbot/endpoints.ts';
import { NewTest } from '#contract/care/chatbot/model.ts';
import { EXPECTATIONS, FACTS, QUESTION_MAX } from '#contract/care/chatbot/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { OptionField, SearchField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';

const choices = (words: object) =>
  Object.entries(words).map(([value, label]) => ({ value, label: String(label) }));

/** A question and what the bot must answer it with. */
export function NewTestDrawer({ onClose }: { onClose: () => void }) {
  const sources = useOptions(queryOf(listSources, { query: { per_page: 200 } }));
  const form = useRecordForm({
    schema: NewTest,
    initial: { espera: 'fuente' },
    send: (body, as) => call(addTest, { body }, as),
    success: ({ success }) => success,
    onDone: onClose,
  });
  const { espera } = form.values;
  return (
    <FormDrawer title="Nueva prueba" opened onClose={onClose} {...form.frame} submitLabel="Agregar prueba">
      <TextField of={form} name="pregunta" label="Pregunta" maxLength={QUESTION_MAX} />
      <OptionField of={form} name="espera" label="Qué debe hacer" options={choices(EXPECTATIONS)} />
      {espera === 'fuente' && (
        <SearchField
          of={form}
          name="fuente_id"
          label="Fuente"
          required
          options={sources.map(({ id, title }) => ({ value: id, label: title }))}
        />
      )}
      {espera === 'dato' && (
        <OptionField
          of={form}
          name="dato"
          label="Dato"
          required
          nothing="Elige el dato"
          options={choices(FACTS)}
        />
      )}
    </FormDrawer>
  );
}
