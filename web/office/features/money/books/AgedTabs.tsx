import { linkOptions } from '@tanstack/react-router';
import { agedPayables, agedReceivables } from '#contract/money/books/endpoints.ts';
import { AGES } from '#contract/money/books/rules.ts';
import { panamaDay } from '#contract/dates.ts';
import { useList } from '#web/office/lib/list.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { BooksSearch } from './booksSearch.ts';
import { useAtFilters } from './useAtFilters.ts';

type Ages = Record<(typeof AGES)[number]['key'] | 'total', number>;
const ages = [
  ...AGES.map(({ key, title }) => ({
    key,
    title,
    width: 150,
    sum: true,
    money: (one: Ages) => one[key],
  })),
  { key: 'total' as const, title: 'Total', width: 150, sum: true, money: (one: Ages) => one.total },
];

const receivableColumns: ColumnOf<typeof agedReceivables>[] = [
  { key: 'proyecto', title: 'Proyecto', width: 260, phone: 'heading', render: (one) => one.project },
  { key: 'ventas', title: 'Compras', width: 110, align: 'right', render: (one) => one.sales },
  ...ages,
];

/** What customers owe and was due, by project: a row opens its payments. */
export function ReceivablesTab({ search }: { search: BooksSearch }) {
  const list = useList(agedReceivables, search);
  const filters = useAtFilters();
  return (
    <DataTable
      id="antiguedad-por-cobrar"
      caption="Antigüedad por cobrar"
      list={list}
      columns={receivableColumns}
      filters={filters}
      rowId={(one) => one.id}
      rowName={(one) => one.project}
      open={{
        link: (one) =>
          linkOptions({
            to: '/oficina/pagos',
            search: {
              proyecto_id: one.id,
              alerta: 'cobrar',
              vence_hasta: search.hasta ?? panamaDay(new Date()),
            },
          }),
      }}
      empty={<EmptyState title="Nada vencido" text="Ningún cliente debía cuotas vencidas ese día." />}
    />
  );
}

const payableColumns: ColumnOf<typeof agedPayables>[] = [
  {
    key: 'nombre',
    title: 'A quién',
    width: 260,
    phone: 'heading',
    render: (one) => one.partner?.name ?? 'Sin nombre',
  },
  { key: 'cuenta', title: 'Cuenta', width: 220, render: (one) => one.account.name },
  ...ages,
];

/** What suppliers and contractors are owed: a row opens the account's ledger. */
export function PayablesTab({ search }: { search: BooksSearch }) {
  const list = useList(agedPayables, search);
  const filters = useAtFilters();
  const { libro_id, proyecto_id, hasta } = search;
  return (
    <DataTable
      id="antiguedad-por-pagar"
      caption="Antigüedad por pagar"
      list={list}
      columns={payableColumns}
      filters={filters}
      rowId={(one) => one.id}
      rowName={(one) => one.partner?.name ?? one.account.name}
      open={{
        link: (one) =>
          linkOptions({
            to: '/oficina/cuentas/mayor',
            search: { cuenta_id: one.account.id, libro_id, proyecto_id, hasta },
          }),
      }}
      empty={
        <EmptyState title="Nada por pagar" text="Los libros no debían nada a proveedores ni contratistas." />
      }
    />
  );
}
