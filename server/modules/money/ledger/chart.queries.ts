import { and, sql, type SQL } from 'drizzle-orm';
import { accountClasses } from '#contract/company/catalogs/accountingLists.ts';
import { panamaDay } from '#contract/dates.ts';
import {
  entryNumber,
  HOUSE_FIGURES,
  isDebitClass,
  type ChartFilter,
  type ChartRow,
  type HouseFigure,
  type LedgerFilter,
  type LedgerRow,
} from '#contract/money/ledger/model.ts';
import { firstDayOf, nextPeriod, periodOf } from '#contract/money/ledger/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { countUpTo, inOrder, limited, row, rows } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { booksInReach } from './ledger.scope.ts';

interface Of {
  libro_id?: number | undefined;
  proyecto_id?: number | undefined;
}

/** Conditions of the books and the project, over `t`: totals or lines. */
const chosen = (ctx: Context, { libro_id, proyecto_id }: Of): SQL =>
  and(
    booksInReach(ctx, 'contabilidad.ver', sql`t.book_id`),
    libro_id === undefined ? undefined : sql`t.book_id = ${libro_id}`,
    proyecto_id === undefined ? undefined : sql`t.project_id = ${proyecto_id}`,
  ) ?? sql`true`;

/** The class of an account, by the first digit of its code. */
export const classOf = (code: string) => Math.min(6, Number(code[0]));

/**
 * The chart with what was entered up to the end of a day: whole months from the kept totals, the days of the last month from
 * its lines, account by account.
 */
export async function findChart(ctx: Context, filter: ChartFilter): Promise<ChartRow[]> {
  const until = filter.hasta ?? panamaDay(ctx.now);
  const period = periodOf(until);
  const found = await rows<{
    id: number;
    code: string;
    name: string;
    archived: boolean;
    debit: number;
    credit: number;
  }>(
    ctx.db,
    sql`select c.id, c.extra ->> 'codigo' code, c.label "name", c.archived_at is not null archived,
        (coalesce(m.debit, 0) + coalesce(d.debit, 0))::bigint debit, (coalesce(m.credit, 0) + coalesce(d.credit, 0))::bigint credit
      from catalog_items c
      left join (select t.account_id, sum(t.debit_cents) debit, sum(t.credit_cents) credit from ledger_totals t
        where t.period < ${period} and ${chosen(ctx, filter)} group by 1) m on m.account_id = c.id
      left join lateral (select sum(t.debit_cents) debit, sum(t.credit_cents) credit from journal_lines t
        where t.account_id = c.id and t.day between ${firstDayOf(period)} and ${until} and ${chosen(ctx, filter)}) d on true
      where c.catalog = 'accounting_accounts' order by c.extra ->> 'codigo'`,
  );
  const names = await catalogLabels(ctx.db, accountClasses);
  const list = found
    .map((one): ChartRow => {
      const classId = classOf(one.code);
      return {
        ...one,
        class: { id: classId, name: names.get(classId) ?? '' },
        balance: isDebitClass(classId) ? one.debit - one.credit : one.credit - one.debit,
      };
    })
    .filter((one) => filter.clase_id === undefined || one.class.id === filter.clase_id)
    .filter((one) => filter.todas === 1 || one.debit !== 0 || one.credit !== 0);
  if (filter.order_column === 'saldo') list.sort((a, b) => a.balance - b.balance || a.id - b.id);
  return filter.order_type === 'desc' ? list.toReversed() : list;
}

/** The accounts of a figure of a house, and no entry that closes a year, over `t`. */
const figured = (figure: HouseFigure): SQL => {
  const { of, but } = HOUSE_FIGURES[figure];
  return sql`t.account_id in (select id from catalog_items where catalog = 'accounting_accounts' and extra ->> 'codigo' ~ ${of}
      ${but === null ? sql`` : sql`and extra ->> 'codigo' !~ ${but}`})
    and not exists (select from journal_entries e where e.id = t.entry_id and e.kind = 'cierre')`;
};

/** Conditions of a ledger's lines, over `t`. */
const ledgerOf = (ctx: Context, filter: LedgerFilter, days = true): SQL =>
  and(
    chosen(ctx, filter),
    filter.cuenta_id === undefined ? undefined : sql`t.account_id = ${filter.cuenta_id}`,
    filter.lote_id === undefined ? undefined : sql`t.lot_id = ${filter.lote_id}`,
    filter.cifra === undefined ? undefined : figured(filter.cifra),
    days && filter.desde !== undefined ? sql`t.day >= ${filter.desde}` : undefined,
    days && filter.hasta !== undefined ? sql`t.day <= ${filter.hasta}` : undefined,
  ) ?? sql`true`;

/** The kept totals know no lots: the lines of a house, which are few, are summed themselves. */
const withoutTotals = ({ lote_id, cifra }: LedgerFilter) => lote_id !== undefined || cifra !== undefined;

/** Whether a ledger counts debits less credits: by its account; all accounts together do, but for income and margin. */
async function sideOf(ctx: Context, { cuenta_id: accountId, cifra }: LedgerFilter): Promise<1 | -1> {
  if (accountId === undefined) return cifra === 'ingreso' || cifra === 'margen' ? -1 : 1;
  const found = await row<{ code: string }>(
    ctx.db,
    sql`select extra ->> 'codigo' code from catalog_items where catalog = 'accounting_accounts' and id = ${accountId}`,
  );
  return found && isDebitClass(classOf(found.code)) ? 1 : -1;
}

/** Debits less credits before a day, or up to a line of that day: whole months from the kept totals. */
async function balanceTo(
  ctx: Context,
  filter: LedgerFilter,
  day: string,
  lineId: number | null,
): Promise<number> {
  const period = withoutTotals(filter) ? 0 : periodOf(day);
  const found = await row<{ cents: number }>(
    ctx.db,
    period === 0
      ? sql`select coalesce(sum(t.debit_cents - t.credit_cents), 0)::bigint cents from journal_lines t
          where ${lineId === null ? sql`t.day < ${day}` : sql`(t.day, t.id) <= (${day}::date, ${lineId}::bigint)`} and ${ledgerOf(ctx, filter, false)}`
      : sql`select ((select coalesce(sum(t.debit_cents - t.credit_cents), 0) from ledger_totals t
          where t.period < ${period} and ${ledgerOf(ctx, filter, false)})
        + (select coalesce(sum(t.debit_cents - t.credit_cents), 0) from journal_lines t where t.day >= ${firstDayOf(period)}
          and ${lineId === null ? sql`t.day < ${day}` : sql`(t.day, t.id) <= (${day}::date, ${lineId}::bigint)`}
          and ${ledgerOf(ctx, filter, false)}))::bigint cents`,
  );
  return Number(found!.cents);
}

interface FoundLine {
  id: number;
  day: string;
  entryId: number;
  year: number;
  number: number;
  bookId: number;
  book: string;
  description: string;
  projectId: number | null;
  project: string | null;
  lotId: number | null;
  lot: string | null;
  debit: number;
  credit: number;
}

/** A page of an account's ledger, each line with the balance after it, on the account's own side. */
export async function findLedger(ctx: Context, filter: LedgerFilter) {
  const order = inOrder(filter, { dia: sql`t.day` }, sql`t.id`, ['dia', 'asc']);
  const selection = sql`select t.id, t.day from journal_lines t where ${ledgerOf(ctx, filter)}`;
  const found = await rows<FoundLine>(
    ctx.db,
    sql`select t.id, t.day, e.id "entryId", e.year, e.number, b.id "bookId", b.name book, e.description, p.id "projectId", p.name project,
        o.id "lotId", o.name lot, t.debit_cents debit, t.credit_cents credit
      from (${selection} order by ${order} ${limited(filter.per_page, offsetOf(filter))}) page
      join journal_lines t on t.id = page.id join journal_entries e on e.id = t.entry_id join partners b on b.id = t.book_id
      left join projects p on p.id = t.project_id left join lots o on o.id = t.lot_id order by ${order}`,
  );
  const side = await sideOf(ctx, filter);
  const [first] = found;
  let balance = first ? await balanceTo(ctx, filter, first.day, first.id) : 0;
  const down = filter.order_type === 'desc';
  const list = found.map((one, at): LedgerRow => {
    const before = found[at - 1];
    if (before) balance += down ? before.credit - before.debit : one.debit - one.credit;
    return {
      id: one.id,
      day: one.day,
      entry: { id: one.entryId, number: entryNumber(one.year, one.number) },
      book: { id: one.bookId, name: one.book },
      description: one.description,
      project: one.projectId === null ? null : { id: one.projectId, name: one.project ?? '' },
      lot: one.lotId === null ? null : { id: one.lotId, name: one.lot ?? '' },
      debit: one.debit,
      credit: one.credit,
      balance: balance * side || 0,
    };
  });
  return { list, total: await countUpTo(ctx.db, selection) };
}

/** The balance before the first day, the movements, and the balance at the end, on the account's own side. */
export async function sumsOfLedger(ctx: Context, filter: LedgerFilter) {
  const side = await sideOf(ctx, filter);
  const from = filter.desde ?? '2000-01-01';
  const until = filter.hasta ?? '2100-12-31';
  const before = await balanceTo(ctx, filter, from, null);
  const end = await balanceTo(ctx, filter, until, Number.MAX_SAFE_INTEGER);
  const moved = await row<{ debit: number; credit: number }>(
    ctx.db,
    withoutTotals(filter)
      ? sql`select coalesce(sum(t.debit_cents), 0)::bigint debit, coalesce(sum(t.credit_cents), 0)::bigint credit from journal_lines t
          where ${ledgerOf(ctx, filter)}`
      : sql`select coalesce(sum(debit), 0)::bigint debit, coalesce(sum(credit), 0)::bigint credit from (
        select sum(t.debit_cents) debit, sum(t.credit_cents) credit from ledger_totals t
          where t.period > ${periodOf(from)} and t.period < ${periodOf(until)} and ${ledgerOf(ctx, filter, false)}
        union all select sum(t.debit_cents), sum(t.credit_cents) from journal_lines t
          where t.day >= ${from} and t.day < ${nextFirst(from)} and t.day <= ${until} and ${ledgerOf(ctx, filter, false)}
        union all select sum(t.debit_cents), sum(t.credit_cents) from journal_lines t
          where t.day >= ${firstDayOf(periodOf(until))} and t.day <= ${until} and ${periodOf(from)} < ${periodOf(until)}
            and ${ledgerOf(ctx, filter, false)}) parts`,
  );
  return {
    inicial: before * side || 0,
    debe: Number(moved!.debit),
    haber: Number(moved!.credit),
    final: end * side || 0,
  };
}

const nextFirst = (day: string) => firstDayOf(nextPeriod(periodOf(day)));
