import { sql } from 'drizzle-orm';
import { addDays, daysBetween, panamaDay, panamaInstant } from '#contract/dates.ts';
import { isOpen } from '#contract/money/payments/rules.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { ENDED_STATES } from '#contract/sales/sale/rules.ts';

/**
 * SQL condition over `payments` joined with `sales`: dues that customers owe (open, not reported, sale not ended).
 * Lists, reminders and figures all use this one definition.
 */
export const OWED = sql.raw(`payments.state_id in (${PAYMENT.pending}, ${PAYMENT.overdue})
  and sales.state_id not in (${ENDED_STATES.join(', ')})`);

/** Of them, those whose day is before this one (YYYY-MM-DD): late, for every list and figure of arrears. */
export const owedBefore = (day: string) => sql`${OWED} and payments.due_at < ${panamaInstant(day)}`;

/** Of them, those that are due between two days; without the first, until the second. */
export const owedBetween = ({ from, to }: { from: string | null; to: string }) =>
  sql`${owedBefore(addDays(to, 1))} and ${from === null ? sql`true` : sql`payments.due_at >= ${panamaInstant(from)}`}`;

/** Days that a due is late; 0 when it is on time, was reported, or has no due date. */
export const daysLate = (row: { stateId: number; dueAt: Date | null }, now: Date): number =>
  isOpen(row.stateId) && row.dueAt ? Math.max(0, daysBetween(panamaDay(row.dueAt), panamaDay(now))) : 0;
