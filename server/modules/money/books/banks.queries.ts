import type { AtFilter, BankRow } from '#contract/money/books/model.ts';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { CASH_CODE } from '#contract/money/books/rules.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { accountsAt, chosen } from './totals.queries.ts';

/**
 * Each bank account at the end of a day: the balance of its lines in the books, and what the bank said, which is the closing
 * of the last statement until then and the lines of a later one that begins before. Last, what the accounts of banks have from
 * entries that name no bank account.
 */
export async function findBanks(ctx: Context, filter: AtFilter): Promise<BankRow[]> {
  const day = filter.hasta ?? panamaDay(ctx.now);
  const found = await rows<Omit<BankRow, 'difference'>>(
    ctx.db,
    sql`select a.id, null unassigned, a.name || ' (' || a.number || ')' account, coalesce(c.label, '') bank,
        (select coalesce(sum(t.debit_cents - t.credit_cents), 0)::bigint from journal_lines t
          where t.bank_account_id = a.id and t.day <= ${day} and ${chosen(ctx, filter)}) book,
        s.closing_cents + (select coalesce(sum(l.cents), 0) from bank_statement_lines l
          where l.account_id = a.id and l.part_of is null and l.state <> 'undone' and l.posted_on > s.to_on and l.posted_on <= ${day})::bigint statement,
        least(s.covered, ${day}::date)::text covered_until, o.lines open_lines, o.cents "open"
      from bank_accounts a
      left join catalog_items c on c.catalog = ${banks.name} and c.id = a.bank_id
      left join lateral (select b.closing_cents, b.to_on, (select max(to_on) from bank_statements
            where account_id = a.id and undone_by is null and from_on <= ${day}) covered
          from bank_statements b where b.account_id = a.id and b.undone_by is null and b.to_on <= ${day} and b.closing_cents is not null
          order by b.to_on desc, b.id desc limit 1) s on true
      left join lateral (select count(*)::int lines, coalesce(sum(l.cents), 0)::bigint cents from bank_statement_lines l
          where l.account_id = a.id and l.state = 'open' and l.posted_on <= ${day}) o on true
      order by a.name, a.id`,
  );
  const list = found.map((one) => {
    const book = Number(one.book);
    const statement = one.statement === null ? null : Number(one.statement);
    return {
      ...one,
      id: Number(one.id),
      book,
      statement,
      open: Number(one.open),
      difference: statement === null ? null : book - statement,
    };
  });
  return [...list, ...(await unassigned(ctx, filter, day))];
}

/** The balance of entries that name no bank account, by account of the chart: its kept total less what its bank accounts have. */
async function unassigned(ctx: Context, filter: AtFilter, day: string): Promise<BankRow[]> {
  const named = await rows<{ id: number; cents: number }>(
    ctx.db,
    sql`select t.account_id id, sum(t.debit_cents - t.credit_cents)::bigint cents from journal_lines t
      where t.bank_account_id is not null and t.day <= ${day} and ${chosen(ctx, filter)} group by 1`,
  );
  const ofBanks = new Map(named.map(({ id, cents }) => [Number(id), Number(cents)]));
  return (await accountsAt(ctx, filter, day))
    .filter(({ id, code }) => code.startsWith(CASH_CODE) && id !== ACCOUNT.pettyCash)
    .map(({ id, code, name, debit, credit }) => ({
      id: -id,
      unassigned: id,
      account: `${code} ${name}`,
      bank: 'Asientos que no dicen su cuenta bancaria',
      book: debit - credit - (ofBanks.get(id) ?? 0),
      statement: null,
      covered_until: null,
      open_lines: 0,
      open: 0,
      difference: null,
    }))
    .filter(({ book }) => book !== 0);
}
