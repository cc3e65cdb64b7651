import { and, sql, type SQL } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import { firstDayOf, nextPeriod, periodOf } from '#contract/money/ledger/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { booksInReach } from '#server/modules/money/ledger/ledger.scope.ts';

interface Of {
  libro_id?: number | undefined;
  proyecto_id?: number | undefined;
}

/** Conditions of the books and the project, over `t`: totals or lines. */
export const chosen = (ctx: Context, { libro_id, proyecto_id }: Of): SQL =>
  and(
    booksInReach(ctx, 'contabilidad.ver', sql`t.book_id`),
    libro_id === undefined ? undefined : sql`t.book_id = ${libro_id}`,
    proyecto_id === undefined ? undefined : sql`t.project_id = ${proyecto_id}`,
  ) ?? sql`true`;

export interface AccountMonth {
  id: number;
  code: string;
  name: string;
  period: number;
  debit: number;
  credit: number;
}

/** The last month that is whole at the end of a day, and the first day that is in no whole month. */
export function cutOf(day: string): { whole: number; rest: string } {
  const period = periodOf(day);
  const next = firstDayOf(nextPeriod(period));
  if (addDays(day, 1) === next) return { whole: period, rest: next };
  return { whole: periodOf(addDays(firstDayOf(period), -1)), rest: firstDayOf(period) };
}

/**
 * Movements up to the end of a day by account, and by month from `since` on (what was before is month 0): whole months from
 * the kept totals, the days of the last month from its lines.
 */
export async function accountMonths(
  ctx: Context,
  of: Of,
  day: string,
  since: number,
): Promise<AccountMonth[]> {
  const { whole, rest } = cutOf(day);
  return rows<AccountMonth>(
    ctx.db,
    sql`select c.id, c.extra ->> 'codigo' code, c.label "name", m.period, sum(m.debit)::bigint debit, sum(m.credit)::bigint credit
      from (
        select t.account_id, case when t.period < ${since} then 0 else t.period end period, sum(t.debit_cents) debit, sum(t.credit_cents) credit
          from ledger_totals t where t.period <= ${whole} and ${chosen(ctx, of)} group by 1, 2
        union all
        select a.id, ${periodOf(day) < since ? 0 : periodOf(day)}::int, l.debit, l.credit from catalog_items a, lateral (
            select sum(t.debit_cents) debit, sum(t.credit_cents) credit from journal_lines t
            where t.account_id = a.id and t.day >= ${rest} and t.day <= ${day} and ${chosen(ctx, of)}) l
          where a.catalog = 'accounting_accounts' and l.debit is not null) m
      join catalog_items c on c.catalog = 'accounting_accounts' and c.id = m.account_id
      group by 1, 2, 3, 4 order by 2, 4`,
  );
}

/** Sums of accounts at the end of a day. */
export const accountsAt = (ctx: Context, of: Of, day: string) => accountMonths(ctx, of, day, 999_999);
