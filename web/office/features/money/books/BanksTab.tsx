import { linkOptions } from '@tanstack/react-router';
import { bankBalances } from '#contract/money/books/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { BooksSearch } from './booksSearch.ts';
import { useAtFilters } from './useAtFilters.ts';

const columns: ColumnOf<typeof bankBalances>[] = [
  {
    key: 'cuenta',
    title: 'Cuenta',
    width: 280,
    phone: 'heading',
    render: (one) => <TwoLines first={one.account} second={one.bank} />,
  },
  { key: 'libro', title: 'En los libros', width: 150, sum: true, money: (one) => one.book },
  { key: 'extracto', title: 'En el banco', width: 150, sum: true, money: (one) => one.statement },
  {
    key: 'hasta_el',
    title: 'Extracto hasta',
    width: 130,
    render: (one) => <DateText day={one.covered_until} />,
  },
  {
    key: 'abiertas',
    title: 'Líneas sin identificar',
    width: 130,
    align: 'right',
    render: (one) => one.open_lines,
  },
  { key: 'sin_identificar', title: 'Sin identificar', width: 150, sum: true, money: (one) => one.open },
  { key: 'diferencia', title: 'Diferencia', width: 150, sum: true, money: (one) => one.difference },
];

/** The books beside the bank, at any day: a row opens the account's statements, or the entries that name no account. */
export function BanksTab({ search }: { search: BooksSearch }) {
  const list = useList(bankBalances, search);
  const filters = useAtFilters();
  return (
    <DataTable
      id="libro-y-banco"
      caption="Libro y banco"
      list={list}
      columns={columns}
      filters={filters}
      rowId={(one) => one.id}
      rowName={(one) => one.account}
      open={{
        link: (one) =>
          one.unassigned === null
            ? linkOptions({ to: '/oficina/extractos', search: { cuenta_id: one.id } })
            : linkOptions({
                to: '/oficina/cuentas/mayor',
                search: {
                  cuenta_id: one.unassigned,
                  libro_id: search.libro_id,
                  proyecto_id: search.proyecto_id,
                  hasta: search.hasta,
                },
              }),
      }}
      empty={
        <EmptyState title="No hay cuentas bancarias" text="Agrega las de la empresa en Cuentas bancarias." />
      }
    />
  );
}
