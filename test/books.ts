import { rows, sql, type Db } from '#server/kernel/db.ts';

/** What a record says in the books, in the order of its entries: event, account, and debit less credit in centavos. */
export const postedOf = async (db: Db, record: string, id: number): Promise<[string, number, number][]> =>
  (
    await rows<{ event: string; account: number; cents: number }>(
      db,
      sql`select e.event, l.account_id account, (l.debit_cents - l.credit_cents) cents from journal_entries e
        join journal_lines l on l.entry_id = e.id where e.source_record = ${record} and e.source_id = ${id} order by e.id, l.position`,
    )
  ).map(({ event, account, cents }) => [event, Number(account), Number(cents)]);

/** The balance of an account over the lines of a condition, debit less credit. */
export const balanceIn = async (db: Db, account: number, where = sql`true`): Promise<number> =>
  Number(
    (
      await rows<{ cents: number }>(
        db,
        sql`select coalesce(sum(debit_cents - credit_cents), 0) cents from journal_lines l where account_id = ${account} and ${where}`,
      )
    )[0]!.cents,
  );
