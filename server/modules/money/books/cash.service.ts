import { sql, type SQL } from 'drizzle-orm';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import type { AtFilter } from '#contract/money/books/model.ts';
import { CASH_CODE } from '#contract/money/books/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { counterparts } from './statements.queries.ts';
import { chosen, cutOf, type AccountMonth } from './totals.queries.ts';

/**
 * The balance of petty cash, banks and trust at the end of a day, in the books within scope: whole months from the kept totals, the
 * days of the last one from its lines. An expression in centavos. `but`: without this account.
 */
export function cashAt(
  ctx: Context,
  day: string,
  { filter = {}, but }: { filter?: AtFilter; but?: number } = {},
): SQL {
  const { whole, rest } = cutOf(day);
  const cash = sql`(select id from catalog_items where catalog = 'accounting_accounts' and extra ->> 'codigo' like ${`${CASH_CODE}%`}
    and id is distinct from ${but ?? null}::int)`;
  return sql`(select coalesce(sum(m.cents), 0)::bigint from (
      select t.debit_cents - t.credit_cents cents from ledger_totals t
        where t.account_id in ${cash} and t.period <= ${whole} and ${chosen(ctx, filter)}
      union all select t.debit_cents - t.credit_cents from journal_lines t
        where t.account_id in ${cash} and t.day >= ${rest} and t.day <= ${day} and ${chosen(ctx, filter)}) m)`;
}

/** Money in the bank accounts by the books at the end of a day, in centavos; petty cash is not in it. */
export async function bankBalance(ctx: Context, filter: AtFilter, day: string): Promise<number> {
  const found = await row<{ cents: number }>(
    ctx.db,
    sql`select ${cashAt(ctx, day, { filter, but: ACCOUNT.pettyCash })} cents`,
  );
  return Number(found!.cents);
}

/** What moved in the bank accounts between two days, by counter-account and month: credits less debits came in. */
export const movedInBanks = (
  ctx: Context,
  filter: AtFilter,
  from: string,
  until: string,
): Promise<AccountMonth[]> => counterparts(ctx, filter, from, until, [ACCOUNT.pettyCash]);
