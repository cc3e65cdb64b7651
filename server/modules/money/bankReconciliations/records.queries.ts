import { sql } from 'drizzle-orm';
import { VOUCHER_STATE } from '#contract/money/ledger/vouchers.ts';
import { anyOf, idOf, rows, type Db } from '#server/kernel/db.ts';
import { STANDING_STATES } from '#contract/money/bankReconciliations/rules.ts';
import { yearlyCodeOf } from '#server/kernel/yearly.ts';

/** What a line of the bank, or a part of it, is by the records: the events that should be in the books for it. */
export interface Told {
  /** The line of the statement. */
  whole: number;
  cents: number;
  /** record.id.event */
  event: string;
}

/**
 * What the records say of lines of the bank: the receipt that a deposit paid, or that it waits for one; the reversal of the
 * receipt that a returned line took back. A deposit in parts has an event for each part.
 */
export async function toldOf(db: Db, wholes: readonly number[]): Promise<Told[]> {
  if (wholes.length === 0) return [];
  return rows<Told>(
    db,
    sql`with w as (select * from bank_statement_lines where id = any(${sql.param([...wholes])}::bigint[])),
      leaf as (select w.id whole, w.id, w.cents, w.state from w where w.state <> 'split'
        union all select w.id, p.id, p.cents, p.state from w join bank_statement_lines p on p.part_of = w.id and p.state <> 'undone' where w.state = 'split'),
      last as (select distinct on (m.line_id) m.line_id, m.payment_id, m.released_at from statement_matches m
        where m.line_id in (select id from leaf) order by m.line_id, m.id desc),
      taken as (select w.id whole, o.id, o.cents from w join bank_statement_lines o on coalesce(o.part_of, o.id) = w.returns_id and o.state <> 'split'
        where w.cents < 0)
      select leaf.whole, leaf.cents, 'pago.' || last.payment_id || '.recibido' event from leaf join last on last.line_id = leaf.id
        where last.released_at is null or leaf.state = 'returned'
      union all
      select leaf.whole, leaf.cents, 'linea_banco.' || leaf.id || '.por_identificar' from leaf
        where leaf.state = 'open' and leaf.cents > 0
      union all
      select t.whole, -t.cents, 'pago.' || m.payment_id || '.reversado' from taken t
        join lateral (select payment_id from statement_matches where line_id = t.id order by id desc limit 1) m on true`,
  );
}

export interface Adjusted {
  id: number;
  lineId: number;
  kind: string;
  voucherId: number | null;
  voucherState: number | null;
  /** record.id.event of its entry. */
  event: string;
}
/** What was asked for from lines of the bank, and is not ended. */
export async function adjustedOf(db: Db, lineIds: readonly number[]): Promise<Adjusted[]> {
  if (lineIds.length === 0) return [];
  return rows<Adjusted>(
    db,
    sql`select a.id, a.statement_line_id "lineId", a.kind, a.voucher_id "voucherId", v.state_id "voucherState",
        case when a.voucher_id is not null then 'comprobante_diario.' || a.voucher_id || '.aprobado'
          when a.source_record = 'pago' then 'pago.' || a.source_id || '.reversado' else 'pago_proveedor.' || a.source_id || '.devuelto' end event
      from bank_reconciliation_adjustments a left join vouchers v on v.id = a.voucher_id
      where not a.ended and a.statement_line_id = any(${sql.param([...lineIds])}::bigint[]) and coalesce(v.state_id, 0) <> ${idOf(VOUCHER_STATE.voided)}`,
  );
}

/**
 * Of reversals in the books, of entries and of receipts: the bank's line with which the reversed line was settled in an
 * earlier month. What replaced it is found through that line.
 */
export async function settledWith(db: Db, journalLineIds: readonly number[]): Promise<Map<number, number>> {
  if (journalLineIds.length === 0) return new Map();
  const found = await rows<{ id: number; whole: number }>(
    db,
    sql`select distinct on (t.id) t.id, b.statement_line_id whole from journal_lines t join journal_entries e on e.id = t.entry_id
        join journal_entries f on f.id = e.reversal_of or e.event = 'reversado' and e.reversal_of is null and f.source_record = e.source_record
          and f.source_id = e.source_id and f.event = 'recibido' and f.reversal_of is null
        join journal_lines o on o.entry_id = f.id and o.bank_account_id is not distinct from t.bank_account_id
        join bank_reconciliation_items i on i.journal_line_id = o.id and i.status <> 'open'
        join bank_reconciliation_closings c on c.id = i.closing_id
        join bank_reconciliations r on r.id = c.reconciliation_id and r.state_id in ${anyOf(STANDING_STATES)}
        join bank_reconciliation_items b on b.closing_id = i.closing_id and b.grp = i.grp and b.statement_line_id is not null
      where t.id = any(${sql.param([...journalLineIds])}::bigint[]) order by t.id, c.id desc`,
  );
  return new Map(found.map(({ id, whole }) => [id, whole]));
}

/** Payments to suppliers of an account that the bank may have returned, by their amounts. */
export const returnable = (db: Db, accountId: number, cents: readonly number[]) =>
  cents.length === 0
    ? Promise.resolve([])
    : rows<{ id: number; batchId: number; cents: number; paidOn: string; label: string }>(
        db,
        sql`select l.id, l.batch_id "batchId", l.cents, l.paid_on "paidOn",
            l.beneficiary || case when l.cheque_number is not null then ', cheque ' || l.cheque_number
              else ', lote ' || ${yearlyCodeOf('LP', 'b')} end "label"
          from payment_batch_lines l join payment_batches b on b.id = l.batch_id
          where l.bank_account_id = ${accountId} and l.active and l.paid_on is not null and l.cents = any(${sql.param([...cents])}::bigint[])
          order by l.paid_on desc, l.id desc limit 100`,
      );

/** Receipts that returned lines took back and nobody reversed yet, by the returned line. */
export const toReverse = (db: Db, lineIds: readonly number[]) =>
  lineIds.length === 0
    ? Promise.resolve([])
    : rows<{ lineId: number; paymentId: number; label: string }>(
        db,
        sql`select r.id "lineId", p.id "paymentId", 'recibo ' || p.receipt_prefix || p.receipt_number "label"
          from bank_statement_lines r join bank_statement_lines o on coalesce(o.part_of, o.id) = r.returns_id and o.state <> 'split'
            join statement_matches m on m.line_id = o.id and m.released_at is null join payments p on p.id = m.payment_id
          where r.id = any(${sql.param([...lineIds])}::bigint[]) and p.reversed_at is null and p.receipt_number is not null`,
      );
