import { sql } from 'drizzle-orm';
import { REFUND } from '#contract/money/refunds/rules.ts';
import { idOf } from '#server/kernel/db.ts';

/**
 * Every receipt on the bank's day, and with a negative amount every reversal and every refund that was paid: so the
 * sum of any days is the money that stayed.
 */
export const ENTRIES = sql`(
  select 'recibo' kind, p.id, p.id payment_id, p.sale_id, p.bank_date as day, p.bank_cents cents, p.bank_id, p.bank_reference reference,
    p.confirmed_by by_id, p.confirmed_at at from payments p where p.receipt_number is not null
  union all
  select 'reverso', r.id, p.id, p.sale_id, r.bank_date, -r.cents, p.bank_id, p.bank_reference, r.reversed_by, r.at
    from payment_reversals r join payments p on p.id = r.payment_id
  union all
  select 'devolucion', f.id, null, f.sale_id, f.bank_date, -f.amount_cents, f.bank_id, f.bank_reference, f.paid_by, f.paid_at
    from refunds f where f.state_id = ${idOf(REFUND.paid)}
)`;
