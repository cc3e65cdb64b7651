import { commissionAccounts, sumCommissionAccounts } from '#contract/sales/commissions/endpoints.ts';
import { PAYEES } from '#contract/sales/commissions/rules.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { CommissionsSearch } from './commissionsSearch.ts';
import { useList, useSums } from '#web/office/lib/list.ts';
import { OTHER_LIST } from '#web/office/lib/listSearch.ts';

const columns: ColumnOf<typeof commissionAccounts>[] = [
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
    money: (row) => row.planned_centavos,
    sum: true,
  },
  {
    key: 'debe',
    title: 'Liberado sin pagar',
    width: 160,
    money: (row) => row.owed_centavos,
    sum: true,
  },
  { key: 'pagado', title: 'Pagado', width: 140, money: (row) => row.paid_centavos, sum: true },
];

/** Each payee's balance; a click opens the statement. */
export function AccountsTab({
  search,
  onSearch,
}: {
  search: CommissionsSearch;
  onSearch: (patch: Record<string, unknown>) => void;
}) {
  const list = useList(commissionAccounts, search);
  const sums = useSums(sumCommissionAccounts, list);
  return (
    <DataTable
      id="comisiones-personas"
      caption="Comisiones por persona"
      list={list}
      sums={sums}
      columns={columns}
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
      empty={
        <EmptyState title="Nadie tiene comisiones todavía" text="Nacen con los pre-contratos recibidos." />
      }
    />
  );
}
