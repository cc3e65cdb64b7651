import { rows, sql } from '#server/kernel/db.ts';
import { amongIds, eventsOf, idsOf, type PostingEvent, type PostingSource } from '#server/kernel/postings.ts';

interface Paid {
  id: number;
  kind: 'factura' | 'anticipo' | 'caja';
  cents: number;
  paidOn: string;
  returnedOn: string | null;
  batch: string;
  cheque: number | null;
  partnerId: number | null;
  bookId: number;
  projectId: number | null;
  bankAccountId: number;
}

/** An account of works and a payment to a lender tell the books themselves that they were paid. */
const IN_BOOKS = sql`paid_on is not null and progress_account_id is null and interim_payment_id is null`;

/** What batches paid, on the bank's day, and what the bank returned, on the day of its return: both stay. */
export const batchPostings: PostingSource = {
  record: 'pago_proveedor',
  async events(db, ids) {
    const found = await rows<Paid>(
      db,
      sql`select l.id, case when l.invoice_id is not null then 'factura' when l.advance_id is not null then 'anticipo' else 'caja' end kind,
          l.cents, l.paid_on "paidOn", l.returned_on "returnedOn", b.year || '-' || lpad(b.number::text, 4, '0') batch,
          l.cheque_number cheque, l.partner_id "partnerId", coalesce(i.company_id, a.company_id, f.company_id) "bookId",
          coalesce(a.project_id, f.project_id) "projectId", l.bank_account_id "bankAccountId"
        from payment_batch_lines l join payment_batches b on b.id = l.batch_id
        left join supplier_invoices i on i.id = l.invoice_id left join supplier_advances a on a.id = l.advance_id
        left join petty_replenishments r on r.id = l.replenishment_id left join petty_funds f on f.id = r.fund_id
        where ${amongIds(sql`l.id`, ids)} and l.paid_on is not null and l.progress_account_id is null
          and l.interim_payment_id is null`,
    );
    return eventsOf(found, paidOf);
  },
  after: idsOf('payment_batch_lines', IN_BOOKS),
};

function paidOf(one: Paid): PostingEvent[] {
  const way = one.cheque === null ? `lote ${one.batch}` : `cheque ${one.cheque}`;
  const event = (key: string, day: string, words: string, cents: number): PostingEvent => ({
    key,
    kind: `pago_proveedor.${one.kind}`,
    day,
    description: `${words} del ${way}`,
    bookId: one.bookId,
    of: { partnerId: one.partnerId, projectId: one.projectId, bankAccountId: one.bankAccountId },
    amounts: [{ name: 'pagado', cents }],
  });
  return [
    event('pagado', one.paidOn, 'Pago', one.cents),
    ...(one.returnedOn === null
      ? []
      : [event('devuelto', one.returnedOn, 'Devolución del pago', -one.cents)]),
  ];
}
