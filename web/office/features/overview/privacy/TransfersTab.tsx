import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { listTransfers } from '#contract/overview/privacy/transfers.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { PrivacySearch } from './privacySearch.ts';
import { linkOptions } from '@tanstack/react-router';
import { useList } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof listTransfers>[] = [
  { key: 'persona', title: 'Persona', width: 220, phone: 'heading', render: (one) => one.person },
  { key: 'venta', title: 'Compra', width: 150, render: (one) => one.sale.code ?? 'Borrador' },
  { key: 'banco', title: 'Banco', width: 160, render: (one) => one.bank.name },
  {
    key: 'fecha',
    title: 'Fecha',
    width: 160,
    sortable: true,
    render: (one) => <DateText instant={one.at} />,
  },
  { key: 'papeles', title: 'Documentos', width: 320, render: (one) => one.papers.join(', ') },
  {
    key: 'permiso',
    title: 'Permiso',
    width: 140,
    render: ({ consent }) =>
      consent.revoked_at ? (
        <StatePill tone="neutral" label="Retirado después" />
      ) : (
        <StatePill tone="positive" label="Vigente" />
      ),
  },
  { key: 'quien', title: 'Preparó', width: 160, phone: 'hidden', render: (one) => one.who },
];

interface TabProps {
  search: PrivacySearch;
}

/** The register of transfers to banks: documents, author and consent. */
export function TransfersTab({ search }: TabProps) {
  const list = useList(listTransfers, search);
  const lenders = useOptions(queryOf(banks.list, {}));
  return (
    <DataTable
      id="entregas-a-bancos"
      caption="Entregas a bancos"
      list={list}
      columns={columns}
      filters={[
        {
          key: 'banco_id',
          label: 'Banco',
          kind: 'one',
          choices: lenders.map(({ id, nombre }) => ({ value: id, label: nombre })),
        },
      ]}
      rowId={(one) => one.id}
      rowName={(one) => `Entrega de ${one.person} a ${one.bank.name}`}
      open={{ link: (one) => linkOptions({ to: '/oficina/ventas/$id', params: { id: one.sale.id } }) }}
      searchLabel="Persona, documento o código de la compra"
      empty={
        <EmptyState
          title="Aún no hay entregas"
          text="Aparecen aquí cuando se prepara un expediente para un banco."
        />
      }
    />
  );
}
