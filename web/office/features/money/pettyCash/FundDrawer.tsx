import { listCompanies } from '#contract/money/invoices/endpoints.ts';
import { createFund, listCustodians } from '#contract/money/pettyCash/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { MoneyField, OptionField, SearchField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** Opens a petty cash fund. */
export function FundDrawer({ onClose }: { onClose: () => void }) {
  const companies = useOptions(queryOf(listCompanies, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const people = useOptions(queryOf(listCustodians, {}));
  const named = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  const form = useRecordForm({
    schema: createFund.body,
    initial: {},
    proposed: { company_id: companies.length === 1 ? companies[0]!.id : null },
    send: (body, as) => call(createFund, { body }, as),
    success: 'Caja abierta.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Abrir caja menuda" opened onClose={onClose} {...form.frame} submitLabel="Abrir caja">
      <TextField of={form} name="name" label="Nombre" maxLength={80} />
      <OptionField
        of={form}
        name="company_id"
        label="Empresa"
        nothing="Elige la empresa"
        options={named(companies)}
      />
      <OptionField
        of={form}
        name="project_id"
        label="Proyecto"
        nothing="Ninguno"
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <SearchField of={form} name="custodian_id" label="La custodia" options={named(people)} />
      <MoneyField of={form} name="cents" label="Fondo" />
    </FormDrawer>
  );
}
