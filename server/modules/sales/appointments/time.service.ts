import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AgentTime, NewException, WeekChange } from '#contract/sales/appointments/model.ts';
import type { DayException, WeekHours } from '#contract/sales/appointments/slots.ts';
import { panamaDay } from '#contract/dates.ts';
import { audit } from '#server/kernel/audit.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound } from '#server/kernel/errors.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { reachesAgent } from './appointments.scope.ts';
import { appointmentExceptions, appointmentTemplates } from './appointments.table.ts';
import { attendants } from './people.service.ts';

/** Maximum number of future exceptions of one agent. */
const MOST_EXCEPTIONS = 200;

/** Agents within the caller's scope: all, those of the caller's teams, or only the caller. */
export async function agentsInReach(ctx: Context): Promise<{ id: number; name: string }[]> {
  const reach = scopeOf(ctx, 'citas.ver');
  const all = await attendants(ctx);
  if (reach?.scope === 'todo') return all;
  const team =
    reach?.scope === 'sus_proyectos' && reach.projectIds.length > 0
      ? await rows<{ id: number }>(
          ctx.db,
          sql`select distinct user_id id from project_team where project_id in ${[...reach.projectIds]}`,
        )
      : [];
  const ids = new Set([reach?.userId, ...team.map(({ id }) => id)]);
  return all.filter(({ id }) => ids.has(id));
}

/** The hours of an agent. Raises 404 outside the caller's scope. */
export async function timeOf(ctx: Context, agentId: number): Promise<AgentTime> {
  const agent = (await agentsInReach(ctx)).find(({ id }) => id === agentId);
  if (!agent) throw notFound();
  const today = panamaDay(ctx.now);
  const [user] = await ctx.db
    .select({ from: users.awayFrom, to: users.awayTo })
    .from(users)
    .where(eq(users.id, agentId));
  const weeks = await rows<{ id: number; name: string; version: number; hours: WeekHours[] }>(
    ctx.db,
    sql`select p.id, p.name, coalesce(t.version, 0) version, coalesce(t.hours, '[]') hours from projects p
        left join appointment_templates t on t.project_id = p.id and t.agent_id = ${agentId}
        where p.archived_at is null order by t.id is null, p.name, p.id`,
  );
  const exceptions = await ctx.db
    .select({ exception: appointmentExceptions, project: { id: projects.id, name: projects.name } })
    .from(appointmentExceptions)
    .leftJoin(projects, eq(projects.id, appointmentExceptions.projectId))
    .where(and(eq(appointmentExceptions.agentId, agentId), gte(appointmentExceptions.day, today)))
    .orderBy(asc(appointmentExceptions.day), asc(appointmentExceptions.id))
    .limit(MOST_EXCEPTIONS);
  const away = user?.from && (user.to === null || user.to >= today) ? { from: user.from, to: user.to } : null;
  return {
    agent,
    away,
    // Projects outside the agent's teams appear only if the agent has weekly hours there.
    weeks: weeks
      .map(({ id, name, version, hours }) => ({
        project: { id, name },
        version,
        hours,
        editable: arranges(ctx, agentId, id),
      }))
      .filter(({ version, editable }) => version > 0 || editable),
    exceptions: exceptions.map(({ exception, project }) => ({
      ...exception,
      kind: exception.kind as DayException['kind'],
      project,
    })),
    editable: reachesAgent(ctx, 'citas.editar', agentId),
  };
}

/** Raises 404 outside the caller's scope, 403 with read-only access or in a project outside the agent's teams. */
async function requireEditing(ctx: Context, agentId: number, projectId?: number): Promise<void> {
  if (!(await agentsInReach(ctx)).some(({ id }) => id === agentId)) throw notFound();
  if (!reachesAgent(ctx, 'citas.editar', agentId, projectId)) throw forbidden();
  if (projectId !== undefined && !arranges(ctx, agentId, projectId)) throw forbidden();
}

/** Whether the caller may set an agent's week in a project. Outside the caller's teams this needs the scope `todo`. */
function arranges(ctx: Pick<Context, 'staff'>, agentId: number, projectId: number): boolean {
  const reach = scopeOf(ctx, 'citas.editar');
  return (
    reachesAgent(ctx, 'citas.editar', agentId, projectId) &&
    (reach?.scope === 'todo' || reach?.projectIds.includes(projectId) === true)
  );
}

/**
 * Replaces an agent's week in a project; existing appointments stay. Raises 409 STALE when it was changed meanwhile.
 */
export async function changeWeek(
  ctx: Context,
  { agentId, projectId }: { agentId: number; projectId: number },
  { hours, version }: z.output<typeof WeekChange>,
): Promise<void> {
  await requireEditing(ctx, agentId, projectId);
  if ((await ctx.db.$count(projects, eq(projects.id, projectId))) === 0) throw notFound();
  const ordered = hours.toSorted((a, b) => a.weekday - b.weekday || (a.from < b.from ? -1 : 1));
  const written = await ctx.db
    .insert(appointmentTemplates)
    .values({ agentId, projectId, hours: ordered })
    .onConflictDoUpdate({
      target: [appointmentTemplates.projectId, appointmentTemplates.agentId],
      set: { hours: ordered, version: sql`${appointmentTemplates.version} + 1` },
      setWhere: eq(appointmentTemplates.version, version),
    })
    .returning({ version: appointmentTemplates.version });
  if (written.length === 0) throw conflict('STALE');
  await audit(ctx, 'horario', 'agenda', agentId, { project: projectId, hours: ordered });
}

/** Adds a day off or extra hours. Raises 422 for a past day. */
export async function addException(
  ctx: Context,
  agentId: number,
  input: z.output<typeof NewException>,
): Promise<void> {
  const { proyecto_id, ...values } = input;
  const projectId = values.kind === 'extra' ? (proyecto_id ?? null) : null;
  await requireEditing(ctx, agentId, projectId ?? undefined);
  if (values.day < panamaDay(ctx.now)) throw invalid([{ field: 'day', message: 'Ese día ya pasó.' }]);
  if (projectId !== null && (await ctx.db.$count(projects, eq(projects.id, projectId))) === 0)
    throw invalid([{ field: 'proyecto_id', message: 'Elige un proyecto de la lista.' }]);
  const upcoming = and(
    eq(appointmentExceptions.agentId, agentId),
    gte(appointmentExceptions.day, panamaDay(ctx.now)),
  );
  if ((await ctx.db.$count(appointmentExceptions, upcoming)) >= MOST_EXCEPTIONS)
    throw invalid([{ field: 'day', message: 'Hay demasiados días distintos: quita alguno.' }]);
  await ctx.db.insert(appointmentExceptions).values({ ...values, agentId, projectId, createdAt: ctx.now });
  await audit(ctx, 'horario', 'agenda', agentId, { ...values, project: projectId });
}

/** Removes an exception. Raises 404 if the agent has none with this id. */
export async function removeException(ctx: Context, agentId: number, id: number): Promise<void> {
  await requireEditing(ctx, agentId);
  const gone = await ctx.db
    .delete(appointmentExceptions)
    .where(and(eq(appointmentExceptions.id, id), eq(appointmentExceptions.agentId, agentId)))
    .returning({ day: appointmentExceptions.day });
  if (gone.length === 0) throw notFound();
  await audit(ctx, 'horario', 'agenda', agentId, { removed: gone[0]!.day });
}
