import { and, asc, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { priorities } from '#contract/company/catalogs/ticketLists.ts';
import { panamaDay, weekStart, weekText, addDays } from '#contract/dates.ts';
import { offsetOf } from '#contract/paging.ts';
import { WHOLE_BP } from '#contract/works/jobs/rules.ts';
import type { TaskFilter } from '#contract/works/schedule/endpoints.ts';
import type { Move, Task, TaskRow } from '#contract/works/schedule/model.ts';
import { priorityOf, weeksBetween } from '#contract/works/schedule/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { hasPart, inOrder } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { nameOf } from '#server/modules/company/staff/names.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { stepsOf } from '#server/modules/works/actionPlans/planSteps.service.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';
import { activitiesOf, templateOf } from './loaded.service.ts';
import { scheduleHouses, scheduleMoves, schedules, scheduleTasks } from './schedule.table.ts';
import { calendarOf } from './siteDays.service.ts';

const label = (catalog: string, id: AnyPgColumn) =>
  sql<string>`coalesce((select label from catalog_items where catalog = ${catalog} and catalog_items.id = ${id}), '')`;

const standing = sql<TaskRow['standing']>`case when ${scheduleTasks.finishedOn} is not null then 'terminada'
  when ${scheduleTasks.startedOn} is not null then 'en_curso' else 'por_empezar' end`;

const percent = sql<number>`case when ${scheduleTasks.finishedOn} is not null then 100
  else coalesce(greatest(${jobs.approvedBp}, ${jobs.reportedBp}), 0)::float * 100 / ${WHOLE_BP} end`.mapWith(
  Number,
);

const selectTasks = (ctx: Context) =>
  ctx.db
    .select({
      id: scheduleTasks.id,
      schedule_id: scheduleTasks.scheduleId,
      contract: { id: contracts.id, name: contracts.name, reference: contracts.reference },
      project: { id: projects.id, name: projects.name },
      house: { id: houses.id, name: houses.name, block: lots.block },
      activity: {
        id: scheduleTasks.activityId,
        name: label('contract_activities', scheduleTasks.activityId),
      },
      crew: scheduleTasks.crew,
      days: scheduleTasks.days,
      base_start: scheduleTasks.baseStart,
      base_finish: scheduleTasks.baseFinish,
      start: scheduleTasks.start,
      finish: scheduleTasks.finish,
      float: scheduleTasks.float,
      critical: scheduleTasks.critical,
      driving: scheduleTasks.driving,
      late: scheduleTasks.late,
      started_on: scheduleTasks.startedOn,
      finished_on: scheduleTasks.finishedOn,
      percent,
      standing,
      job_id: jobs.id,
    })
    .from(scheduleTasks)
    .innerJoin(schedules, eq(schedules.id, scheduleTasks.scheduleId))
    .innerJoin(contracts, eq(contracts.id, schedules.contractId))
    .innerJoin(projects, eq(projects.id, contracts.projectId))
    .innerJoin(houses, eq(houses.id, scheduleTasks.houseId))
    .innerJoin(lots, eq(lots.id, houses.lotId))
    .leftJoin(
      jobs,
      and(
        eq(jobs.contractId, contracts.id),
        eq(jobs.houseId, scheduleTasks.houseId),
        eq(jobs.activityId, scheduleTasks.activityId),
      ),
    );

const ORDER = {
  id: scheduleTasks.id,
  start: scheduleTasks.start,
  finish: scheduleTasks.finish,
  base_finish: scheduleTasks.baseFinish,
  float: scheduleTasks.float,
  late: scheduleTasks.late,
};

const matching = (ctx: Context, query: TaskFilter): SQL | undefined =>
  and(
    contractsInReach(ctx, 'contratos.ver'),
    query.contrato_id === undefined ? undefined : eq(contracts.id, query.contrato_id),
    query.proyecto_id === undefined ? undefined : eq(contracts.projectId, query.proyecto_id),
    query.vivienda_id === undefined ? undefined : eq(scheduleTasks.houseId, query.vivienda_id),
    query.actividad_id === undefined ? undefined : eq(scheduleTasks.activityId, query.actividad_id),
    query.estado === undefined ? undefined : sql`${standing} = ${query.estado}`,
    query.criticas ? and(scheduleTasks.critical, isNull(scheduleTasks.finishedOn)) : undefined,
    query.atrasadas ? sql`${scheduleTasks.late} > 0 and ${scheduleTasks.finishedOn} is null` : undefined,
    query.q
      ? hasPart(
          sql`${houses.name} || ' ' || ${label('contract_activities', scheduleTasks.activityId)}`,
          query.q,
        )
      : undefined,
  );

/** A page of the caller's scheduled activities, the first to begin first by default, and the total. */
export async function pageOfTasks(
  ctx: Context,
  query: TaskFilter,
): Promise<{ list: TaskRow[]; total: number }> {
  const where = matching(ctx, query);
  const list = await selectTasks(ctx)
    .where(where)
    .orderBy(inOrder(query, ORDER, scheduleTasks.id, ['start', 'asc']))
    .limit(query.per_page)
    .offset(offsetOf(query));
  const [count] = await ctx.db
    .select({ total: sql<number>`count(*)::int` })
    .from(scheduleTasks)
    .innerJoin(schedules, eq(schedules.id, scheduleTasks.scheduleId))
    .innerJoin(contracts, eq(contracts.id, schedules.contractId))
    .innerJoin(houses, eq(houses.id, scheduleTasks.houseId))
    .where(where);
  return { list, total: count!.total };
}

/** One activity with what it waits for, its moves and its house's forecast. Raises 404. */
export async function presentTask(ctx: Context, id: number): Promise<Task> {
  const [found] = await selectTasks(ctx).where(
    and(eq(scheduleTasks.id, id), contractsInReach(ctx, 'contratos.ver')),
  );
  if (!found) throw notFound();
  const [own] = await ctx.db
    .select({
      line: scheduleHouses,
      notBefore: scheduleTasks.notBefore,
      mayMove: sql<boolean>`(${contractsInReach(ctx, 'contratos.crear') ?? sql`true`})`,
    })
    .from(scheduleTasks)
    .innerJoin(
      scheduleHouses,
      and(
        eq(scheduleHouses.scheduleId, scheduleTasks.scheduleId),
        eq(scheduleHouses.houseId, scheduleTasks.houseId),
      ),
    )
    .innerJoin(schedules, eq(schedules.id, scheduleTasks.scheduleId))
    .innerJoin(contracts, eq(contracts.id, schedules.contractId))
    .where(eq(scheduleTasks.id, id));
  const { line, notBefore, mayMove } = own!;
  const names = await labels(ctx);
  const { links } = templateOf(
    await stepsOf(ctx.db, line.planId),
    await activitiesOf(ctx.db, found.contract.id),
  );
  return {
    ...found,
    not_before: notBefore ?? line.notBefore,
    may_move: mayMove,
    after: links
      .filter(({ to }) => to === found.activity.id)
      .map(({ from, kind, lag }) => ({ activity: { id: from, name: names.get(from) ?? '' }, kind, lag })),
    moves: await movesOf(ctx, found, mayMove),
    forecast: { p50: line.p50, p80: line.p80, houses: line.pastHouses },
  };
}

/** The moves of an activity and of its house, the latest first. */
async function movesOf(ctx: Context, task: TaskRow, mayMove: boolean): Promise<Move[]> {
  const found = await ctx.db
    .select({
      move: scheduleMoves,
      by: nameOf(scheduleMoves.by),
      undoneBy: nameOf(scheduleMoves.undoneBy),
      stampedAt: schedules.stampedAt,
    })
    .from(scheduleMoves)
    .innerJoin(schedules, eq(schedules.id, scheduleMoves.scheduleId))
    .where(
      and(
        eq(scheduleMoves.scheduleId, task.schedule_id),
        eq(scheduleMoves.houseId, task.house.id),
        sql`coalesce(${scheduleMoves.activityId}, ${task.activity.id}) = ${task.activity.id}`,
      ),
    )
    .orderBy(desc(scheduleMoves.id));
  const last = (whole: boolean) =>
    found.find(({ move }) => (move.activityId === null) === whole && move.undoneAt === null)?.move.id;
  const undoable = [last(true), last(false)];
  return found.map(({ move, by, undoneBy, stampedAt }) => ({
    id: move.id,
    activity: move.activityId !== null,
    from: move.fromDay,
    to: move.toDay,
    reason: move.reason,
    by: by ?? '',
    at: move.at.toISOString(),
    undone_at: move.undoneAt?.toISOString() ?? null,
    undone_by: undoneBy,
    undoable: mayMove && undoable.includes(move.id) && move.at >= stampedAt,
  }));
}

const labels = async ({ db }: Context) => {
  const found = await db.execute<{ id: number; label: string }>(
    sql`select id, label from catalog_items where catalog = 'contract_activities'`,
  );
  return new Map(found.rows.map(({ id, label: text }) => [id, text]));
};

/** All activities of a contract's schedule in the order of houses and plans. Raises 404 out of scope or without one. */
async function allTasks(ctx: Context, where: SQL): Promise<TaskRow[]> {
  const found = await selectTasks(ctx)
    .where(and(where, contractsInReach(ctx, 'contratos.ver')))
    .orderBy(asc(houses.name), asc(houses.id), asc(scheduleTasks.position));
  if (found.length === 0) throw notFound();
  return found;
}

/** A schedule with the weeks that it covers. Raises 404. */
export async function presentProgramming(ctx: Context, id: number) {
  const activities = await allTasks(ctx, eq(schedules.id, id));
  const first = activities.reduce((least, { start }) => (start < least ? start : least), '9999-12-31');
  const last = activities.reduce((most, { finish }) => (finish > most ? finish : most), '');
  const weeks = weeksBetween(first, last).map((week) => {
    const [monday, sunday] = [weekStart(week), addDays(weekStart(week), 6)];
    return {
      id: week,
      text: weekText(week),
      activities: activities.filter(({ start, finish }) => start <= sunday && finish >= monday).length,
      finishing: activities.filter(({ finish }) => finish >= monday && finish <= sunday).length,
    };
  });
  return { id, contract: activities[0]!.contract, weeks, activities };
}

/** What was planned and what happened, for each activity of each house of a contract. Raises 404. */
export async function presentDetails(ctx: Context, contractId: number) {
  const tasks = await allTasks(ctx, eq(contracts.id, contractId));
  const calendar = await calendarOf(ctx.db);
  const whole = tasks.reduce((sum, { days }) => sum + days, 0);
  const done = tasks.reduce((sum, task) => sum + task.days * task.percent, 0);
  return {
    data: tasks.map((task) => ({
      house: { id: task.house.id, name: task.house.name },
      activity: task.activity,
      planned: { start: task.base_start, finish: task.base_finish },
      actual: { start: task.started_on, finish: task.finished_on },
      percent: task.percent,
      days: {
        planned: task.days,
        actual:
          task.started_on && task.finished_on
            ? Math.max(calendar.between(task.started_on, addDays(task.finished_on, 1)), 1)
            : null,
      },
    })),
    average: Math.round((100 * done) / whole) / 100,
  };
}

/** What is not finished of a contract, the latest first, with the priority that its delay asks for. Raises 404. */
export async function presentPriorities(ctx: Context, contractId: number) {
  const tasks = await allTasks(ctx, eq(contracts.id, contractId));
  const names = await catalogLabels(ctx.db, priorities);
  const today = panamaDay(ctx.now);
  const calendar = await calendarOf(ctx.db);
  return tasks
    .filter(({ finished_on }) => finished_on === null)
    .map((task) => {
      // Already late by the calendar, or late by what the schedule expects.
      const late = Math.max(task.late, calendar.between(task.base_finish, today), 0);
      const id = priorityOf({ late, critical: task.critical });
      return {
        activity: task.activity,
        house: { id: task.house.id, name: task.house.name },
        due: task.base_finish,
        delay_days: late,
        priority: { id, name: names.get(id) ?? '' },
      };
    })
    .toSorted((a, b) => b.delay_days - a.delay_days || a.due.localeCompare(b.due));
}
