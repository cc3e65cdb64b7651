import { sql, type SQL } from 'drizzle-orm';
import { CASH_CODE } from '#contract/money/books/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { chosen, cutOf } from './totals.queries.ts';

/**
 * The balance of petty cash, banks and trust at the end of a day, in the books within scope: whole months from the kept totals, the
 * days of the last one from its lines. An expression in centavos.
 */
export function cashAt(ctx: Context, day: string): SQL {
  const { whole, rest } = cutOf(day);
  const cash = sql`(select id from catalog_items where catalog = 'accounting_accounts' and extra ->> 'codigo' like ${`${CASH_CODE}%`})`;
  return sql`(select coalesce(sum(m.cents), 0)::bigint from (
      select t.debit_cents - t.credit_cents cents from ledger_totals t
        where t.account_id in ${cash} and t.period <= ${whole} and ${chosen(ctx, {})}
      union all select t.debit_cents - t.credit_cents from journal_lines t
        where t.account_id in ${cash} and t.day >= ${rest} and t.day <= ${day} and ${chosen(ctx, {})}) m)`;
}
