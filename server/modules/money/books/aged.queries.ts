import { and, sql, type SQL } from 'drizzle-orm';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { addDays, panamaDay, panamaInstant } from '#contract/dates.ts';
import type { AtFilter, PayableRow, ReceivableRow } from '#contract/money/books/model.ts';
import { AGES } from '#contract/money/books/rules.ts';
import { OWED_STATES, SETTLED_STATES } from '#contract/money/payments/rules.ts';
import { ENDED_STATES } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, rows } from '#server/kernel/db.ts';
import { booksInReach } from '#server/modules/money/ledger/ledger.scope.ts';
import { chosen } from './totals.queries.ts';

interface Ages {
  d30: number;
  d60: number;
  d90: number;
  mas: number;
  total: number;
}

/** Sums of `cents` by age, one column for each of AGES, and their total. `within` says whether a row is of that age. */
const agesOf = (within: (age: (typeof AGES)[number]) => SQL, cents: SQL): SQL =>
  sql.join(
    [
      ...AGES.map(
        (age) => sql`coalesce(sum(${cents}) filter (where ${within(age)}), 0)::bigint ${sql.raw(age.key)}`,
      ),
      sql`coalesce(sum(${cents}), 0)::bigint total`,
    ],
    sql`, `,
  );

/** The sums of AGES and their total, added up once more. */
const sumsOf = (from: SQL): SQL =>
  sql.join(
    [...AGES.map(({ key }) => key), 'total'].map(
      (key) => sql`sum(${from}.${sql.raw(key)})::bigint ${sql.raw(key)}`,
    ),
    sql`, `,
  );

/**
 * What customers owed at the end of a day and was due, by project and days since: dues that are open now, and those that
 * were paid later. Dues of sales that ended since are not in it. Summed by sale first, which the index of owed dues gives
 * in order; ages are compared as instants, because a day computed for each of a million dues takes as long as all the rest.
 */
export async function findReceivables(ctx: Context, filter: AtFilter): Promise<ReceivableRow[]> {
  const day = filter.hasta ?? panamaDay(ctx.now);
  const dueBefore = (ago: number) => sql`payments.due_at < ${panamaInstant(addDays(day, 1 - ago))}`;
  const owedBySale = (cents: SQL, where: SQL) =>
    sql`select payments.sale_id, ${agesOf(
      ({ from, to }) =>
        to === null ? dueBefore(from) : sql`${dueBefore(from)} and not ${dueBefore(to + 1)}`,
      cents,
    )} from payments where ${where} and ${dueBefore(0)} group by 1`;
  const found = await rows<Ages & { id: number; project: string; sales: number }>(
    ctx.db,
    sql`select p.id, p.name project, count(distinct owed.sale_id)::int sales, ${sumsOf(sql`owed`)}
      from (
        ${owedBySale(sql`payments.due_cents`, sql`payments.state_id in ${anyOf(OWED_STATES)}`)}
        union all
        ${owedBySale(
          sql`payments.bank_cents`,
          sql`payments.state_id in ${anyOf(SETTLED_STATES)} and payments.bank_date > ${day}
            and payments.reversed_at is null and payments.passed_from_id is null`,
        )}
      ) owed
      join sales s on s.id = owed.sale_id and s.state_id not in ${anyOf(ENDED_STATES)}
      join projects p on p.id = s.project_id
      where ${
        and(
          booksInReach(ctx, 'contabilidad.ver', sql`p.promoter_id`),
          filter.libro_id === undefined ? undefined : sql`p.promoter_id = ${filter.libro_id}`,
          filter.proyecto_id === undefined ? undefined : sql`p.id = ${filter.proyecto_id}`,
        ) ?? sql`true`
      } group by p.id order by p.name, p.id`,
  );
  return found;
}

/**
 * What the books owe to suppliers and contractors at the end of a day: the credits of each account and partner that its
 * debits, the oldest first, have not paid. More paid than owed is a negative amount of 0 to 30 days, so that the sum is the
 * account's balance.
 */
export async function findPayables(ctx: Context, filter: AtFilter): Promise<PayableRow[]> {
  const day = filter.hasta ?? panamaDay(ctx.now);
  const ofAge = ({ from, to }: (typeof AGES)[number]) =>
    to === null ? sql`w.age >= ${from}::int` : sql`w.age between ${from}::int and ${to}::int`;
  const found = await rows<
    Ages & { accountId: number; account: string; partnerId: number | null; partner: string | null }
  >(
    ctx.db,
    sql`with moved as materialized (
        select t.account_id, t.partner_id, t.day, sum(t.credit_cents) credit, sum(t.debit_cents) debit
        from journal_lines t where t.account_id in ${anyOf([ACCOUNT.suppliers, ACCOUNT.contractors])} and t.day <= ${day} and ${chosen(ctx, filter)}
        group by 1, 2, 3),
      paid as (select account_id, partner_id, sum(debit) debit, sum(credit) credit from moved group by 1, 2),
      waiting as (
        select m.account_id, m.partner_id, ${day}::date - m.day age,
            greatest(0, least(m.credit, sum(m.credit) over (partition by m.account_id, m.partner_id order by m.day) - p.debit)) cents
          from moved m join paid p on p.account_id = m.account_id and p.partner_id is not distinct from m.partner_id
        union all select account_id, partner_id, 0, credit - debit from paid where debit > credit)
      select w.account_id "accountId", c.extra ->> 'codigo' || ' ' || c.label account, b.id "partnerId", b.name partner, ${agesOf(ofAge, sql`w.cents`)}
      from waiting w join catalog_items c on c.catalog = 'accounting_accounts' and c.id = w.account_id
      left join partners b on b.id = w.partner_id
      group by 1, 2, 3, 4 having sum(abs(w.cents)) > 0 order by b.name nulls last, 1, 3`,
  );
  return found.map(({ accountId, account, partnerId, partner, ...ages }) => ({
    ...ages,
    id: `${accountId}-${partnerId ?? 0}`,
    account: { id: accountId, name: account },
    partner: partnerId === null ? null : { id: partnerId, name: partner ?? '' },
  }));
}
