import { linkOptions } from '@tanstack/react-router';
import { listContractors } from '#contract/company/users/lists.endpoints.ts';
import { listRetained } from '#contract/money/withholding/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { RetainedSearch } from './retainedSearch.ts';

const columns: ColumnOf<typeof listRetained>[] = [
  {
    key: 'contrato',
    title: 'Contrato',
    width: 280,
    phone: 'heading',
    render: (row) => (
      <TwoLines first={row.contract.name} second={`${row.contractor.name} · ${row.project.name}`} />
    ),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 160,
    render: (row) => <StatePill catalog="contract" state={row.state} />,
  },
  { key: 'retenido', title: 'Retenido', width: 130, money: (row) => row.retained_centavos, sum: true },
  { key: 'devuelto', title: 'Devuelto', width: 130, money: (row) => row.returned_centavos, sum: true },
  { key: 'cargado', title: 'Cargado', width: 130, money: (row) => row.charged_centavos, sum: true },
  { key: 'saldo', title: 'Saldo', width: 130, money: (row) => row.held_centavos, sum: true },
  {
    key: 'por_devolver',
    title: 'Por devolver',
    width: 130,
    money: (row) => row.returnable_centavos,
    sum: true,
  },
];

/** What is retained of contractors, by contract. It is returned and charged on the contract's own page. */
export function RetainedPage({ search }: { search: RetainedSearch }) {
  const list = useList(listRetained, search);
  const contractors = useOptions(queryOf(listContractors, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return (
    <>
      <PageHeader
        title="Retenidos"
        count={list.total}
        actions={<PageLink to="/oficina/retenidos/itbms">ITBMS retenido e informes</PageLink>}
      />
      <DataTable
        id="retenidos"
        caption="Retenidos a contratistas"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'contratista_id',
            label: 'Contratista',
            kind: 'one',
            choices: contractors.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
        ]}
        views={[{ label: 'Con saldo', search: { con_saldo: 1 } }]}
        rowId={(row) => row.id}
        rowName={(row) => row.contract.name}
        open={{
          link: (row) =>
            linkOptions({
              to: '/oficina/contratos/$id',
              params: { id: row.contract.id },
              search: { ver: 'cuentas' },
            }),
        }}
        empty={
          <EmptyState title="Aún no hay retenidos" text="Se retiene de cada cuenta de obra que se paga." />
        }
      />
    </>
  );
}
