import { sql } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import type { AtFilter, BalanceRow, MonthsRow, SpanFilter, TrialRow } from '#contract/money/books/model.ts';
import { CASH_CODE, CASH_SECTIONS, cashSectionOf, type CashSection } from '#contract/money/books/rules.ts';
import { isDebitClass } from '#contract/money/ledger/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, rows } from '#server/kernel/db.ts';
import { accountMonths, accountsAt, chosen, type AccountMonth } from './totals.queries.ts';

const dayOf = (ctx: Context, filter: AtFilter) => filter.hasta ?? panamaDay(ctx.now);
/** The same day one year earlier; the 29th of February is the 28th there. */
const yearBefore = (day: string) =>
  `${Number(day.slice(0, 4)) - 1}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`;
/** The class of an account, by the first digit of its code. */
const classOf = (code: string) => Math.min(6, Number(code[0]));
/** Debits less credits on the side of the account's class. */
const ownSide = (code: string, cents: number) => (isDebitClass(classOf(code)) ? cents : -cents) || 0;

/** Opening balance, debits, credits and closing balance of each account that has any. */
export async function findTrialBalance(ctx: Context, filter: SpanFilter): Promise<TrialRow[]> {
  const until = dayOf(ctx, filter);
  const from = filter.desde ?? `${until.slice(0, 4)}-01-01`;
  const before = await accountsAt(ctx, filter, addDays(from, -1));
  const after = await accountsAt(ctx, filter, from > until ? addDays(from, -1) : until);
  const earlier = new Map(before.map((one) => [one.id, one]));
  return after
    .map((one): TrialRow => {
      const was = earlier.get(one.id);
      return {
        id: one.id,
        code: one.code,
        name: one.name,
        opening: (was?.debit ?? 0) - (was?.credit ?? 0),
        debit: one.debit - (was?.debit ?? 0),
        credit: one.credit - (was?.credit ?? 0),
        closing: one.debit - one.credit,
      };
    })
    .filter((one) => one.opening !== 0 || one.debit !== 0 || one.credit !== 0);
}

const TOTALS: Readonly<Record<number, string>> = {
  1: 'Total activo',
  2: 'Total pasivo',
  3: 'Total patrimonio',
};

/**
 * Assets, liabilities and equity. What the accounts of income and cost have not passed to earnings yet is the result of
 * the year, so assets equal liabilities and equity; of one project, what has no project or stands in another is a row of
 * its own.
 */
export async function findBalanceSheet(ctx: Context, filter: AtFilter): Promise<BalanceRow[]> {
  const day = dayOf(ctx, filter);
  const now = await accountsAt(ctx, filter, day);
  const then = await accountsAt(ctx, filter, `${Number(day.slice(0, 4)) - 1}-12-31`);
  const earlier = new Map(then.map((one) => [one.id, one.debit - one.credit]));
  const accounts = now.map((one): BalanceRow => {
    const { id, code, name } = one;
    return {
      id: String(id),
      kind: 'cuenta',
      account: id,
      code,
      name,
      class: classOf(code),
      centavos: ownSide(code, one.debit - one.credit),
      before: ownSide(code, earlier.get(id) ?? 0),
    };
  });
  const sum = (key: 'centavos' | 'before', of: number) =>
    accounts.reduce((total, one) => total + (one.class === of ? one[key] : 0), 0);
  const result = (key: 'centavos' | 'before') => sum(key, 4) - sum(key, 5) - sum(key, 6);
  const row = (id: string, name: string, classId: number, centavos: number, before: number): BalanceRow => ({
    id,
    kind: 'total',
    account: null,
    code: '',
    name,
    class: classId,
    centavos,
    before,
  });
  const shown = (of: number) =>
    accounts.filter((one) => one.class === of && (one.centavos !== 0 || one.before !== 0));
  const equity = (key: 'centavos' | 'before') => sum(key, 3) + result(key);
  const rest = (key: 'centavos' | 'before') => sum(key, 1) - sum(key, 2) - equity(key);
  const outside =
    rest('centavos') !== 0 || rest('before') !== 0
      ? [row('fuera', 'En otros proyectos o sin proyecto', 3, rest('centavos'), rest('before'))]
      : [];
  return [
    ...shown(1),
    row('total-1', TOTALS[1]!, 1, sum('centavos', 1), sum('before', 1)),
    ...shown(2),
    row('total-2', TOTALS[2]!, 2, sum('centavos', 2), sum('before', 2)),
    ...shown(3),
    row('resultado', 'Resultado por cerrar', 3, result('centavos'), result('before')),
    row('total-3', TOTALS[3]!, 3, equity('centavos'), equity('before')),
    ...outside,
    row(
      'total',
      'Total pasivo y patrimonio',
      3,
      sum('centavos', 2) + equity('centavos') + rest('centavos'),
      sum('before', 2) + equity('before') + rest('before'),
    ),
  ];
}

interface Months {
  id: number;
  code: string;
  name: string;
  months: number[];
  before: number;
}

const zeros = () => Array.from({ length: 12 }, () => 0);
const add = (list: readonly Months[], weight: (one: Months) => number) => {
  const months = zeros();
  let before = 0;
  for (const one of list) {
    const by = weight(one);
    for (const [at, cents] of one.months.entries()) months[at]! += by * cents;
    before += by * one.before;
  }
  return { months: months.map((one) => one || 0), before: before || 0 };
};
const total = (months: readonly number[]) => months.reduce((sum, one) => sum + one, 0);
const rowOf = (one: Months): MonthsRow => ({
  ...one,
  id: String(one.id),
  kind: 'cuenta',
  account: one.id,
  total: total(one.months),
});
const totalRow = (
  id: string,
  name: string,
  { months, before }: Pick<Months, 'months' | 'before'>,
): MonthsRow => ({
  id,
  kind: 'total',
  account: null,
  code: '',
  name,
  months,
  total: total(months),
  before,
});

/** Gathers cents by account and month of the day's year, beside the sum of the year before up to the same day. */
function byMonths(
  year: number,
  now: readonly AccountMonth[],
  then: readonly AccountMonth[],
  cents: (one: AccountMonth) => number,
): Months[] {
  const found = new Map<number, Months>();
  const of = ({ id, code, name }: AccountMonth) => {
    const one = found.get(id) ?? { id, code, name, months: zeros(), before: 0 };
    found.set(id, one);
    return one;
  };
  for (const one of now)
    if (Math.trunc(one.period / 100) === year) of(one).months[(one.period % 100) - 1]! += cents(one);
  for (const one of then) if (Math.trunc(one.period / 100) === year - 1) of(one).before += cents(one);
  return [...found.values()]
    .filter((one) => one.before !== 0 || one.months.some((month) => month !== 0))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

/** What the year-end entries of these days moved: the income statement leaves them out. */
const yearEnds = (ctx: Context, filter: AtFilter, from: string, until: string) =>
  rows<AccountMonth>(
    ctx.db,
    sql`select c.id, c.extra ->> 'codigo' code, c.label "name", e.period, -sum(t.debit_cents)::bigint debit, -sum(t.credit_cents)::bigint credit
      from journal_entries e join journal_lines t on t.entry_id = e.id
      join catalog_items c on c.catalog = 'accounting_accounts' and c.id = t.account_id
      where e.kind = 'cierre' and e.day between ${from} and ${until} and ${chosen(ctx, filter)} group by 1, 2, 3, 4`,
  );

/** Income, costs and expenses by month, without the entries that close a year. */
export async function findIncomeStatement(ctx: Context, filter: AtFilter): Promise<MonthsRow[]> {
  const day = dayOf(ctx, filter);
  const year = Number(day.slice(0, 4));
  const past = yearBefore(day);
  const now = await accountMonths(ctx, filter, day, year * 100);
  const then = await accountMonths(ctx, filter, past, (year - 1) * 100);
  const closed = await yearEnds(ctx, filter, `${year}-01-01`, day);
  const closedBefore = await yearEnds(ctx, filter, `${year - 1}-01-01`, past);
  const list = byMonths(year, [...now, ...closed], [...then, ...closedBefore], (one) =>
    ownSide(one.code, one.debit - one.credit),
  );
  const of = (...classes: number[]) => list.filter((one) => classes.includes(classOf(one.code)));
  const sign = (one: Months) => (classOf(one.code) === 4 ? 1 : -1);
  return [
    ...of(4).map(rowOf),
    totalRow(
      'ingresos',
      'Total ingresos',
      add(of(4), () => 1),
    ),
    ...of(5).map(rowOf),
    totalRow('bruta', 'Utilidad bruta', add(of(4, 5), sign)),
    ...of(6).map(rowOf),
    totalRow('neta', 'Utilidad', add(of(4, 5, 6), sign)),
  ];
}

/**
 * What the counter-accounts of cash lines say of these days: money in is positive. Without some accounts: what moves between
 * them and the rest of the cash counts, too.
 */
export const counterparts = (
  ctx: Context,
  filter: AtFilter,
  from: string,
  until: string,
  without: readonly number[] = [],
) =>
  rows<AccountMonth>(
    ctx.db,
    sql`with cash as (select id from catalog_items where catalog = 'accounting_accounts' and extra ->> 'codigo' like ${`${CASH_CODE}%`}
        and id not in ${anyOf([0, ...without])}),
      touched as (select distinct t.entry_id from cash join journal_lines t on t.account_id = cash.id
        where t.day between ${from} and ${until} and ${chosen(ctx, filter)})
      select c.id, c.extra ->> 'codigo' code, c.label "name", (extract(year from l.day) * 100 + extract(month from l.day))::int period,
        sum(l.debit_cents)::bigint debit, sum(l.credit_cents)::bigint credit
      from touched join journal_lines l on l.entry_id = touched.entry_id
      join catalog_items c on c.catalog = 'accounting_accounts' and c.id = l.account_id
      where l.account_id not in (select id from cash) group by 1, 2, 3, 4`,
  );

/**
 * Cash flow by the direct method: each entry that touches cash, by its other accounts. Their sum is the change of cash to
 * the cent, because each entry balances.
 */
export async function findCashFlow(ctx: Context, filter: AtFilter): Promise<MonthsRow[]> {
  const day = dayOf(ctx, filter);
  const year = Number(day.slice(0, 4));
  const now = await counterparts(ctx, filter, `${year}-01-01`, day);
  const then = await counterparts(ctx, filter, `${year - 1}-01-01`, yearBefore(day));
  const list = byMonths(year, now, then, (one) => one.credit - one.debit);
  const cashAt = async (at: string) =>
    (await accountsAt(ctx, filter, at))
      .filter(({ code }) => code.startsWith(CASH_CODE))
      .reduce((sum, one) => sum + one.debit - one.credit, 0);
  const opening = await cashAt(`${year - 1}-12-31`);
  const openingBefore = await cashAt(`${year - 2}-12-31`);
  const net = add(list, () => 1);
  const last = Number(day.slice(5, 7));
  const starts = zeros();
  const ends = zeros();
  let balance = opening;
  for (let at = 0; at < last; at += 1) {
    starts[at] = balance;
    balance += net.months[at]!;
    ends[at] = balance;
  }
  const sections = Object.entries(CASH_SECTIONS).flatMap(([key, title]) => {
    const mine = list.filter((one) => cashSectionOf(one.code) === (key as CashSection));
    return mine.length === 0
      ? []
      : [
          ...mine.map(rowOf),
          totalRow(
            key,
            title,
            add(mine, () => 1),
          ),
        ];
  });
  return [
    ...sections,
    totalRow('neto', 'Cambio en caja y bancos', net),
    { ...totalRow('inicial', 'Saldo al empezar', { months: starts, before: openingBefore }), total: opening },
    {
      ...totalRow('final', 'Saldo al terminar', { months: ends, before: openingBefore + net.before }),
      total: balance,
    },
  ];
}
