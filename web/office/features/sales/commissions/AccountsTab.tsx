import { useQuery } from '@tanstack/react-query';
import { commissionAccounts } from '#contract/sales/commissions/endpoints.ts';
import type { CommissionAccount } from '#contract/sales/commissions/model.ts';
import { PAYEES } from '#contract/sales/commissions/rules.ts';
import { OTHER_LIST, pageAsked } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import type { Column } from '#web/office/ui/table/types.ts';
import type { CommissionsSearch } from './commissionsSearch.ts';

const money = (value: (row: CommissionAccount) => number) => (row: CommissionAccount) => (
  <MoneyText centavos={value(row)} />
);

const columns: Column<CommissionAccount>[] = [
  {
    key: 'persona',
    title: 'Persona',
    width: 240,
    phone: 'heading',
    sortable: true,
    render: ({ person }) => person.name,
  },
  { key: 'tipo', title: 'Tipo', width: 150, sortable: true, render: ({ payee }) => PAYEES[payee] },
  { key: 'ventas', title: 'Ventas', width: 90, align: 'right', render: ({ sales }) => sales },
  {
    key: 'previsto',
    title: 'Por liberar',
    width: 140,
    align: 'right',
    render: money((row) => row.planned_centavos),
  },
  {
    key: 'debe',
    title: 'Liberado sin pagar',
    width: 160,
    align: 'right',
    render: money((row) => row.owed_centavos),
  },
  { key: 'pagado', title: 'Pagado', width: 140, align: 'right', render: money((row) => row.paid_centavos) },
];

/** Each person's account; opened, it is their statement. */
export function AccountsTab({
  search,
  onSearch,
}: {
  search: CommissionsSearch;
  onSearch: (patch: Record<string, unknown>) => void;
}) {
  const asked = pageAsked(commissionAccounts, search);
  const query = useQuery(queryOf(commissionAccounts, { query: asked }));
  return (
    <DataTable
      id="comisiones-personas"
      caption="Comisiones por persona"
      query={query}
      columns={columns}
      exporting={{ list: commissionAccounts, query: asked }}
      rowId={({ id }) => id}
      rowName={({ person }) => person.name}
      open={{
        show: ({ payee, person }) =>
          onSearch({
            ver: undefined,
            ...OTHER_LIST,
            asesor_id: payee === 'asesor' ? person.id : undefined,
            corredor_id: payee === 'corredor' ? person.id : undefined,
          }),
      }}
      search={search}
      onSearch={onSearch}
      empty={
        <EmptyState title="Nadie tiene comisiones todavía" text="Nacen con los pre-contratos recibidos." />
      }
    />
  );
}
