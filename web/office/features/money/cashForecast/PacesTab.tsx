import { listCashPaces } from '#contract/money/cashForecast/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { CashSearch } from './cashSearch.ts';

const daysText = (days: number | null) => (days === null ? 'No llega' : `${days.toLocaleString('es-PA')} d`);

const columns: ColumnOf<typeof listCashPaces>[] = [
  {
    key: 'ritmo',
    title: 'Ritmo',
    width: 280,
    phone: 'heading',
    render: (row) => <TwoLines first={row.title} second={row.since} />,
  },
  { key: 'de', title: 'De', width: 200, render: (row) => row.of },
  {
    key: 'casos',
    title: 'Casos',
    width: 130,
    align: 'right',
    render: (row) => (row.sample === 0 ? 'Lo usual' : row.sample.toLocaleString('es-PA')),
  },
  { key: 'p20', title: '2 de cada 10', width: 120, align: 'right', render: (row) => daysText(row.p20) },
  { key: 'p50', title: '5 de cada 10', width: 120, align: 'right', render: (row) => daysText(row.p50) },
  { key: 'p80', title: '8 de cada 10', width: 120, align: 'right', render: (row) => daysText(row.p80) },
];

/** In how many days money moves, by what happened. */
export function PacesTab({ search }: { search: CashSearch }) {
  const list = useList(listCashPaces, search);
  return (
    <DataTable<typeof listCashPaces>
      id="ritmos-del-flujo"
      caption="Ritmos del flujo de caja"
      list={list}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => `${row.title} · ${row.of}`}
      open={null}
      empty={<EmptyState title="Sin ritmos" text="Aún no se ha calculado el flujo de caja." />}
    />
  );
}
