import { addDays, addMonths, panamaDay } from '#contract/dates.ts';
import type { ErrorFilter, ErrorRow } from '#contract/money/cashForecast/model.ts';
import {
  CASH_GROUPS,
  CASH_KINDS,
  errorPercent,
  groupOfAccount,
  signOf,
  type CashGroup,
  type CashKind,
} from '#contract/money/cashForecast/rules.ts';
import { firstDayOf, periodOf } from '#contract/money/ledger/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { movedInBanks } from '#server/modules/money/books/cash.service.ts';
import { reached } from './forecast.service.ts';

/** Months that are compared. */
const SHOWN = 12;

/**
 * What the forecasts that were kept said of each month that is over, beside what moved in the bank accounts by the books; the
 * newest month first, its sum in front. Out is negative, and so is money that went from the banks to petty cash.
 */
export async function listErrors(ctx: Context, filter: ErrorFilter): Promise<ErrorRow[]> {
  const thisMonth = `${panamaDay(ctx.now).slice(0, 7)}-01`;
  const found = await rows<{ kept: number; kind: CashKind; cents: number }>(
    ctx.db,
    sql`select f.period kept, x.kind, sum(x.cents)::bigint cents from cash_forecasts f left join cash_cells x on x.forecast_id = f.id and x.line = 'esperada'
        and date_trunc('month', x.starts_on) = make_date(f.period / 100, f.period % 100, 1) + make_interval(months => ${filter.meses - 1}::int)
        and ${reached(ctx, filter)}
      where f.period is not null and f.period >= ${periodOf(addMonths(thisMonth, -SHOWN - filter.meses))} group by 1, 2`,
  );
  const byMonth = Map.groupBy(found, ({ kept }) => addMonths(firstDayOf(kept), filter.meses - 1));
  const months = [...byMonth.keys()]
    .filter((month) => month < thisMonth)
    .toSorted()
    .toReversed()
    .slice(0, SHOWN);
  const last = months[0];
  if (last === undefined) return [];
  const moved = await movedInBanks(ctx, filter, months.at(-1)!, addDays(addMonths(last, 1), -1));
  return months.flatMap((month) => {
    const forecast = new Map<CashGroup, number>();
    const actual = new Map<CashGroup, number>();
    const add = (to: Map<CashGroup, number>, group: CashGroup, cents: number) =>
      to.set(group, (to.get(group) ?? 0) + cents);
    for (const { kind, cents } of byMonth.get(month) ?? [])
      if (kind !== null) add(forecast, CASH_KINDS[kind].group, signOf(kind) * cents);
    for (const one of moved)
      if (one.period === periodOf(month)) add(actual, groupOfAccount(one.id), one.credit - one.debit);
    const row = (group: CashGroup | 'neto', title: string, expected: number, real: number): ErrorRow => ({
      id: `${month.slice(0, 7)}-${group}`,
      month: month.slice(0, 7),
      title,
      total: group === 'neto',
      forecast: expected,
      actual: real,
      difference: real - expected,
      percent: errorPercent(expected, real),
    });
    const sum = (of: Map<CashGroup, number>) => [...of.values()].reduce((all, cents) => all + cents, 0);
    return [
      row('neto', 'Neto del mes', sum(forecast), sum(actual)),
      ...(Object.keys(CASH_GROUPS) as CashGroup[])
        .filter((group) => (forecast.get(group) ?? 0) !== 0 || (actual.get(group) ?? 0) !== 0)
        .map((group) =>
          row(group, CASH_GROUPS[group].title, forecast.get(group) ?? 0, actual.get(group) ?? 0),
        ),
    ];
  });
}
