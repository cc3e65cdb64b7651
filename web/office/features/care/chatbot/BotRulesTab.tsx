import { useQuery } from '@tanstack/react-query';
import { changeBotRules, getBotRules } from '#contract/care/chatbot/endpoints.ts';
import { BotRules } from '#contract/care/chatbot/model.ts';
import { BOT_MODES } from '#contract/care/chatbot/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { NumberField, OptionField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';

/** When the bot answers in the chat. */
export function BotRulesTab() {
  const rules = useQuery(queryOf(getBotRules)).data?.data;
  return rules ? <BotRulesForm rules={rules} /> : <PendingPage />;
}

export function BotRulesForm({ rules }: { rules: BotRules }) {
  const edits = useCan('chatbot.aprobar');
  const form = useRecordForm({
    schema: BotRules,
    initial: rules,
    send: (body) => call(changeBotRules, { body }),
    success: 'Cambios guardados. Ya están en vigor.',
  });
  return (
    <Section
      title="Cuándo responde"
      text="Nunca habla mientras una persona lleva la conversación. Vuelve cuando la persona la da por atendida, o tras el silencio que elijas."
    >
      <fieldset disabled={!edits} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <RecordForm {...form.frame} submitLabel="Guardar">
          <OptionField
            of={form}
            name="mode"
            label="El chatbot responde"
            options={Object.entries(BOT_MODES).map(([value, label]) => ({ value, label }))}
          />
          <NumberField of={form} name="returnHours" label="Horas de silencio para que vuelva" />
        </RecordForm>
      </fieldset>
    </Section>
  );
}
