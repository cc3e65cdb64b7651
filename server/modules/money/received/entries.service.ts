import { sql, type SQL } from 'drizzle-orm';
import type { EntryKind } from '#contract/money/received/model.ts';
import { REFUND } from '#contract/money/refunds/rules.ts';
import { idOf } from '#server/kernel/db.ts';

/** The entries of each kind; reversals and refunds have a negative amount. */
export const ENTRIES_OF: Readonly<Record<EntryKind, SQL>> = {
  recibo: sql`select 'recibo' kind, p.id, p.id payment_id, p.sale_id, p.bank_date as day, p.bank_cents cents, p.bank_id, p.bank_reference reference,
    p.account_id, p.confirmed_by by_id, p.confirmed_at at from payments p where p.receipt_number is not null`,
  reverso: sql`select 'reverso' kind, r.id, p.id payment_id, p.sale_id, r.bank_date as day, -r.cents cents, p.bank_id, p.bank_reference reference,
    p.account_id, r.reversed_by by_id, r.at from payment_reversals r join payments p on p.id = r.payment_id`,
  devolucion: sql`select 'devolucion' kind, f.id, null::bigint payment_id, f.sale_id, f.bank_date as day, -f.amount_cents cents, f.bank_id, f.bank_reference reference,
    f.paid_from_id account_id, f.paid_by by_id, f.paid_at at from refunds f where f.state_id = ${idOf(REFUND.paid)}`,
};

/**
 * Every receipt on the bank's day, and with a negative amount every reversal and every refund that was paid: so the
 * sum of any days is the money that stayed.
 */
export const ENTRIES = sql`(${sql.join(Object.values(ENTRIES_OF), sql` union all `)})`;
