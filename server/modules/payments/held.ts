import { sql } from 'drizzle-orm';
import { PAYMENT_TYPE, SETTLED_STATES } from '#contract/payments/rules.ts';

/** Money of the customer that is there, over rows of `payments`: confirmed, not reversed, and no bank's. */
export const HELD = sql.raw(
  `state_id in (${SETTLED_STATES.join(', ')}) and reversed_at is null and type_id <> ${PAYMENT_TYPE.disbursement}`,
);
