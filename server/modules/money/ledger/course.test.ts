import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { rows } from '#server/kernel/db.ts';
import { useApp } from '#test/app.ts';
import { expectBooksOfRecords } from '#test/books.ts';
import { makeCourse } from '#test/courses/course.ts';
import { outsideServices } from '#test/courses/outside.ts';
import { deep } from '#test/deep.ts';
import { compareBooks, lockBooks, writeBooks } from './ledger.jobs.ts';
import { postRecords } from './posting.service.ts';

const outside = await outsideServices();
const llave = useApp(outside.environment);
afterAll(outside.close);
const db = () => llave.database.db;

/** Of each account or partner: a balance of the books beside what its records say. */
const equal = (books: ReturnType<typeof sql>, records: ReturnType<typeof sql>) =>
  sql`select coalesce(l.of, r.of) of, l.cents books, r.cents records from (${books}) l full join (${records}) r on r.of = l.of
    where coalesce(l.cents, 0) <> coalesce(r.cents, 0)`;

/** What must be true of the books at any time, each as rows that break it. */
const BROKEN = {
  balance: sql`select entry_id from journal_lines group by 1 having sum(debit_cents) <> sum(credit_cents)`,
  numbers: sql`select book_id, year from journal_entries group by 1, 2 having max(number) <> count(*) or min(number) <> 1`,
  kept: sql`select * from ledger_differences()`,
  // Of each customer: what the receipts brought and cessions passed, less what reversals, refunds and the delivery took.
  customers: equal(
    sql`select sale_id of, sum(credit_cents - debit_cents) cents from journal_lines
      where account_id in (${ACCOUNT.separations}, ${ACCOUNT.deposits}, ${ACCOUNT.closingCosts}, ${ACCOUNT.toIdentify}) and sale_id is not null group by 1`,
    sql`select s.id of, coalesce(p.cents, 0) - coalesce(f.cents, 0) cents from sales s
      left join (select p.sale_id, sum(p.bank_cents) cents from payments p left join handovers k on k.sale_id = p.sale_id and k.state_id = 4
        where (p.receipt_number is not null or p.passed_from_id is not null) and p.reversed_at is null and p.passed_at is null
          and p.type_id <> 6 and (k.id is null or p.type_id = 4) group by 1) p on p.sale_id = s.id
      left join (select sale_id, sum(paid_cents) cents from refunds where state_id in (3, 4) group by 1) f on f.sale_id = s.id`,
  ),
  contractors: sql`select c.id from contracts c
    left join (select contract_id, sum(credit_cents - debit_cents) filter (where account_id = ${ACCOUNT.contractors}) owed,
        sum(credit_cents - debit_cents) filter (where account_id = ${ACCOUNT.retention}) held from journal_lines group by 1) l on l.contract_id = c.id
    where coalesce(l.owed, 0) <> (select coalesce(sum(net_cents), 0) from progress_accounts a where a.contract_id = c.id and a.state_id = 4)
      or coalesce(l.held, 0) <> (select coalesce(sum(retained_cents), 0) from progress_accounts a where a.contract_id = c.id and a.state_id in (4, 5))
        - (select coalesce(sum(amount_cents), 0) from retention_moves m where m.contract_id = c.id)`,
  // What invoices still owe, less what credit notes and advances have left to give.
  suppliers: equal(
    sql`select partner_id of, sum(credit_cents - debit_cents) cents from journal_lines
      where account_id in (${ACCOUNT.suppliers}, ${ACCOUNT.supplierAdvances}) group by 1`,
    sql`select of, sum(cents) cents from (
      select i.partner_id of, case i.kind when 'factura' then 1 else -1 end * (i.total_cents - i.withheld_cents) cents from supplier_invoices i
        where (i.state_id in (3, 4, 5) or i.state_id = 8 and i.approved_on is not null) and i.progress_account_id is null
      union all select l.partner_id, -l.cents from payment_batch_lines l where l.paid_on is not null and l.returned_on is null
        and (l.invoice_id is not null or l.advance_id is not null)) r group by 1`,
  ),
  petty: equal(
    sql`select project_id of, sum(debit_cents - credit_cents) cents from journal_lines where account_id = ${ACCOUNT.pettyCash} group by 1`,
    sql`select f.project_id of, sum(case when f.closed_on is null then f.cents else 0 end - coalesce(v.cents, 0) + coalesce(r.cents, 0)) cents from petty_funds f
      left join (select fund_id, sum(cents) cents from petty_vouchers where voided_on is null group by 1) v on v.fund_id = f.id
      left join (select fund_id, sum(cents) cents from petty_replenishments where state_id = 4 group by 1) r on r.fund_id = f.id group by 1`,
  ),
  materials: equal(
    sql`select project_id of, sum(debit_cents - credit_cents) cents from journal_lines where account_id = ${ACCOUNT.materials} group by 1`,
    sql`select project_id of, sum(value_cents) cents from stock_levels group by 1`,
  ),
  // Of each account at a bank: the lines of its statement that are open or were given to payments, and what batches sent from it.
  banks: equal(
    sql`select bank_account_id of, sum(debit_cents - credit_cents) cents from journal_lines where bank_account_id is not null group by 1`,
    sql`select of, sum(cents) cents from (
      select account_id of, cents from bank_statement_lines where state = 'open' and cents > 0
      union all select l.account_id, p.bank_cents from statement_matches m
        join bank_statement_lines l on l.id = m.line_id join payments p on p.id = m.payment_id where m.released_at is null
      union all select paid_from_id, -net_cents from progress_accounts where paid_from_id is not null and state_id = 5
      union all select advance_from_id, -advance_cents from contracts where advance_from_id is not null
      union all select paid_from_id, -amount_cents from retention_moves where paid_from_id is not null
      union all select paid_from_id, -amount_cents from refunds where paid_from_id is not null and state_id = 4
      union all select l.account_id, -d.fee_cents from online_deposits d join bank_statement_lines l on l.id = d.line_id
      union all select l.bank_account_id, d.cents from interim_drawdowns d join interim_loans l on l.id = d.loan_id where d.received_on is not null
      union all select l.bank_account_id, -p.interest_cents - p.capital_cents - p.fee_cents from interim_payments p join interim_loans l on l.id = p.loan_id
        where p.paid_on is not null and p.reversed_on is null
      union all select bank_account_id, -cents from payment_batch_lines where paid_on is not null and returned_on is null
        and progress_account_id is null and interim_payment_id is null
      union all select paid_from_id, (select coalesce(sum(o.cents), 0) from commission_offsets o where o.line_id = l.id) - l.cents
        from commission_lines l where l.paid_from_id is not null and l.state_id = 5
      union all select paid_from_id, -cost_cents from permits where paid_from_id is not null and cost_cents > 0
      union all select paid_from_id, -cents from petty_funds where paid_from_id is not null and closed_on is null
      union all select collected_into_id, receivable_cents from back_charges where collected_into_id is not null) r group by 1`,
  ),
  // A reversal has one entry, which stands in the same book.
  reversals: sql`select r.id from journal_entries r join journal_entries e on e.id = r.reversal_of where e.book_id <> r.book_id or r.day < e.day`,
};

/** What is broken, by name. */
async function faults() {
  const found: unknown[] = [];
  for (const [name, broken] of Object.entries(BROKEN))
    for (const one of await rows(db(), broken)) found.push([name, one]);
  return found;
}

class Crash extends Error {}
/** The program dies while it writes the books: after its entries, and before it keeps them. */
async function crash() {
  for (const record of llave.acting().postings.keys())
    await llave
      .act(async (ctx) => {
        await lockBooks(ctx);
        const ids = await rows<{ id: number }>(ctx.db, sql`select generate_series(1, 300) id`);
        await postRecords(ctx, record, ids.map(({ id }) => Number(id))); // prettier-ignore
        throw new Crash();
      })
      .catch((error: unknown) => expect(error).toBeInstanceOf(Crash));
}
/** The database ends each connection that is writing to the books. */
const cut = () =>
  llave.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query ilike '%journal_%' and state <> 'idle'`,
  );
const follow = (next: (below: number) => number) =>
  [
    () => writeBooks(llave.acting()),
    () => compareBooks(llave.acting()),
    () => Promise.all([writeBooks(llave.acting()), compareBooks(llave.acting())]),
    crash,
    () => Promise.allSettled([writeBooks(llave.acting()), compareBooks(llave.acting()), cut()]),
  ][next(5)]!();

describe('random courses of all records', () => {
  for (const seed of Array.from({ length: deep(1, 25) }, (_, at) => 7 + at * 31))
    test(
      `leave books that balance and agree with their records (${seed})`,
      { timeout: 120_000 },
      async () => {
        const course = await makeCourse(llave, seed);
        const { next, moves } = course;
        const random = Array.from({ length: deep(0, 30) }, () => moves[next(moves.length)]!);
        for (const { run } of [...course.shuffled(), ...random]) {
          await run();
          if (next(6) === 0) await follow(next);
        }
        await Promise.all([writeBooks(llave.acting()), compareBooks(llave.acting())]);
        expect(await faults()).toEqual([]);
        await expectBooksOfRecords(llave);
      },
    );

  test('take part: every record that says something to the books', async () => {
    const { moves } = await makeCourse(llave, 0);
    const written = await rows<{ record: string }>(
      db(),
      sql`select distinct source_record record from journal_entries order by 1`,
    );
    const records = [...llave.acting().postings.keys(), 'comprobante_diario'].toSorted();
    expect(written.map(({ record }) => record)).toEqual(records);
    expect([...new Set(moves.flatMap((move) => move.of))].toSorted()).toEqual(records);
  });
});
