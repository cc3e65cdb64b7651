import { sql } from 'drizzle-orm';
import { daysBetween, panamaDay } from '#contract/dates.ts';
import { isOpen } from '#contract/money/payments/rules.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { ENDED_STATES } from '#contract/sales/sale/rules.ts';

/**
 * What customers owe, over `payments` and their `sales`: asked for, not reported, and of a sale that goes on. The one place that says
 * so, for lists, reminders and figures.
 */
export const OWED = sql.raw(`payments.state_id in (${PAYMENT.pending}, ${PAYMENT.overdue})
  and sales.state_id not in (${ENDED_STATES.join(', ')})`);

/** Days that a due is late; 0 when it is not, was reported, or has no last day. */
export const daysLate = (row: { stateId: number; dueAt: Date | null }, now: Date): number =>
  isOpen(row.stateId) && row.dueAt ? Math.max(0, daysBetween(panamaDay(row.dueAt), panamaDay(now))) : 0;
