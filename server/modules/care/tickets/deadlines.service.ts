import {
  businessMinutesBetween,
  deadlinesOf,
  OFFICE_HOURS,
  warningAt,
  type BusinessHours,
} from '#contract/care/tickets/hours.ts';
import { isPaused, RUNNING_TICKETS, solveHours, WARN_PERCENT } from '#contract/care/tickets/rules.ts';
import { panamaInstant } from '#contract/dates.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, sql } from '#server/kernel/db.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import type { tickets } from './tickets.table.ts';

/** The hours in which deadlines run: the office's of domain.md §6, less the company's own days off. */
export async function hoursOf({ db }: Pick<Context, 'db'>): Promise<BusinessHours> {
  const { ownHolidays } = await readSettings(db);
  return { ...OFFICE_HOURS, daysOff: ownHolidays.map(({ day }) => day) };
}

/** Minutes to answer and to solve a ticket of a priority; the hours to answer are in the list of priorities. */
async function minutesOf({ db }: Pick<Context, 'db'>, priorityId: number) {
  const found = await row<{ hours: number | null }>(
    db,
    sql`select (extra ->> 'horas')::int hours from catalog_items where catalog = 'ticket_priorities' and id = ${priorityId}`,
  );
  const hours = found?.hours ?? 48;
  return { answerMinutes: hours * 60, solveMinutes: solveHours(priorityId, hours) * 60 };
}

/** What the deadlines of a ticket depend on. */
export interface Timed {
  stateId: number;
  priorityId: number;
  clockFrom: Date;
  pausedMinutes: number;
  answeredAt: Date | null;
  answerAlert: number;
  solveAlert: number;
  merged: boolean;
  /** A last day set by law (YYYY-MM-DD). */
  dueOn: string | null;
}
type Columns = Pick<
  typeof tickets.$inferInsert,
  'answerDue' | 'solveDue' | 'answerAlert' | 'solveAlert' | 'alertAt'
>;

/**
 * The deadlines of a ticket, reckoned anew, and when somebody is to be told next. What was told about a deadline that is not near
 * any more counts as not told.
 */
export async function deadlineColumns(ctx: Pick<Context, 'db' | 'now'>, one: Timed): Promise<Columns> {
  const hours = await hoursOf(ctx);
  const minutes = await minutesOf(ctx, one.priorityId);
  const clock = { from: one.clockFrom, pausedMinutes: one.pausedMinutes };
  const byLaw = one.dueOn === null ? null : panamaInstant(one.dueOn, hours.to);
  const { answer, solve } = byLaw
    ? { answer: byLaw, solve: byLaw }
    : deadlinesOf({ ...clock, ...minutes }, hours);
  const warn = (total: number) => warningAt(clock, total, WARN_PERCENT, hours);
  const warnedOfLaw = byLaw && warn(businessMinutesBetween(one.clockFrom, byLaw, hours));
  const marks = {
    answer: [warnedOfLaw ?? warn(minutes.answerMinutes), answer] as const,
    solve: [warnedOfLaw ?? warn(minutes.solveMinutes), solve] as const,
  };
  const told = (level: number, [warned, due]: readonly [Date, Date]) =>
    Math.min(level, ctx.now >= due ? 2 : ctx.now >= warned ? 1 : 0);
  const answerAlert = told(one.answerAlert, marks.answer);
  const solveAlert = told(one.solveAlert, marks.solve);
  const runs = !one.merged && RUNNING_TICKETS.includes(one.stateId);
  const next = [
    ...(one.answeredAt === null && !byLaw ? marks.answer.slice(answerAlert) : []),
    ...marks.solve.slice(solveAlert),
  ].toSorted((a, b) => a.getTime() - b.getTime())[0];
  return {
    answerDue: answer,
    solveDue: solve,
    answerAlert,
    solveAlert,
    alertAt: runs ? (next ?? null) : null,
  };
}

/** Columns of the pause when a ticket goes from one state to another. */
export async function pauseColumns(
  ctx: Pick<Context, 'db' | 'now'>,
  one: { stateId: number; pausedSince: Date | null; pausedMinutes: number },
  to: number,
): Promise<{ pausedSince: Date | null; pausedMinutes: number }> {
  const { pausedSince, pausedMinutes } = one;
  if (isPaused(to)) return { pausedSince: pausedSince ?? ctx.now, pausedMinutes };
  if (pausedSince === null) return { pausedSince, pausedMinutes };
  const minutes = businessMinutesBetween(pausedSince, ctx.now, await hoursOf(ctx));
  return { pausedSince: null, pausedMinutes: pausedMinutes + minutes };
}
