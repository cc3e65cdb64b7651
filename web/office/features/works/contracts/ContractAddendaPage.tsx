import { Stack, Text } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { listContractors } from '#contract/company/users/lists.endpoints.ts';
import { listContractAddenda } from '#contract/works/contracts/addendaList.ts';
import { CONTRACT_ADDENDUM } from '#contract/works/contracts/rules.ts';
import { useList } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf, FilterOf } from '#web/office/ui/table/types.ts';
import type { ContractAddendaSearch } from './contractsSearch.ts';

const columns: ColumnOf<typeof listContractAddenda>[] = [
  {
    key: 'contrato',
    title: 'Adenda',
    width: 280,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {one.contract.name}, adenda {one.number}
        </Text>
        <Text size="xs" c="dimmed">
          {one.contract.reference} · {one.project.name}
        </Text>
      </Stack>
    ),
  },
  { key: 'contratista', title: 'Contratista', width: 200, render: (one) => one.contractor.name },
  {
    key: 'estado',
    title: 'Estado',
    width: 130,
    render: (one) => <StatePill catalog="contractAddendum" state={one.state} />,
  },
  { key: 'motivo', title: 'Motivo', width: 280, render: (one) => one.reason },
  { key: 'firmada', title: 'Firmada el', width: 125, render: (one) => <DateText day={one.signed_on} /> },
  { key: 'termina', title: 'Nuevo término', width: 130, render: (one) => <DateText day={one.ends_on} /> },
];
const amounts: ColumnOf<typeof listContractAddenda>[] = [
  { key: 'monto', title: 'Cambia', width: 130, money: (one) => one.delta_centavos, sum: true },
];

/** The addenda of all contracts of works. Each is made in its contract. */
export function ContractAddendaPage({ search }: { search: ContractAddendaSearch }) {
  const seesAmounts = useCan('contratos.montos');
  const list = useList(listContractAddenda, search);
  const contractors = useOptions(queryOf(listContractors, {}));
  const filters: FilterOf<typeof listContractAddenda>[] =
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
      <PageHeader title="Adendas de obra" count={list.total} />
      <DataTable
        id="adendas-de-obra"
        caption="Adendas de obra"
        list={list}
        columns={seesAmounts ? [...columns, ...amounts] : columns}
        filters={filters}
        rowId={(one) => one.id}
        rowName={(one) => `${one.contract.name}, adenda ${one.number}`}
        open={{
          link: (one) =>
            linkOptions({
              to: '/oficina/contratos/$id',
              params: { id: one.contract.id },
              search: { ver: 'adendas' },
            }),
        }}
        views={[
          { label: 'Por aprobar', search: { estado_id: CONTRACT_ADDENDUM.draft } },
          { label: 'Por firmar', search: { estado_id: CONTRACT_ADDENDUM.approved } },
          { label: 'Firmadas', search: { estado_id: CONTRACT_ADDENDUM.signed } },
        ]}
        empty={
          <EmptyState
            title="Aún no hay adendas"
            text="Una adenda se hace en la ficha de un contrato vigente: Adendas."
          />
        }
      />
    </>
  );
}
