import { sql } from 'drizzle-orm';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { ENDED_STATES } from '#contract/sales/sale/rules.ts';

/**
 * What customers owe, over `payments` and their `sales`: asked for, not reported, and of a sale that goes on. The one place that says
 * so, for lists, reminders and figures.
 */
export const OWED = sql.raw(`payments.state_id in (${PAYMENT.pending}, ${PAYMENT.overdue})
  and sales.state_id not in (${ENDED_STATES.join(', ')})`);
