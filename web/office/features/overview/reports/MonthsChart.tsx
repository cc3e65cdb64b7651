import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Text } from '@mantine/core';
import type { ManagementBoard } from '#contract/overview/reports/model.ts';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';

type Month = ManagementBoard['months'][number];

const SERIES = [
  { name: 'received', label: 'Recibidas', color: 'brand.7' },
  { name: 'letters', label: 'Carta promesa', color: 'blue.7' },
  { name: 'promised', label: 'Promesa firmada', color: 'violet.7' },
  { name: 'lost', label: 'Perdidas', color: 'red.7' },
] as const;

const COUNTS = [
  ['received', 'Recibidas'],
  ['complete', 'Completas'],
  ['letters', 'Carta promesa'],
  ['promised', 'Promesa firmada'],
  ['delivered', 'Entregadas'],
  ['lost', 'Perdidas'],
] as const;

const columnOf = ([key, title]: (typeof COUNTS)[number]): ShortColumn<Month> => ({
  title,
  align: 'right',
  render: (one) => one[key].toLocaleString('es-PA'),
});

const monthText = (month: string) => `${month.slice(5)}-${month.slice(0, 4)}`;

/** A chart, and its figures as a table for screen readers. */
export function MonthsChart({ months }: { months: readonly Month[] }) {
  if (months.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Aún no hay ventas en los últimos doce meses.
      </Text>
    );
  return (
    <>
      <div aria-hidden>
        <BarChart
          h={260}
          data={months.map((one) => ({ ...one, month: monthText(one.month) }))}
          dataKey="month"
          series={[...SERIES]}
          withLegend
          // Keeps the order of the bars; the default sorts by name.
          legendProps={{ itemSorter: null }}
          tickLine="none"
          barProps={{ isAnimationActive: false }}
          // The chart is aria-hidden, so it must not be focusable.
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <ShortTable
        label="Mes a mes"
        rows={months.toReversed()}
        rowId={({ month }) => month}
        rowHeads
        columns={[
          { title: 'Mes', render: ({ month }) => monthText(month) },
          ...COUNTS.slice(0, 1).map(columnOf),
          {
            title: 'Conversión',
            align: 'right',
            render: ({ conversion }) =>
              conversion === null ? '—' : `${conversion.toLocaleString('es-PA')} %`,
          },
          ...COUNTS.slice(1).map(columnOf),
          { title: 'Cobrado', money: ({ collected_centavos }) => collected_centavos, sum: true },
        ]}
      />
    </>
  );
}
