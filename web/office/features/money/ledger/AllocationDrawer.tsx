import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import { createAllocation } from '#contract/money/ledger/allocations.ts';
import { ALLOCATION_BASES } from '#contract/money/ledger/model.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DayField, OptionField, SearchField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** How what a project accumulates reaches its houses, from a day on. */
export function AllocationDrawer({ onClose }: { onClose: () => void }) {
  const accounts = useOptions(queryOf(accountingAccounts.list, {})).map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const form = useRecordForm({
    schema: createAllocation.body,
    initial: {},
    send: (body, as) => call(createAllocation, { body }, as),
    success: 'Reparto agregado.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Nuevo reparto" opened onClose={onClose} {...form.frame} submitLabel="Agregar reparto">
      <OptionField
        of={form}
        name="project_id"
        label="Proyecto"
        nothing="Elige el proyecto"
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <SearchField of={form} name="account_id" label="Sale de" options={accounts} />
      <SearchField of={form} name="target_id" label="Llega a" options={accounts} />
      <OptionField
        of={form}
        name="basis"
        label="Se reparte"
        nothing="Elige"
        options={Object.entries(ALLOCATION_BASES).map(([value, label]) => ({ value, label }))}
      />
      <DayField of={form} name="valid_from" label="Vale desde" />
    </FormDrawer>
  );
}
