import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { MoveForm } from '#contract/works/schedule/model.ts';
import { tooEarly } from '#contract/works/schedule/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { lockSchedules, type ScheduleRow } from './loaded.service.ts';
import { recalculate } from './recalculate.service.ts';
import { findSchedule } from './schedule.scope.ts';
import { scheduleHouses, scheduleMoves, schedules, scheduleTasks } from './schedule.table.ts';
import { calendarOf } from './siteDays.service.ts';

interface Target {
  houseId: number;
  /** Null: the whole house. */
  activityId: number | null;
}

/** Locks a schedule that the caller plans. Raises 404. */
async function lockSchedule(ctx: Context, id: number): Promise<ScheduleRow> {
  if (!(await findSchedule(ctx, id, 'contratos.crear'))) throw notFound();
  const [schedule] = await lockSchedules(ctx.db, [id]);
  return schedule!;
}

/** Condition over tasks: the one that is moved, or all of the house. */
const tasksOf = (scheduleId: number, { houseId, activityId }: Target) =>
  and(
    eq(scheduleTasks.scheduleId, scheduleId),
    eq(scheduleTasks.houseId, houseId),
    activityId === null ? undefined : eq(scheduleTasks.activityId, activityId),
  );

/** Where an activity or a house stands: its first day, whether it began, and the day before which it may not begin. */
async function standingOf({ db }: Context, scheduleId: number, target: Target) {
  const [found] = await db
    .select({
      start: sql<string | null>`min(${scheduleTasks.start})::text`,
      started: sql<boolean>`coalesce(bool_or(${scheduleTasks.startedOn} is not null), false)`,
      notBefore: sql<string | null>`min(${scheduleTasks.notBefore})::text`,
    })
    .from(scheduleTasks)
    .where(tasksOf(scheduleId, target));
  if (!found?.start) throw notFound();
  if (target.activityId !== null) return { ...found, start: found.start };
  const [house] = await db.select().from(scheduleHouses).where(houseOf(scheduleId, target));
  return { ...found, start: found.start, notBefore: house!.notBefore };
}

const houseOf = (scheduleId: number, { houseId }: Target) =>
  and(eq(scheduleHouses.scheduleId, scheduleId), eq(scheduleHouses.houseId, houseId));

const hold = ({ db }: Context, scheduleId: number, target: Target, notBefore: string | null) =>
  target.activityId === null
    ? db.update(scheduleHouses).set({ notBefore }).where(houseOf(scheduleId, target))
    : db.update(scheduleTasks).set({ notBefore }).where(tasksOf(scheduleId, target));

/** Calculates the schedule anew, counts its version on, and tells it. */
async function settle(ctx: Context, schedule: ScheduleRow, verb: string, reason: string): Promise<void> {
  await recalculate(ctx, schedule);
  await ctx.db
    .update(schedules)
    .set({ version: schedule.version + 1 })
    .where(eq(schedules.id, schedule.id));
  await announce(ctx, {
    record: 'cronograma',
    id: schedule.id,
    verb,
    of: ['contrato', schedule.contractId],
    reason,
  });
}

/**
 * Moves an activity, or a house, to a day; what waits for it moves too, and the base line stays. Raises 404, 409 STALE
 * when it is no longer where the screen showed it, 422 at `inicio`.
 */
export async function moveTask(ctx: Context, id: number, form: MoveForm): Promise<number> {
  const schedule = await lockSchedule(ctx, id);
  const target = { houseId: form.vivienda_id, activityId: form.actividad_id ?? null };
  const before = await standingOf(ctx, id, target);
  if (before.start !== form.desde) throw conflict('STALE', undefined, { inicio: before.start });
  const fault = (message: string) => invalid([{ field: 'inicio', message }]);
  if (before.started) throw fault('Ya empezó: sus días son los que pasaron.');
  if (form.inicio < panamaDay(ctx.now)) throw fault('Elige un día desde hoy.');
  if (!(await calendarOf(ctx.db)).works(form.inicio))
    throw fault('Ese día no se trabaja: elige un día hábil.');
  if (form.inicio === before.start) throw fault('Ya empieza ese día.');
  await hold(ctx, id, target, form.inicio);
  const [made] = await ctx.db
    .insert(scheduleMoves)
    .values({
      scheduleId: id,
      ...target,
      before: before.notBefore,
      fromDay: before.start,
      toDay: form.inicio,
      reason: form.motivo,
      by: staffOf(ctx).userId,
      at: ctx.now,
    })
    .returning({ id: scheduleMoves.id });
  await settle(ctx, schedule, 'mover', form.motivo);
  const after = await standingOf(ctx, id, target);
  if (after.start !== form.inicio) throw fault(tooEarly(after.start));
  await audit(ctx, 'mover', 'cronograma', id, {
    house: target.houseId,
    activity: target.activityId,
    before: { start: before.start },
    after: { start: form.inicio },
    reason: form.motivo,
  });
  return made!.id;
}

/** Undoes the last move of an activity or a house. Answers the schedule. Raises 404, 409 MOVED_SINCE. */
export async function undoMove(ctx: Context, moveId: number): Promise<number> {
  const [found] = await ctx.db.select().from(scheduleMoves).where(eq(scheduleMoves.id, moveId));
  if (!found) throw notFound();
  const schedule = await lockSchedule(ctx, found.scheduleId);
  const [last] = await ctx.db
    .select()
    .from(scheduleMoves)
    .where(
      and(
        eq(scheduleMoves.scheduleId, schedule.id),
        eq(scheduleMoves.houseId, found.houseId),
        sql`${scheduleMoves.activityId} is not distinct from ${found.activityId}`,
        isNull(scheduleMoves.undoneAt),
        gte(scheduleMoves.at, schedule.stampedAt),
      ),
    )
    .orderBy(desc(scheduleMoves.id))
    .limit(1);
  if (last?.id !== moveId)
    throw conflict('MOVED_SINCE', 'Ya se movió otra vez, o se deshizo: revisa cómo está ahora.');
  await hold(ctx, schedule.id, found, found.before);
  await ctx.db
    .update(scheduleMoves)
    .set({ undoneAt: ctx.now, undoneBy: staffOf(ctx).userId })
    .where(eq(scheduleMoves.id, moveId));
  await settle(ctx, schedule, 'deshacer', found.reason);
  await audit(ctx, 'deshacer', 'cronograma', schedule.id, { move: moveId });
  return schedule.id;
}
