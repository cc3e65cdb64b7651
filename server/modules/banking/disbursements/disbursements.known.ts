import { sql } from 'drizzle-orm';
import type { Disbursement } from '#contract/banking/disbursements/disbursements.ts';
import { isoOf } from '#server/kernel/db.ts';

/** The money that was asked for with the letter of the row `bank_applications`; null before. */
export const disbursementKnown = sql<Disbursement | null>`(select json_build_object('id', d.id, 'version', d.version,
    'requested_on', d.requested_on, 'received_on', d.received_on, 'amount_centavos', d.amount_cents,
    'transfer_number', d.transfer_number, 'confirmed_by', u.name, 'confirmed_at', ${isoOf('d.confirmed_at')},
    'payment_id', d.payment_id, 'notes', d.notes)
  from disbursements d left join users u on u.id = d.confirmed_by where d.application_id = bank_applications.id)`;

/** Whether the money of a bank was asked for, of the row `sales`. */
export const askedKnown = sql`exists (select from disbursements d where d.sale_id = sales.id)`;
