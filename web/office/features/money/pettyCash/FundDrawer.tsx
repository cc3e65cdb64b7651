import { listCompanies } from '#contract/money/invoices/endpoints.ts';
import {
  changeFund,
  closeFund,
  createFund,
  findFund,
  listCustodians,
} from '#contract/money/pettyCash/endpoints.ts';
import type { Fund } from '#contract/money/pettyCash/model.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { formatMoney } from '#contract/money.ts';
import { usePayFrom } from '#web/office/features/projects/bankAccounts/usePayFrom.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { MoneyField, OptionField, SearchField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { Text } from '@mantine/core';

const named = (list: readonly { id: number; name: string }[]) =>
  list.map(({ id, name }) => ({ value: id, label: name }));
function useChoices() {
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const people = useOptions(queryOf(listCustodians, {}));
  return { projects: projects.map(({ id, text }) => ({ value: id, label: text })), people: named(people) };
}

/** Opens a petty cash fund. */
export function FundDrawer({ onClose }: { onClose: () => void }) {
  const companies = useOptions(queryOf(listCompanies, {}));
  const { projects, people } = useChoices();
  const from = usePayFrom();
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
      <OptionField of={form} name="project_id" label="Proyecto" nothing="Ninguno" options={projects} />
      <SearchField of={form} name="custodian_id" label="La custodia" options={people} />
      <MoneyField of={form} name="cents" label="Fondo" />
      <OptionField of={form} name="bank_account_id" {...from} />
    </FormDrawer>
  );
}

const valuesOf = ({
  name,
  project,
  custodian,
  version,
}: Pick<Fund, 'name' | 'project' | 'custodian' | 'version'>) => ({
  name,
  project_id: project?.id ?? null,
  custodian_id: custodian.id,
  version,
});

/** Corrects an open fund: its money stays. */
export function ChangeFundDrawer({ fund, onClose }: { fund: Fund; onClose: () => void }) {
  const { projects, people } = useChoices();
  const params = { id: fund.id };
  const form = useRecordForm({
    schema: changeFund.body,
    initial: valuesOf(fund),
    reread: async () => valuesOf((await call(findFund, { params })).data),
    send: (body, as, version) =>
      call(changeFund, { params, body: { ...body, ...(version !== undefined && { version }) } }, as),
    success: 'Caja guardada.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Cambiar la caja" opened onClose={onClose} {...form.frame} submitLabel="Guardar caja">
      <TextField of={form} name="name" label="Nombre" maxLength={80} />
      <OptionField of={form} name="project_id" label="Proyecto" nothing="Ninguno" options={projects} />
      <SearchField of={form} name="custodian_id" label="La custodia" options={people} />
    </FormDrawer>
  );
}

/** Closes a fund with its last count; the money goes back to the bank. */
export function CloseFundDrawer({
  fund,
  onClose,
}: {
  fund: Pick<Fund, 'id' | 'version' | 'cents'>;
  onClose: () => void;
}) {
  const form = useRecordForm({
    schema: closeFund.body,
    initial: { version: fund.version },
    send: (body, as, version) =>
      call(
        closeFund,
        { params: { id: fund.id }, body: { ...body, ...(version !== undefined && { version }) } },
        as,
      ),
    success: 'Caja cerrada.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Cerrar la caja" opened onClose={onClose} {...form.frame} submitLabel="Cerrar caja">
      <Text size="sm">
        Cuenta el efectivo: deben ser {formatMoney(fund.cents)}, que vuelven al banco. La caja cerrada no se
        abre otra vez.
      </Text>
      <MoneyField of={form} name="counted_centavos" label="Efectivo contado" />
    </FormDrawer>
  );
}
