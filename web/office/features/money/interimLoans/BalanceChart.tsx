import '@mantine/charts/styles.layer.css';
import { AreaChart } from '@mantine/charts';
import { dayNumber, numberedDay, showDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { Loan } from '#contract/money/interimLoans/model.ts';

/** The chart asks for a label also while it has none. */
const dayOf = (at: unknown) => (typeof at === 'number' ? showDay(numberedDay(Math.round(at))) : '');

/** The capital over time, drawn; the statement has its figures. */
export function BalanceChart({ balances, today }: { balances: Loan['balances']; today: string }) {
  const last = balances.at(-1);
  const points = last && last.day < today ? [...balances, { ...last, day: today }] : balances;
  return (
    <div aria-hidden>
      <AreaChart
        h={220}
        data={points.map(({ day, cents }) => ({ at: dayNumber(day), Saldo: cents / 100 }))}
        dataKey="at"
        xAxisProps={{ type: 'number', domain: ['dataMin', 'dataMax'], tickFormatter: dayOf }}
        tooltipProps={{ labelFormatter: dayOf }}
        series={[{ name: 'Saldo', color: 'brand.7' }]}
        curveType="stepAfter"
        withDots={false}
        tickLine="none"
        valueFormatter={(value) => formatMoney(Math.round(value * 100))}
        yAxisProps={{ width: 118 }}
        areaProps={{ isAnimationActive: false }}
        // The chart is aria-hidden, so it must not be focusable.
        areaChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
