import { sql, type SQL } from 'drizzle-orm';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { STANDING_STATES } from '#contract/money/bankReconciliations/rules.ts';
import { anyOf, idOf, rows, type Db } from '#server/kernel/db.ts';

/** Where an account starts in Llave, and the stretch that is read. */
export interface Stretch {
  accountId: number;
  period: number;
  /** The first day that counts, and the first and last of the month. */
  since: string;
  from: string;
  to: string;
  /** When the start was written: entries of earlier days that came later count. */
  begunAt: Date;
}

export interface BankFact {
  id: number;
  day: string;
  cents: number;
  reference: string;
  description: string;
  state: string;
  returnsId: number | null;
  /** An earlier copy has it, as open. */
  seen: boolean;
}
export interface BookFact {
  id: number;
  entryId: number;
  number: number;
  year: number;
  day: string;
  occurredOn: string;
  cents: number;
  description: string;
  note: string | null;
  record: string;
  sourceId: number;
  event: string;
  reversalOf: number | null;
  reversed: boolean;
  unassigned: boolean;
  seen: boolean;
  batch: number | null;
  cheque: number | null;
}
export interface OpeningFact {
  id: number;
  side: 'banco' | 'libros';
  day: string;
  cents: number;
  reference: string;
  description: string;
}

/** The frozen copies that count, of the months of an account before one. */
const copies = (accountId: number, period: number): SQL => sql`(
  select (select c.id from bank_reconciliation_closings c where c.reconciliation_id = r.id order by c.revision desc limit 1)
  from bank_reconciliations r where r.account_id = ${accountId} and r.period < ${period} and r.state_id in ${anyOf(STANDING_STATES)})`;

const among = ({ accountId, period }: Stretch, column: string, id: SQL, cleared = true): SQL =>
  sql`exists (select from bank_reconciliation_items i where i.${sql.identifier(column)} = ${id}
    ${cleared ? sql`and i.status <> 'open'` : sql``} and i.closing_id in ${copies(accountId, period)})`;

/** Lines of the bank until the end of the month that no earlier month has settled. A deposit in parts is one line. */
export const bankFacts = (db: Db, at: Stretch): Promise<BankFact[]> =>
  rows<BankFact>(
    db,
    sql`select l.id, l.posted_on "day", l.cents, l.reference, l.description, l.state, l.returns_id "returnsId",
          ${among(at, 'statement_line_id', sql`l.id`, false)} seen
        from bank_statement_lines l where l.account_id = ${at.accountId} and l.part_of is null and l.state <> 'undone'
          and l.posted_on between ${at.since} and ${at.to} and not ${among(at, 'statement_line_id', sql`l.id`)}
        order by l.posted_on, l.id`,
  );

const BOOK_COLUMNS = sql`t.id, e.id "entryId", e.number, e.year, t.day, e.occurred_on "occurredOn", t.debit_cents - t.credit_cents cents,
  e.description, t.note, e.source_record record, e.source_id "sourceId", e.event, e.reversal_of "reversalOf",
  exists (select from journal_entries x where x.reversal_of = e.id) reversed, t.bank_account_id is null unassigned,
  case when e.reversal_of is null then b.batch_id end batch, b.cheque_number cheque`;
/** The batch of payments of an entry: of its line, or of the account of works or the payment to a lender that it paid. */
const BOOK_TABLES = sql`journal_lines t join journal_entries e on e.id = t.entry_id
  left join payment_batch_lines b on e.event in ('pagado', 'pagada') and case e.source_record when 'pago_proveedor' then b.id = e.source_id
    when 'cuenta_obra' then b.progress_account_id = e.source_id and b.paid_on = e.occurred_on
    when 'pago_prestamo' then b.interim_payment_id = e.source_id and b.paid_on = e.occurred_on end`;

/**
 * Lines of the books until the end of the month that no earlier month has settled: of the account, those that are matched
 * with it (`assigned`), and what reverses one that was.
 */
export const bookFacts = (db: Db, at: Stretch, assigned: readonly number[]): Promise<BookFact[]> =>
  rows<BookFact>(
    db,
    sql`select ${BOOK_COLUMNS}, ${among(at, 'journal_line_id', sql`t.id`, false)} seen from ${BOOK_TABLES}
        where t.day <= ${at.to} and (t.bank_account_id = ${at.accountId} and (t.day >= ${at.since} or e.created_at > ${at.begunAt})
            or t.id = any(${sql.param([...assigned])}::bigint[])
            or t.bank_account_id is null and t.id in ${reversedOfAssigned(at)})
          and not ${among(at, 'journal_line_id', sql`t.id`)}
        order by t.day, t.id`,
  );

/** What reverses a line that names no account and was settled with this one. */
const reversedOfAssigned = ({
  accountId,
  period,
}: Stretch): SQL => sql`(select o.id from bank_reconciliation_items i
    join journal_lines s on s.id = i.journal_line_id join journal_entries r on r.reversal_of = s.entry_id
    join journal_lines o on o.entry_id = r.id and o.position = s.position
  where i.unassigned and i.closing_id in ${copies(accountId, period)})`;

/**
 * Entries of the banks that name no account, of some amounts: what the records paid without saying from where. Only of the
 * books that use the account, and not taken by another.
 */
export const unassignedFacts = (db: Db, at: Stretch, cents: readonly number[]): Promise<BookFact[]> =>
  cents.length === 0
    ? Promise.resolve([])
    : rows<BookFact>(
        db,
        sql`select ${BOOK_COLUMNS}, false seen from ${BOOK_TABLES}
            where t.bank_account_id is null and t.day between ${at.since}::date - 45 and ${at.to}
              and t.account_id in (select a.accounting_account_id from bank_accounts a where a.id = ${at.accountId} union select ${idOf(ACCOUNT.operatingBanks)})
              and t.debit_cents - t.credit_cents = any(${sql.param([...cents])}::bigint[]) and e.reversal_of is null
              and not exists (select from journal_entries x where x.reversal_of = e.id)
              and t.book_id in (select book_id from journal_lines where bank_account_id = ${at.accountId}
                union select p.promoter_id from project_bank_accounts pa join projects p on p.id = pa.project_id where pa.account_id = ${at.accountId})
              and not exists (select from bank_reconciliation_items i where i.journal_line_id = t.id)
              and not exists (select from bank_reconciliation_members m where m.journal_line_id = t.id and not m.released)
            order by t.day, t.id limit 400`,
      );

/** What stood on one side when the account came, and no earlier month has settled. */
export const openingFacts = (db: Db, at: Stretch): Promise<OpeningFact[]> =>
  rows<OpeningFact>(
    db,
    sql`select a.id, a.side, a.day, a.cents, a.reference, a.description
        from bank_reconciliation_openings a join bank_reconciliations r on r.id = a.reconciliation_id
        where r.account_id = ${at.accountId} and r.state_id in ${anyOf(STANDING_STATES)} and r.period < ${at.period}
          and not ${among(at, 'opening_id', sql`a.id`)}
        order by a.day, a.id`,
  );

export interface Sums {
  /** The account in the books at the end of the month, with what was matched with it. */
  book: number;
  /** What the bank's lines of the month add up to, those of earlier months that came late among them. */
  lines: number;
  /** The balance that the statements themselves tell at the end; null: none reaches it. */
  statement: number | null;
}
export async function sumsAt(db: Db, at: Stretch, assigned: readonly number[]): Promise<Sums> {
  const [found] = await rows<Sums>(
    db,
    sql`select ((select coalesce(sum(debit_cents - credit_cents), 0) from journal_lines where bank_account_id = ${at.accountId} and day <= ${at.to})
        + (select coalesce(sum(debit_cents - credit_cents), 0) from journal_lines t where t.bank_account_id is null and t.day <= ${at.to}
          and (t.id = any(${sql.param([...assigned])}::bigint[])
            or t.id in (select i.journal_line_id from bank_reconciliation_items i where i.unassigned and i.closing_id in ${copies(at.accountId, at.period)})
            or t.id in ${reversedOfAssigned(at)})))::bigint book,
        (select coalesce(sum(l.cents), 0) from bank_statement_lines l where l.account_id = ${at.accountId} and l.part_of is null and l.state <> 'undone'
          and (l.posted_on between ${at.from} and ${at.to} or l.posted_on between ${at.since} and ${at.from}::date - 1
            and not ${among(at, 'statement_line_id', sql`l.id`, false)}))::bigint lines,
        (select (s.closing_cents - coalesce((select sum(l.cents) from bank_statement_lines l where l.account_id = s.account_id and l.part_of is null
            and l.state <> 'undone' and l.posted_on > ${at.to} and l.posted_on <= s.to_on), 0)
          + coalesce((select sum(l.cents) from bank_statement_lines l where l.account_id = s.account_id and l.part_of is null
            and l.state <> 'undone' and l.posted_on > s.to_on and l.posted_on <= ${at.to}), 0))::bigint
          from bank_statements s where s.account_id = ${at.accountId} and s.undone_at is null and s.closing_cents is not null
            and s.to_on >= ${at.from} and s.from_on <= ${at.to}
          order by s.to_on desc, s.id desc limit 1) statement`,
  );
  return found!;
}
