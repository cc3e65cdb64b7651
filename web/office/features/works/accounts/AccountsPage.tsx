import { Stack, Text } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { listContractors } from '#contract/company/users/lists.endpoints.ts';
import { listAccounts, sumAccounts } from '#contract/works/accounts/endpoints.ts';
import { ACCOUNT_STATE } from '#contract/works/accounts/rules.ts';
import { useList, useSums } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf, FilterOf } from '#web/office/ui/table/types.ts';
import type { AccountsSearch } from './accountsSearch.ts';

const columns: ColumnOf<typeof listAccounts>[] = [
  {
    key: 'contrato',
    title: 'Cuenta',
    width: 280,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {one.contract.name}, cuenta {one.number}
        </Text>
        <Text size="xs" c="dimmed">
          {one.project.name} · {one.contractor.name}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 170,
    render: (one) => <StatePill catalog="account" state={one.state} />,
  },
  { key: 'medida', title: 'Medida el', width: 125, render: (one) => <DateText day={one.measured_on} /> },
  { key: 'pagada', title: 'Pagada el', width: 125, render: (one) => <DateText day={one.paid_on} /> },
];
const amounts: ColumnOf<typeof listAccounts>[] = [
  { key: 'avance', title: 'Avance', width: 130, money: (one) => one.gross_centavos, sum: true },
  { key: 'neto', title: 'Neto', width: 130, money: (one) => one.net_centavos, sum: true },
];

/** Progress accounts of all contracts. */
export function AccountsPage({ search }: { search: AccountsSearch }) {
  const seesAmounts = useCan('contratos.montos');
  const list = useList(listAccounts, search);
  const sums = useSums(sumAccounts, list, seesAmounts);
  const contractors = useOptions(queryOf(listContractors, {}));
  const filters: FilterOf<typeof listAccounts>[] =
    contractors.length > 1
      ? [
          {
            key: 'contratista_id',
            label: 'Contratista',
            kind: 'one',
            choices: contractors.map(({ id, name }) => ({ value: id, label: name })),
          },
        ]
      : [];
  return (
    <>
      <PageHeader title="Cuentas de obra" count={list.total} />
      <DataTable
        id="cuentas-de-obra"
        caption="Cuentas de obra"
        list={list}
        {...(seesAmounts && { sums })}
        columns={seesAmounts ? [...columns, ...amounts] : columns}
        filters={filters}
        rowId={(one) => one.id}
        rowName={(one) => `${one.contract.name}, cuenta ${one.number}`}
        open={{
          link: (one) => linkOptions({ to: '/oficina/pagos-a-contratistas/$id', params: { id: one.id } }),
        }}
        views={[
          { label: 'Por refrendar', search: { estado_id: ACCOUNT_STATE.sent } },
          { label: 'Por aprobar', search: { estado_id: ACCOUNT_STATE.countersigned } },
          { label: 'Por pagar', search: { estado_id: ACCOUNT_STATE.approved } },
          { label: 'Pagadas', search: { estado_id: ACCOUNT_STATE.paid } },
        ]}
        empty={
          <EmptyState
            title="Aún no hay cuentas"
            text="Una cuenta se hace en la ficha de un contrato: Cuentas, Medir. Toma todo lo aprobado que falta por pagar."
          />
        }
      />
    </>
  );
}
