import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { rows, type Db } from '#server/kernel/db.ts';
import { compareBooks, writeBooks } from '#server/modules/money/ledger/ledger.jobs.ts';
import type { TestApp } from './app.ts';

/**
 * The balance of each group of accounts, debits less credits, computed from the records with plain SQL: it shares nothing
 * with the sources and the rules. Groups by the codes of the chart.
 */
const EXPECTED = sql`
  with taken as (select p.bank_cents - coalesce(r.cents, 0) cents, p.type_id from payments p left join payment_reversals r on r.payment_id = p.id
      where p.receipt_number is not null),
    refunded as (select * from refunds where state_id in (3, 4)),
    earned as (select l.*, case when l.state_id = 5 and l.reverses_id is null and l.paid_on is not null
        then l.cents - coalesce((select sum(cents) from commission_offsets o where o.line_id = l.id), 0) else 0 end paid
      from commission_lines l where l.released_at is not null),
    account as (select * from progress_accounts where state_id in (4, 5)),
    worked as (select l.cents, j.house_id from account_lines l join account a on a.id = l.account_id join jobs j on j.id = l.job_id where l.dispute is null),
    deducted as (select d.kind, d.amount_cents cents from account_deductions d join account a on a.id = d.account_id),
    fee as (select k.cost_cents cents, k.house_id from permits k join projects p on p.id = k.project_id
      left join ledger_books b on b.book_id = p.promoter_id
      where k.cost_cents > 0 and k.entered_on >= coalesce(b.opens_on, '-infinity') and k.state_id <> 6),
    found as (select cents from bank_statement_lines where state = 'open' and cents > 0
      and (select count(distinct r.promoter_id) from project_bank_accounts a join projects r on r.id = a.project_id where a.account_id = bank_statement_lines.account_id) = 1),
    billed as (select i.*, case i.kind when 'factura' then 1 else -1 end sign from supplier_invoices i
      where (state_id in (3, 4, 5) or (state_id = 8 and approved_on is not null)) and progress_account_id is null),
    spent as (select l.*, l.cents * b.sign signed from supplier_invoice_lines l join billed b on b.id = l.invoice_id),
    wired as (select cents, invoice_id, advance_id from payment_batch_lines
      where paid_on is not null and returned_on is null and progress_account_id is null and interim_payment_id is null),
    settled as (select s.cents from invoice_settlements s join billed b on b.id = s.invoice_id where s.advance_id is not null),
    petty as (select * from petty_vouchers where voided_on is null),
    lent as (select * from interim_drawdowns where received_on is not null),
    served as (select * from interim_payments where paid_on is not null and reversed_on is null),
    brought as (select * from interim_loans where opening_on is not null and state_id in (2, 3)),
    capital (loan_id, day, cents) as (select loan_id, received_on, cents from lent
      union all select id, opening_on, opening_drawn_cents - opening_repaid_cents from brought
      union all select loan_id, paid_on, -capital_cents from interim_payments where paid_on is not null
      union all select loan_id, reversed_on, capital_cents from interim_payments where reversed_on is not null),
    -- Day by day, until the last day that was kept: the balance at its end by the rate of that day.
    daily as (select l.id, l.day_count, to_char(d.day, 'YYYYMM') as month,
        (select coalesce(sum(c.cents), 0) from capital c where c.loan_id = l.id and c.day <= d.day::date)
          * coalesce((select r.rate from interim_loan_rates r where r.loan_id = l.id and r.approved_by is not null and r.valid_from <= d.day::date
            order by r.valid_from desc limit 1), 0) part
      from interim_loans l cross join lateral (select max(until_on) as until_on from interim_interest i where i.loan_id = l.id) k
      cross join lateral generate_series(coalesce(l.opening_on + 1, (select min(c.day) from capital c where c.loan_id = l.id)), k.until_on, '1 day') d (day)),
    accrued (cents) as (select round(sum(part) / 100 / case day_count when 'real_365' then 365 else 360 end) from daily group by id, day_count, month),
    handed as (select k.sale_id, k.house_id, s.price_cents price from handovers k join sales s on s.id = k.sale_id
      where k.state_id = 4 and (not k.imported or exists (select from projects p join ledger_books b on b.book_id = p.promoter_id
        where p.id = s.project_id and b.opens_on <= k.delivered_on))),
    held as (select p.bank_cents cents, p.type_id, p.sale_id from payments p join handed k on k.sale_id = p.sale_id
      where p.bank_cents > 0 and p.type_id <> 4 and (p.receipt_number is not null or p.passed_from_id is not null) and p.reversed_at is null),
    invoiced as (select l.*, case i.kind when 'factura' then 1 else -1 end sign from issued_invoice_lines l
      join issued_invoices i on i.id = l.invoice_id left join issued_invoices c on c.id = i.corrects_id
      where i.state_id = 3 and not i.imported and i.event is null and c.event is null),
    owed as (select b.receivable_cents cents, b.collected_on from back_charges b where b.state_id in (3, 4)),
    gathered (cents) as (select cents from worked where house_id in (select house_id from handed)
      union all select cents from fee where house_id in (select house_id from handed)
      union all select -value_cents from stock_movements where kind in ('entrega', 'retorno') and house_id in (select house_id from handed)
      union all select signed from spent where order_line_id is null and accounting_account_id is null and not after_delivery
        and house_id in (select house_id from handed)),
    opened as (select l.account_id, l.debit_cents - l.credit_cents cents from voucher_lines l join vouchers v on v.id = l.voucher_id
      where v.state_id = 3 and l.account_id in (10, 11, 12)
        and l.lot_id in (select lot_id from houses where id in (select house_id from handed))),
    typed as (select l.account_id, l.debit_cents - l.credit_cents cents from voucher_lines l join vouchers v on v.id = l.voucher_id where v.state_id = 3
      union all select accounting_account_id, signed from spent where order_line_id is null and accounting_account_id is not null
      union all select accounting_account_id, cents - itbms_cents from petty
      union all select accounting_account_id, -sign * cents from invoiced where accounting_account_id is not null),
    said (grp, cents) as (
      select '1.1', cents from taken union all select '1.1', cents from found
      union all select '1.1', -amount_cents from refunded where state_id = 4
      union all select '1.1', -paid from earned union all select '1.1', -net_cents from account where paid_on is not null
      union all select '1.1', -advance_cents from contracts where advance_paid_on is not null
      union all select '1.1', -amount_cents from retention_moves where kind = 'devolucion'
      union all select '1.1', -cents from fee
      union all select '1.2.02', -cents from taken where type_id = 6
      union all select '2.2', -cents from taken where type_id <> 6 union all select '2.2', -cents from found
      union all select '2.2', paid_cents from refunded union all select '2.2', -amount_cents from refunded
      union all select '2.2', amount_cents from refunded where state_id = 4
      union all select '4.1', -penalty_cents from refunded union all select '4.1', -cents from deducted where kind = 'multa'
      union all select '6.1.01', cents from earned union all select '2.1.12', paid - cents from earned
      union all select '1.2.04', advance_cents from contracts where advance_paid_on is not null
      union all select '1.2.04', -amortised_cents from account union all select '1.2.05', itbms_cents from account
      union all select '2.1.03', -retained_cents from account union all select '2.1.03', amount_cents from retention_moves
      union all select '6.1.07', -amount_cents from retention_moves where kind = 'cargo'
      union all select '2.1.05', -withheld_cents from account
      union all select '2.1.02', -net_cents from account union all select '2.1.02', net_cents from account where paid_on is not null
      union all select '1.2.06', -cents from deducted where kind in ('prestamo', 'otro')
      union all select '1.3.02', -cents from deducted where kind = 'materiales'
      union all select case when house_id is null then '1.3.03' else '1.3.02' end, cents from worked
      union all select case when house_id is null then '5.1.04' else '1.3.02' end, cents from fee
      union all select '1.3.05', value_cents from stock_levels
      union all select '1.3.02', -value_cents from stock_movements where kind in ('entrega', 'retorno')
      union all select '2.1.13', -value_cents from stock_movements where kind in ('recepcion', 'devolucion')
      union all select '1.2.05', sign * itbms_cents from billed union all select '2.1.05', -sign * withheld_cents from billed
       union all select '2.1.01', -sign * (total_cents - withheld_cents) from billed
       union all select case when order_line_id is not null then '2.1.13' when house_id is null then '1.3.03'
           when after_delivery then '5.1.02' else '1.3.02' end, signed from spent
         where order_line_id is not null or accounting_account_id is null
       union all select '2.1.01', cents from settled union all select '1.2.08', -cents from settled
       union all select '1.1', -cents from wired
       union all select case when invoice_id is not null then '2.1.01' when advance_id is not null then '1.2.08' else '1.1' end, cents from wired
       union all select '1.1', -cents from petty union all select '1.2.05', itbms_cents from petty
       union all select '4.1', -price from handed union all select '1.2.01', price from handed
       union all select '4.1', -cents from held where type_id = 5 union all select '1.2.01', cents from held where type_id = 5
       union all select '1.2.01', -cents from held
       union all select case when type_id = 6 then '1.2.02' else '2.2' end, cents from held
       union all select '1.3.02', -cents from gathered union all select '5.1.02', cents from gathered
       union all select (array['1.3.01', '1.3.02', '1.3.03'])[account_id - 9], -cents from opened
       union all select (array['5.1.01', '5.1.02', '5.1.03'])[account_id - 9], cents from opened
       union all select '6.1.07', -cents from owed union all select '1.2.06', cents from owed where collected_on is null
       union all select '1.1', cents from owed where collected_on is not null
      union all select '1.1', cents from lent union all select '2.3.01', -cents from lent
      union all select '1.3.06', cents from accrued union all select '2.3.02', -cents from accrued
      union all select '1.1', -interest_cents - capital_cents - fee_cents from served union all select '2.3.02', interest_cents from served
      union all select '2.3.01', capital_cents from served union all select '1.3.06', fee_cents from served
      union all select '2.3.01', opening_repaid_cents - opening_drawn_cents from brought union all select '2.3.02', -opening_interest_cents from brought
      union all select '3.3.01', opening_drawn_cents - opening_repaid_cents + opening_interest_cents from brought
       union all select '1.2.01', sign * (cents + itbms_cents) from invoiced union all select '2.1.04', -sign * itbms_cents from invoiced
       union all select '4.1', -sign * cents from invoiced where accounting_account_id is null
       union all select '1.1', -fee_cents from online_deposits where line_id is not null
       union all select (select extra ->> 'codigo' from catalog_items where catalog = 'accounting_accounts' and id = 56), fee_cents from online_deposits where line_id is not null
      union all select '3.3.01', -value_cents from stock_movements where kind = 'inicial'
      union all select '5.1.02', -value_cents from stock_movements where kind = 'conteo'
      union all select case when c.extra ->> 'codigo' like '1.1.%' then '1.1' else c.extra ->> 'codigo' end, t.cents
        from typed t join catalog_items c on c.catalog = 'accounting_accounts' and c.id = t.account_id)
  select grp, sum(cents)::bigint cents from said group by 1 having sum(cents) <> 0 order by 1`;

const IN_BOOKS = sql`
  select case when c.extra ->> 'codigo' like '1.1.%' then '1.1' when c.extra ->> 'codigo' like '2.2.%' then '2.2'
      when c.extra ->> 'codigo' like '4.1.%' then '4.1' else c.extra ->> 'codigo' end grp, sum(l.debit_cents - l.credit_cents)::bigint cents
    from journal_lines l join catalog_items c on c.catalog = 'accounting_accounts' and c.id = l.account_id
    group by 1 having sum(l.debit_cents - l.credit_cents) <> 0 order by 1`;

/** The sub-ledger of interim loans, by company, and its control account as the records wrote it. */
const LOANS_OWED = sql`select company_id book, sum(drawn_cents - repaid_cents)::bigint cents from interim_loans where state_id in (2, 3)
  group by 1 having sum(drawn_cents - repaid_cents) <> 0 order by 1`;
const LOANS_IN_BOOKS = sql`select e.book_id book, sum(l.credit_cents - l.debit_cents)::bigint cents from journal_lines l
  join journal_entries e on e.id = l.entry_id where l.account_id = 27 and e.kind = 'registro'
  group by 1 having sum(l.credit_cents - l.debit_cents) <> 0 order by 1`;

/**
 * Writes the books until the feed is read: an open transaction of another test may hold a change back, and
 * after a second everything is compared. */
export async function followBooks(llave: TestApp): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    await writeBooks(llave.acting());
    const left = await rows(
      llave.database.db,
      sql`select from changes c, ledger_marks m where (c.tx, c.id) > (m.tx, m.change_id) limit 1`,
    );
    if (left.length === 0) return;
    await pause(25);
  }
  await compareBooks(llave.acting());
}

/** The books are what the records say, to the cent, with nothing waiting and nothing left to compare. */
export async function expectBooksAre(llave: TestApp): Promise<void> {
  const { db } = llave.database;
  await writeBooks(llave.acting());
  await compareBooks(llave.acting());
  expect(await rows(db, sql`select distinct source_record, reason from unposted_events`)).toEqual([]);
  expect(await rows(db, IN_BOOKS)).toEqual(await rows(db, EXPECTED));
  expect(await rows(db, LOANS_OWED)).toEqual(await rows(db, LOANS_IN_BOOKS));
  expect(await rows(db, sql`select * from ledger_differences()`)).toEqual([]);
  expect((await compareBooks(llave.acting())).made).toBe(0);
}

/** The same of the books of a company with many kinds of record. Answers their entries. */
export async function expectBooksOfRecords(llave: TestApp): Promise<number> {
  await expectBooksAre(llave);
  const { db } = llave.database;
  const [counted] = await rows<{ n: number; kinds: number }>(
    db,
    sql`select count(*)::int n, count(distinct source_record)::int kinds from journal_entries`,
  );
  expect(counted!.kinds).toBeGreaterThan(6);
  return counted!.n;
}

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
