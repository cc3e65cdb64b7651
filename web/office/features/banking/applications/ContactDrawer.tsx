import {
  addContact,
  CONTACT_CHANNELS,
  type Application,
} from '#contract/banking/applications/applications.ts';
import { call } from '#web/office/lib/call.ts';
import { LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** Records a contact with the bank; the next follow-up counts from it. */
export function ContactDrawer({ application, onClose }: { application: Application; onClose: () => void }) {
  const form = useRecordForm({
    schema: addContact.body,
    initial: { canal: 'llamada' },
    send: (body, as) => call(addContact, { params: { id: application.id }, body }, as),
    success: 'Seguimiento anotado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Seguimiento a ${application.bank.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Anotar seguimiento"
    >
      <OptionField
        of={form}
        name="canal"
        label="Cómo"
        required={false}
        options={Object.entries(CONTACT_CHANNELS).map(([value, label]) => ({ value, label }))}
      />
      <LongTextField of={form} name="nota" label="Qué dijo el banco" minRows={3} maxLength={1000} />
    </FormDrawer>
  );
}
