import { sql } from 'drizzle-orm';
import { daysBetween, panamaDay } from '#contract/dates.ts';
import { isOpen } from '#contract/money/payments/rules.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { ENDED_STATES } from '#contract/sales/sale/rules.ts';

/**
 * SQL condition over `payments` joined with `sales`: dues that customers owe (open, not reported, sale not ended).
 * Lists, reminders and figures all use this one definition.
 */
export const OWED = sql.raw(`payments.state_id in (${PAYMENT.pending}, ${PAYMENT.overdue})
  and sales.state_id not in (${ENDED_STATES.join(', ')})`);

/** Days that a due is late; 0 when it is on time, was reported, or has no due date. */
export const daysLate = (row: { stateId: number; dueAt: Date | null }, now: Date): number =>
  isOpen(row.stateId) && row.dueAt ? Math.max(0, daysBetween(panamaDay(row.dueAt), panamaDay(now))) : 0;
