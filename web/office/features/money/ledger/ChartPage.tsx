import { linkOptions } from '@tanstack/react-router';
import { accountClasses } from '#contract/company/catalogs/accountingLists.ts';
import { listChart } from '#contract/money/ledger/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { ChartSearch } from './ledgerSearch.ts';
import { useBooks } from './useBooks.ts';

const columns: ColumnOf<typeof listChart>[] = [
  {
    key: 'codigo',
    title: 'Código',
    sortable: true,
    width: 100,
    render: (one) => <span className="figures">{one.code}</span>,
  },
  { key: 'nombre', title: 'Cuenta', width: 340, phone: 'heading', render: (one) => one.name },
  { key: 'saldo', title: 'Saldo', sortable: true, width: 160, money: (one) => one.balance },
  { key: 'debe', title: 'Debe', width: 150, money: (one) => one.debit, sum: true },
  { key: 'haber', title: 'Haber', width: 150, money: (one) => one.credit, sum: true },
  { key: 'clase', title: 'Clase', width: 120, render: (one) => one.class.name },
];

/** The chart of accounts with its balances at the end of a day. */
export function ChartPage({ search }: { search: ChartSearch }) {
  const list = useList(listChart, search);
  const books = useBooks();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const classes = useOptions(queryOf(accountClasses.list, {}));
  const { libro_id, proyecto_id, hasta } = search;
  return (
    <>
      <PageHeader
        title="Cuentas"
        count={list.total}
        text="El plan de cuentas con su saldo al final de un día. Las cuentas se agregan y cambian en Listas."
      />
      <DataTable
        id="cuentas-contables"
        caption="Cuentas"
        list={list}
        columns={columns}
        filters={[
          { key: 'libro_id', label: 'Empresa', kind: 'one', choices: books },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          { key: 'hasta', label: 'Saldo al', kind: 'day' },
          {
            key: 'clase_id',
            label: 'Clase',
            kind: 'one',
            choices: classes.map(({ id, nombre }) => ({ value: id, label: nombre })),
          },
          { key: 'todas', label: 'También sin movimientos', kind: 'flag' },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `${one.code} ${one.name}`}
        open={{
          link: (one) =>
            linkOptions({
              to: '/oficina/cuentas/mayor',
              search: { cuenta_id: one.id, libro_id, proyecto_id, hasta },
            }),
        }}
        empty={
          <EmptyState
            title="Ninguna cuenta tiene movimientos"
            text="Aparecen con el primer asiento. También puedes verlas todas con el filtro."
          />
        }
      />
    </>
  );
}
