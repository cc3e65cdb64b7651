import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { contractActivities } from '#contract/company/catalogs/worksLists.ts';
import { offsetOf } from '#contract/paging.ts';
import type { listActionPlans } from '#contract/works/actionPlans/endpoints.ts';
import type { ActionPlanRow, PlanVersion } from '#contract/works/actionPlans/model.ts';
import type { Permission } from '#contract/access.ts';
import type { Context } from '#server/kernel/context.ts';
import { hasPart, inOrder, type Db } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { nameOf } from '#server/modules/company/staff/names.service.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { actionPlans } from './actionPlans.table.ts';
import { stepsOf } from './planSteps.service.ts';

/** The version in force of each model, and the one that is being prepared. */
const FOUND = sql`left join lateral (select id, number, days from action_plans where model_id = ${houseModels.id} and published_at is not null
    order by number desc limit 1) force on true
  left join action_plans draft on draft.model_id = ${houseModels.id} and draft.published_at is null`;
const shown = sql`coalesce(force.id, draft.id)`;
const standing = sql<
  ActionPlanRow['standing']
>`case when force.id is null then case when draft.id is null then 'sin_plan' else 'borrador' end
  else case when draft.id is null then 'publicado' else 'en_cambio' end end`;
const activities = sql<number>`(select count(*)::int from action_plan_steps s where s.plan_id = ${shown})`;
const days = sql<number>`coalesce(force.days, draft.days, 0)`;

const ORDER = {
  modelo: houseModels.name,
  days,
  activities,
  area_m2: houseModels.areaM2,
};

const rowsWhere = (
  db: Db,
  where: SQL | undefined,
  tail: SQL = sql``,
): Promise<(ActionPlanRow & { version: number })[]> =>
  db
    .execute(
      sql`select ${houseModels.id} model_id, ${houseModels.name} modelo, ${houseModels.areaM2}::float area_m2, ${projects.id} project_id,
        ${projects.name} project_name, case when ${shown} is null then null else ${houseModels.id} end id, ${activities} activities, ${days} days,
        ${standing} standing, force.number number, coalesce((select max(version) from action_plans p where p.model_id = ${houseModels.id}), 0) version
      from ${houseModels} join ${projects} on ${projects.id} = ${houseModels.projectId} ${FOUND}
      where ${where ?? sql`true`} ${tail}`,
    )
    .then(({ rows }) =>
      rows.map((row) => ({
        id: row['id'] === null ? null : Number(row['id']),
        model_id: Number(row['model_id']),
        modelo: String(row['modelo']),
        project: { id: Number(row['project_id']), name: String(row['project_name']) },
        area_m2: Number(row['area_m2']),
        activities: Number(row['activities']),
        days: Number(row['days']),
        standing: row['standing'] as ActionPlanRow['standing'],
        number: row['number'] === null ? null : Number(row['number']),
        version: Number(row['version']),
      })),
    );

/** A page of the models in the caller's projects with their plans, and the total. */
export async function pageOfPlans(
  ctx: Context,
  filter: z.output<typeof listActionPlans.query>,
): Promise<{ list: ActionPlanRow[]; total: number }> {
  const text = filter.q?.trim();
  const where = and(
    projectsInReach(ctx, 'proyectos.ver'),
    isNull(houseModels.archivedAt),
    isNull(projects.archivedAt),
    filter.proyecto_id === undefined ? undefined : eq(projects.id, filter.proyecto_id),
    filter.estado === undefined ? undefined : sql`${standing} = ${filter.estado}`,
    text ? hasPart(sql`${houseModels.name} || ' ' || ${projects.name}`, text) : undefined,
  );
  const order = inOrder(
    filter,
    ORDER,
    houseModels.id,
    ['modelo', 'asc'],
    [projects.name, houseModels.position, houseModels.id],
  );
  const list = await rowsWhere(
    ctx.db,
    where,
    sql`order by ${order} limit ${filter.per_page} offset ${offsetOf(filter)}`,
  );
  const { rows } = await ctx.db.execute<{ total: number }>(
    sql`select count(*)::int total from ${houseModels} join ${projects} on ${projects.id} = ${houseModels.projectId} ${FOUND}
      where ${where ?? sql`true`}`,
  );
  return { list, total: rows[0]!.total };
}

/** The row of a model in the caller's projects; undefined when there is none. */
export const findPlanRow = async (ctx: Context, modelId: number, permission: Permission) =>
  (await rowsWhere(ctx.db, and(eq(houseModels.id, modelId), projectsInReach(ctx, permission))))[0];

/** All versions of a model's plan, the newest first. */
export async function versionsOf(db: Db, modelId: number) {
  const found = await db
    .select({
      id: actionPlans.id,
      number: actionPlans.number,
      days: actionPlans.days,
      note: actionPlans.note,
      publishedAt: actionPlans.publishedAt,
      by: nameOf(sql`coalesce(${actionPlans.publishedBy}, ${actionPlans.createdBy})`),
      activities: sql<number>`(select count(*)::int from action_plan_steps s where s.plan_id = ${actionPlans.id})`,
    })
    .from(actionPlans)
    .where(eq(actionPlans.modelId, modelId))
    .orderBy(desc(actionPlans.number));
  return found.map(({ id, publishedAt, ...one }) => ({
    planId: id,
    line: { ...one, published_at: publishedAt?.toISOString() ?? null },
  }));
}
type Version = Awaited<ReturnType<typeof versionsOf>>[number];

/** A version with its activities by name. */
export async function withSteps(db: Db, { planId, line }: Version): Promise<PlanVersion> {
  const names = await catalogLabels(db, contractActivities);
  const steps = await stepsOf(db, planId);
  return {
    ...line,
    steps: steps.map((one) => ({ ...one, name: names.get(one.activity_id) ?? String(one.activity_id) })),
  };
}
