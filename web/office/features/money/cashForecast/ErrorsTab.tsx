import { Text } from '@mantine/core';
import { listCashErrors } from '#contract/money/cashForecast/endpoints.ts';
import { monthText } from '#contract/dates.ts';
import { useList } from '#web/office/lib/list.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { useOfFilters } from '../books/useAtFilters.ts';
import type { CashSearch } from './cashSearch.ts';

const columns: ColumnOf<typeof listCashErrors>[] = [
  { key: 'mes', title: 'Mes', width: 160, render: (row) => monthText(row.month) },
  {
    key: 'grupo',
    title: 'De',
    width: 240,
    phone: 'heading',
    render: (row) => (
      <Text span inherit fw={row.total ? 600 : undefined}>
        {row.title}
      </Text>
    ),
  },
  { key: 'previsto', title: 'Previsto', width: 150, money: (row) => row.forecast },
  { key: 'real', title: 'Según los libros', width: 150, money: (row) => row.actual },
  { key: 'diferencia', title: 'Diferencia', width: 150, money: (row) => row.difference },
  {
    key: 'error',
    title: 'Error',
    width: 100,
    align: 'right',
    render: ({ percent }) => percentText(percent),
  },
];
/** Of a month in which almost nothing happened the number itself says nothing. */
const MOST = 999;
const percentText = (percent: number | null) =>
  percent === null ? '—' : percent > MOST ? `más de ${MOST} %` : `${percent.toLocaleString('es-PA')} %`;
const AHEAD = [1, 2, 3, 4, 5, 6].map((value) => ({
  value,
  label: value === 1 ? 'El día 1 del mismo mes' : `${value - 1} ${value === 2 ? 'mes' : 'meses'} antes`,
}));

/** What was forecast for each month beside what moved in the banks. */
export function ErrorsTab({ search }: { search: CashSearch }) {
  const list = useList(listCashErrors, search);
  const filters = useOfFilters();
  return (
    <DataTable<typeof listCashErrors>
      id="error-del-flujo"
      caption="Error del flujo de caja"
      list={list}
      columns={columns}
      filters={[...filters, { key: 'meses', label: 'Previsto', kind: 'one', choices: AHEAD }]}
      rowId={(row) => row.id}
      rowName={(row) => `${row.title} · ${monthText(row.month)}`}
      open={null}
      empty={
        <EmptyState
          title="Aún no hay meses que comparar"
          text="El primer día de cada mes se guarda el flujo previsto; cuando el mes termina, aquí se ve cuánto se equivocó."
        />
      }
    />
  );
}
