import { listReconcilable, startReconciliation } from '#contract/money/bankReconciliations/endpoints.ts';
import { StartForm } from '#contract/money/bankReconciliations/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { OptionField, SearchField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { useMonths } from './useMonths.ts';

interface StartDrawerProps {
  onClose: () => void;
  onMade: (id: number) => void;
}

/** Begins to reconcile an account in a month. */
export function StartDrawer({ onClose, onMade }: StartDrawerProps) {
  const accounts = useOptions(queryOf(listReconcilable, {}));
  const months = useMonths();
  const form = useRecordForm({
    schema: StartForm,
    initial: {},
    send: (body, as) => call(startReconciliation, { body }, as),
    success: 'Conciliación empezada.',
    onDone: (answer) => {
      onClose();
      onMade(answer.data.id);
    },
  });
  return (
    <FormDrawer title="Conciliar una cuenta" opened onClose={onClose} {...form.frame} submitLabel="Empezar">
      <SearchField
        of={form}
        name="account_id"
        label="Cuenta bancaria"
        options={accounts.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
      />
      <OptionField
        of={form}
        name="period"
        label="Mes"
        nothing="Elige el mes"
        description="Antes de ese mes el banco y los libros dicen lo mismo. Los meses siguientes empiezan solos."
        options={months}
      />
    </FormDrawer>
  );
}
