import { panamaDay } from '#contract/dates.ts';
import type { AtFilter, TaxRow } from '#contract/money/books/model.ts';
import { settledOldestFirst, TAXES, taxDueOn } from '#contract/money/books/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { accountMonths } from './totals.queries.ts';

/** The taxes of each month that the books know, the newest first: what came up and what no payment has settled. */
export async function findTaxes(ctx: Context, filter: AtFilter): Promise<TaxRow[]> {
  const found = await accountMonths(ctx, filter, filter.hasta ?? panamaDay(ctx.now), 0);
  const of = (account: number | null) => found.filter(({ id }) => id === account);
  const list = TAXES.flatMap(({ key, title, account, lowered, due }) => {
    const mine = of(account);
    const less = of(lowered);
    const periods = [...new Set([...mine, ...less].map(({ period }) => period))].toSorted((a, b) => a - b);
    const at = (months: typeof found, period: number) => months.find((one) => one.period === period);
    const months = periods.map((period) => {
      const credit = at(less, period);
      return {
        period,
        generated: at(mine, period)?.credit ?? 0,
        lowered: (credit?.debit ?? 0) - (credit?.credit ?? 0),
      };
    });
    const owed = settledOldestFirst(
      months.map((one) => one.generated - one.lowered),
      mine.reduce((sum, one) => sum + one.debit, 0),
    );
    return months.map((one, index): TaxRow => ({
      id: `${key}-${one.period}`,
      tax: title,
      account,
      period: one.period,
      due_on: taxDueOn(due, one.period),
      generated: one.generated,
      lowered: one.lowered,
      owed: owed[index]!,
    }));
  });
  return list
    .filter((one) => one.generated !== 0 || one.lowered !== 0)
    .toSorted((a, b) => b.period - a.period);
}
