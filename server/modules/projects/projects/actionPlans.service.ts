import { hasPart } from '#server/kernel/db.ts';
import { and, asc, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { contractActivities } from '#contract/company/catalogs/worksLists.ts';
import { offsetOf } from '#contract/paging.ts';
import type {
  ActionPlan,
  ActionPlanForm,
  ActionPlanRow,
  listActionPlans,
} from '#contract/projects/projects/actionPlans.ts';
import type { Permission } from '#contract/access.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { catalogLabels, catalogOptions } from '#server/modules/company/catalogs/catalogs.service.ts';
import { actionPlans, actionPlanSteps } from './actionPlans.table.ts';
import { projectsInReach } from './projects.scope.ts';
import { houseModels, projects } from './projects.table.ts';

type Filter = z.output<typeof listActionPlans.query>;
type Form = z.output<typeof ActionPlanForm>;

const days = sql<number>`(select coalesce(sum(s.days), 0)::int from action_plan_steps s where s.plan_id = ${actionPlans.id})`;

const select = (ctx: Context) =>
  ctx.db
    .select({
      id: actionPlans.id,
      model_id: houseModels.id,
      modelo: houseModels.name,
      project: { id: projects.id, name: projects.name },
      area_m2: houseModels.areaM2,
      activities: sql<number>`(select count(*)::int from action_plan_steps s where s.plan_id = ${actionPlans.id})`,
      days,
      version: sql<number>`coalesce(${actionPlans.version}, 0)`,
    })
    .from(houseModels)
    .innerJoin(projects, eq(projects.id, houseModels.projectId))
    .leftJoin(actionPlans, eq(actionPlans.modelId, houseModels.id));

/** A page of the models in the caller's projects with their plans, and the total. */
export async function pageOfPlans(
  ctx: Context,
  filter: Filter,
): Promise<{ list: ActionPlanRow[]; total: number }> {
  const text = filter.q?.trim();
  const where = and(
    projectsInReach(ctx, 'proyectos.ver'),
    isNull(houseModels.archivedAt),
    isNull(projects.archivedAt),
    filter.proyecto_id === undefined ? undefined : eq(projects.id, filter.proyecto_id),
    text ? hasPart(sql`${houseModels.name} || ' ' || ${projects.name}`, text) : undefined,
  );
  const direction = filter.order_type === 'desc' ? desc : asc;
  const order: SQL[] =
    filter.order_column === 'days'
      ? [direction(days)]
      : filter.order_column === 'modelo'
        ? [direction(houseModels.name)]
        : [asc(projects.name), asc(houseModels.position)];
  const [list, [counted]] = await Promise.all([
    select(ctx)
      .where(where)
      .orderBy(...order, asc(houseModels.id))
      .limit(filter.per_page)
      .offset(offsetOf(filter)),
    ctx.db
      .select({ total: sql<number>`count(*)::int` })
      .from(houseModels)
      .innerJoin(projects, eq(projects.id, houseModels.projectId))
      .where(where),
  ]);
  return { list, total: counted?.total ?? 0 };
}

async function findPlan(ctx: Context, modelId: number, permission: Permission) {
  const [row] = await select(ctx).where(and(eq(houseModels.id, modelId), projectsInReach(ctx, permission)));
  return row;
}

const stepsOf = (ctx: Context, planId: number) =>
  ctx.db
    .select({ activity_id: actionPlanSteps.activityId, days: actionPlanSteps.days })
    .from(actionPlanSteps)
    .where(eq(actionPlanSteps.planId, planId))
    .orderBy(asc(actionPlanSteps.position));

/** The plan of a model in the caller's projects; empty when it has none. Raises 404. */
export async function loadPlan(ctx: Context, modelId: number): Promise<ActionPlan> {
  const row = await findPlan(ctx, modelId, 'proyectos.ver');
  if (!row) throw notFound();
  const [steps, names, offered] = await Promise.all([
    row.id === null ? [] : stepsOf(ctx, row.id),
    catalogLabels(ctx.db, contractActivities),
    catalogOptions(ctx.db, contractActivities),
  ]);
  return {
    ...row,
    steps: steps.map((one) => ({ ...one, name: names.get(one.activity_id) ?? String(one.activity_id) })),
    offered: offered.map((one) => ({ id: Number(one['id']), name: String(one['nombre']) })),
  };
}

/** Saves all steps of a plan. Raises 404, 409 STALE, 422 for an activity that its catalog does not offer. */
export async function savePlan(ctx: Context, modelId: number, { steps, version }: Form): Promise<ActionPlan> {
  const [model] = await ctx.db
    .select({ id: houseModels.id })
    .from(houseModels)
    .innerJoin(projects, eq(projects.id, houseModels.projectId))
    .where(and(eq(houseModels.id, modelId), projectsInReach(ctx, 'proyectos.editar')))
    .for('no key update', { of: houseModels });
  if (!model) throw notFound();
  const before = await findPlan(ctx, modelId, 'proyectos.editar');
  if (version !== undefined && version !== before!.version)
    throw conflict('STALE', undefined, { version: before!.version });
  const had = before!.id === null ? [] : await stepsOf(ctx, before!.id);
  await requireActivities(ctx, steps, new Set(had.map(({ activity_id }) => activity_id)));
  const [plan] = await ctx.db
    .insert(actionPlans)
    .values({ modelId, createdAt: ctx.now })
    .onConflictDoUpdate({ target: actionPlans.modelId, set: { version: before!.version + 1 } })
    .returning({ id: actionPlans.id });
  await ctx.db.delete(actionPlanSteps).where(eq(actionPlanSteps.planId, plan!.id));
  await ctx.db.insert(actionPlanSteps).values(
    steps.map(({ activity_id, days }, position) => ({
      planId: plan!.id,
      activityId: activity_id,
      position,
      days,
    })),
  );
  await audit(ctx, before!.id === null ? 'crear' : 'cambiar', 'plan_de_accion', plan!.id, {
    modelId,
    from: had.map((one) => [one.activity_id, one.days]),
    to: steps.map((one) => [one.activity_id, one.days]),
  });
  return loadPlan(ctx, modelId);
}

async function requireActivities(
  ctx: Context,
  steps: Form['steps'],
  had: ReadonlySet<number>,
): Promise<void> {
  const offered = new Set((await catalogOptions(ctx.db, contractActivities)).map((one) => Number(one['id'])));
  const faults = steps.flatMap(({ activity_id }, at) =>
    offered.has(activity_id) || had.has(activity_id)
      ? []
      : [{ field: `steps[${at}][activity_id]`, message: 'Elige una actividad de la lista.' }],
  );
  if (faults.length > 0) throw invalid(faults);
}

/** Copies another model's activities and days into a plan. Raises 404, 409 STALE, 422 at from_model_id. */
export async function copyPlan(
  ctx: Context,
  modelId: number,
  { from_model_id, version }: { from_model_id: number; version?: number | undefined },
): Promise<ActionPlan> {
  const from = await findPlan(ctx, from_model_id, 'proyectos.ver');
  const steps = from && from.id !== null && from_model_id !== modelId ? await stepsOf(ctx, from.id) : [];
  if (steps.length === 0)
    throw invalid([{ field: 'from_model_id', message: 'Elige otro modelo que ya tenga su plan.' }]);
  return savePlan(ctx, modelId, { steps, version });
}
