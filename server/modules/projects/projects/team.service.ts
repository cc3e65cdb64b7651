import { and, asc, eq, sql } from 'drizzle-orm';
import { organizationalRoleTypes } from '#contract/company/catalogs/peopleLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type { TeamMember } from '#contract/projects/projects/team.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { known } from '#server/kernel/known.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { forgetSessions } from '#server/modules/company/auth/sessions.service.ts';
import {
  catalogLabels,
  catalogOptions,
  findCatalogItem,
} from '#server/modules/company/catalogs/catalogs.service.ts';
import { projectTeam, roles, userRoles, users } from '#server/modules/company/staff/staff.table.ts';
import { changeTeamRole, joinTeam, leaveTeam } from '#server/modules/company/staff/teams.service.ts';
import { findProjectRow } from './projects.queries.ts';

const openSales = (ctx: Pick<Context, 'knows'>) => known<number>(ctx, 'miembro', 'openSales');

/** The team of a project: roles, absences and number of open sales per member. */
export async function membersOf(ctx: Context, projectId: number): Promise<TeamMember[]> {
  const { db } = ctx;
  const today = panamaDay(ctx.now);
  const list = await db
    .select({
      id: users.id,
      name: users.name,
      roles: sql<string[]>`coalesce((select array_agg(r.display_name order by r.id) from ${userRoles} ur
        join ${roles} r on r.id = ur.role_id where ur.user_id = ${users.id}), '{}')`,
      roleTypeId: projectTeam.roleTypeId,
      awayFrom: users.awayFrom,
      awayTo: users.awayTo,
      open_sales: openSales(ctx),
    })
    .from(projectTeam)
    .innerJoin(users, eq(users.id, projectTeam.userId))
    .where(and(eq(projectTeam.projectId, projectId), users.active))
    .orderBy(asc(users.name));
  const names = await catalogLabels(db, organizationalRoleTypes);
  return list.map(({ roleTypeId, awayFrom, awayTo, ...one }) => ({
    ...one,
    role_type:
      roleTypeId === null ? null : { id: roleTypeId, name: names.get(roleTypeId) ?? String(roleTypeId) },
    away_to: awayFrom && awayTo && awayFrom <= today && today <= awayTo ? awayTo : null,
  }));
}

/** The team of a project in scope, and the possible team roles. Raises 404. */
export async function findTeamOf(ctx: Context, projectId: number) {
  if (!(await findProjectRow(ctx, projectId, 'proyectos.ver'))) throw notFound();
  return presentTeam(ctx, projectId);
}

async function presentTeam(ctx: Context, projectId: number) {
  const members = await membersOf(ctx, projectId);
  const types = await catalogOptions(ctx.db, organizationalRoleTypes);
  return { members, role_types: types.map((one) => ({ id: Number(one['id']), name: String(one['name']) })) };
}

async function reachTeam(ctx: Context, projectId: number): Promise<void> {
  if (!(await findProjectRow(ctx, projectId, 'proyectos.editar', true))) throw notFound();
}

async function requireRoleType(db: Db, id: number | null): Promise<void> {
  if (id !== null && !(await findCatalogItem(db, organizationalRoleTypes, String(id))))
    throw invalid([{ field: 'role_type_id', message: 'Elige una función de la lista.' }]);
}

/** Adds a user to a team; open sessions get the new scope at once. Idempotent. Raises 404, 422 at user_id. */
export async function addMember(
  ctx: Context,
  projectId: number,
  { user_id, role_type_id }: { user_id: number; role_type_id: number | null },
) {
  await reachTeam(ctx, projectId);
  await requireRoleType(ctx.db, role_type_id);
  const known = await ctx.db.$count(users, and(eq(users.id, user_id), users.active));
  if (known === 0) throw invalid([{ field: 'user_id', message: 'Esa persona ya no está: elige otra.' }]);
  if (await joinTeam(ctx.db, projectId, user_id, role_type_id)) {
    ctx.afterCommit(() => forgetSessions(user_id));
    await audit(ctx, 'entrar_equipo', 'proyecto', projectId, { userId: user_id, roleTypeId: role_type_id });
  }
  return presentTeam(ctx, projectId);
}

/** Changes a user's role in a project. Raises 404, 422 at role_type_id. */
export async function changeMember(
  ctx: Context,
  projectId: number,
  userId: number,
  roleTypeId: number | null,
) {
  await reachTeam(ctx, projectId);
  await requireRoleType(ctx.db, roleTypeId);
  if (!(await changeTeamRole(ctx.db, projectId, userId, roleTypeId))) throw notFound();
  await audit(ctx, 'papel_equipo', 'proyecto', projectId, { userId, roleTypeId });
  return presentTeam(ctx, projectId);
}

/**
 * Removes a user from a team; open sessions lose the scope at once. Raises 404, and 409 OPEN_SALES with the number of
 * the user's open sales unless confirmed: they should be handed over first.
 */
export async function removeMember(ctx: Context, projectId: number, userId: number, confirmed: boolean) {
  await reachTeam(ctx, projectId);
  const [found] = await ctx.db
    .select({ name: users.name, open: openSales(ctx) })
    .from(projectTeam)
    .innerJoin(users, eq(users.id, projectTeam.userId))
    .where(and(eq(projectTeam.projectId, projectId), eq(projectTeam.userId, userId)));
  if (!found) throw notFound();
  if (found.open > 0 && !confirmed)
    throw conflict(
      'OPEN_SALES',
      `${found.name} tiene ${found.open} ${found.open === 1 ? 'venta abierta' : 'ventas abiertas'} aquí: entrégalas a otra persona antes de quitarla.`,
      { open_sales: found.open },
    );
  await leaveTeam(ctx.db, projectId, userId);
  ctx.afterCommit(() => forgetSessions(userId));
  await audit(ctx, 'salir_equipo', 'proyecto', projectId, { userId, openSales: found.open });
  return presentTeam(ctx, projectId);
}
