import { linkOptions } from '@tanstack/react-router';
import { panamaDay } from '#contract/dates.ts';
import { balanceSheet, trialBalance } from '#contract/money/books/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { BooksSearch } from './booksSearch.ts';
import { Figure, RowName } from './Figure.tsx';
import { useAtFilters } from './useAtFilters.ts';

const trialColumns: ColumnOf<typeof trialBalance>[] = [
  {
    key: 'codigo',
    title: 'Código',
    width: 100,
    render: (one) => <span className="figures">{one.code}</span>,
  },
  { key: 'cuenta', title: 'Cuenta', width: 320, phone: 'heading', render: (one) => one.name },
  { key: 'inicial', title: 'Saldo inicial', width: 150, money: (one) => one.opening, sum: true },
  { key: 'debe', title: 'Debe', width: 150, money: (one) => one.debit, sum: true },
  { key: 'haber', title: 'Haber', width: 150, money: (one) => one.credit, sum: true },
  { key: 'final', title: 'Saldo final', width: 150, money: (one) => one.closing, sum: true },
];

/** Trial balance: each row opens the account's ledger. */
export function TrialTab({ search }: { search: BooksSearch }) {
  const list = useList(trialBalance, search);
  const filters = useAtFilters();
  const { libro_id, proyecto_id, desde, hasta } = search;
  return (
    <DataTable
      id="balance-de-comprobacion"
      caption="Balance de comprobación"
      list={list}
      columns={trialColumns}
      filters={[...filters, { key: 'desde', label: 'Desde', kind: 'day' }]}
      rowId={(one) => one.id}
      rowName={(one) => `${one.code} ${one.name}`}
      open={{
        link: (one) =>
          linkOptions({
            to: '/oficina/cuentas/mayor',
            search: { cuenta_id: one.id, libro_id, proyecto_id, desde, hasta },
          }),
      }}
      empty={<EmptyState title="Sin movimientos" text="Ninguna cuenta tiene líneas con estos filtros." />}
    />
  );
}

/** Balance sheet: each figure opens the account's ledger. */
export function BalanceTab({ search }: { search: BooksSearch }) {
  const list = useList(balanceSheet, search);
  const filters = useAtFilters();
  const columns: ColumnOf<typeof balanceSheet>[] = [
    {
      key: 'codigo',
      title: 'Código',
      width: 100,
      phone: 'hidden',
      render: (one) => <span className="figures">{one.code}</span>,
    },
    { key: 'cuenta', title: 'Cuenta', width: 340, phone: 'heading', render: (one) => <RowName {...one} /> },
    {
      key: 'saldo',
      title: 'Saldo',
      width: 170,
      align: 'right',
      render: (one) => <Figure centavos={one.centavos} account={one.account} search={search} />,
    },
    {
      key: 'antes',
      title: 'Cierre del año anterior',
      width: 190,
      align: 'right',
      render: (one) => (
        <Figure
          centavos={one.before}
          account={one.account}
          search={search}
          hasta={`${yearOf(search) - 1}-12-31`}
        />
      ),
    },
  ];
  return (
    <DataTable
      id="balance-general"
      caption="Balance general"
      list={list}
      columns={columns}
      filters={filters}
      rowId={(one) => one.id}
      rowName={(one) => one.name}
      open={null}
      empty={<EmptyState title="Sin movimientos" text="Ninguna cuenta tiene líneas con estos filtros." />}
    />
  );
}

const yearOf = ({ hasta }: BooksSearch) => Number((hasta ?? panamaDay(new Date())).slice(0, 4));
