import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { panamaDay, weekText } from '#contract/dates.ts';
import { weeksAround, whyNotClose, type Week } from '#contract/projects/projects/weeks.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { findProjectRow } from './projects.queries.ts';
import { projects } from './projects.table.ts';
import { weekClosings } from './weeks.table.ts';

const closed = (projectId: number, week: string) =>
  and(eq(weekClosings.projectId, projectId), eq(weekClosings.week, week), isNull(weekClosings.reopenedAt));

/**
 * Weeks as options. Disabled: the weeks that the project's manager closed; without a project, the weeks closed in every
 * active project. Raises 404 for an unknown project.
 */
export async function weekOptions(ctx: Context, projectId: number | undefined) {
  const weeks = weeksAround(panamaDay(ctx.now));
  if (projectId !== undefined && (await ctx.db.$count(projects, eq(projects.id, projectId))) === 0)
    throw notFound();
  const one = projectId === undefined ? sql`p.archived_at is null` : sql`p.id = ${projectId}`;
  const shut = await rows<{ week: string }>(
    ctx.db,
    sql`select w.week from week_closings w join projects p on p.id = w.project_id
      where w.reopened_at is null and ${one} and w.week = any(${sql.param(weeks)})
      group by w.week having count(*) = (select count(*) from projects p where ${one})`,
  );
  const disabled = new Set(shut.map(({ week }) => week));
  return weeks.map((id) => ({ id, text: weekText(id), disabled: disabled.has(id) }));
}

/**
 * The weeks of a project in scope: those around today, and older ones that
 * were closed or reopened. Newest first. Raises 404.
 */
export async function listWeeks(ctx: Context, projectId: number): Promise<Week[]> {
  if (!(await findProjectRow(ctx, projectId, 'proyectos.ver'))) throw notFound();
  return presentWeeks(ctx, projectId);
}

async function presentWeeks(ctx: Context, projectId: number): Promise<Week[]> {
  const today = panamaDay(ctx.now);
  const again = alias(users, 'reopener');
  const list = await ctx.db
    .select({
      week: weekClosings.week,
      closedAt: weekClosings.closedAt,
      closer: { id: users.id, name: users.name },
      reopenedAt: weekClosings.reopenedAt,
      reopener: { id: again.id, name: again.name },
      reason: weekClosings.reopenReason,
    })
    .from(weekClosings)
    .innerJoin(users, eq(users.id, weekClosings.closedBy))
    .leftJoin(again, eq(again.id, weekClosings.reopenedBy))
    .where(eq(weekClosings.projectId, projectId))
    .orderBy(desc(weekClosings.closedAt), desc(weekClosings.id))
    .limit(500);
  const weeks = new Set([
    ...weeksAround(today).filter((week) => !whyNotClose(week, today)),
    ...list.map(({ week }) => week),
  ]);
  return [...weeks]
    .toSorted()
    .toReversed()
    .map((week) => {
      const own = list.filter((one) => one.week === week);
      const now = own.find(({ reopenedAt }) => !reopenedAt);
      return {
        id: week,
        text: weekText(week),
        closed: now ? { at: now.closedAt.toISOString(), by: now.closer } : null,
        reopened: own.flatMap(({ reopenedAt, reopener, reason }) =>
          reopenedAt && reopener
            ? [{ at: reopenedAt.toISOString(), by: reopener, reason: reason ?? '' }]
            : [],
        ),
        why_not: whyNotClose(week, today),
      };
    });
}

/** Closes a week. Idempotent. Raises 404, 422 for a week that has not begun. */
export async function closeWeek(ctx: Context, projectId: number, week: string): Promise<Week[]> {
  if (!(await findProjectRow(ctx, projectId, 'proyectos.editar', true))) throw notFound();
  const reason = whyNotClose(week, panamaDay(ctx.now));
  if (reason) throw invalid([{ field: 'week', message: reason }]);
  if ((await ctx.db.$count(weekClosings, closed(projectId, week))) === 0) {
    const { userId } = staffOf(ctx);
    const [made] = await ctx.db
      .insert(weekClosings)
      .values({ projectId, week, closedAt: ctx.now, closedBy: userId })
      .returning({ id: weekClosings.id });
    await announce(ctx, {
      record: 'semana',
      id: made!.id,
      verb: 'cerrar_semana',
      of: ['proyecto', projectId],
    });
    await audit(ctx, 'cerrar_semana', 'proyecto', projectId, { week });
  }
  return presentWeeks(ctx, projectId);
}

/** Reopens a week, with a reason. Raises 404, 409 NOT_CLOSED. */
export async function reopenWeek(
  ctx: Context,
  projectId: number,
  week: string,
  reason: string,
): Promise<Week[]> {
  if (!(await findProjectRow(ctx, projectId, 'proyectos.editar', true))) throw notFound();
  const { userId } = staffOf(ctx);
  const opened = await ctx.db
    .update(weekClosings)
    .set({ reopenedAt: ctx.now, reopenedBy: userId, reopenReason: reason })
    .where(closed(projectId, week))
    .returning({ id: weekClosings.id });
  if (opened.length === 0) throw conflict('NOT_CLOSED', 'Esa semana ya está abierta.');
  await audit(ctx, 'reabrir_semana', 'proyecto', projectId, { week, reason });
  return presentWeeks(ctx, projectId);
}
