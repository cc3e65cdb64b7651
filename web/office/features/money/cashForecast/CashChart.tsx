import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import type { CashRow } from '#contract/money/cashForecast/model.ts';
import { showDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';

const SERIES = [
  { name: 'optimista', label: 'Optimista', color: 'teal.6', strokeDasharray: '6 4' },
  {
    name: 'esperada',
    label: 'Esperada',
    // The brand is too dark for a line on the dark ground.
    color: 'light-dark(var(--mantine-color-brand-7), var(--mantine-color-brand-3))',
  },
  { name: 'pesimista', label: 'Pesimista', color: 'red.7', strokeDasharray: '2 4' },
] as const;
const thousands = (dollars: number) => `${Math.round(dollars / 1000).toLocaleString('es-PA')} mil`;

/** The balance at the end of each week in the three lines. The table below it has the figures. */
export function CashChart({ weeks }: { weeks: readonly CashRow[] }) {
  return (
    <div aria-hidden>
      <LineChart
        h={280}
        data={weeks.map(({ to, optimista, esperada, pesimista }) => ({
          day: showDay(to).slice(0, 5),
          optimista: optimista / 100,
          esperada: esperada / 100,
          pesimista: pesimista / 100,
        }))}
        dataKey="day"
        series={[...SERIES]}
        withDots={false}
        withLegend
        curveType="linear"
        legendProps={{ itemSorter: null }}
        tickLine="none"
        valueFormatter={(dollars) => formatMoney(Math.round(dollars * 100))}
        yAxisProps={{ tickFormatter: thousands, width: 84 }}
        xAxisProps={{ minTickGap: 40 }}
        referenceLines={[{ y: 0, color: 'red.7' }]}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
