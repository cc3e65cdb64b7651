import {
  addContact,
  CONTACT_CHANNELS,
  type ApplicationRow,
} from '#contract/banking/applications/applications.ts';
import { eachRow } from '#web/office/lib/bulk.ts';
import { call } from '#web/office/lib/call.ts';
import { LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import type { BulkForm } from '#web/office/ui/table/useBulkForm.ts';

/** Records one talk with a bank about several applications; the next follow-up of each counts from it. */
export function FollowUpsDrawer({ rows, onDone }: BulkForm<Pick<ApplicationRow, 'id' | 'bank' | 'name'>>) {
  const form = useRecordForm({
    schema: addContact.body,
    initial: { canal: 'llamada' },
    send: (body) =>
      eachRow(
        rows,
        ({ bank, name }) => `${bank.name} de ${name}`,
        ({ id }) => call(addContact, { params: { id }, body }),
      ),
    onDone,
  });
  return (
    <FormDrawer
      title={rows.length === 1 ? 'Seguimiento a 1 solicitud' : `Seguimiento a ${rows.length} solicitudes`}
      opened
      onClose={() => onDone(null)}
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
