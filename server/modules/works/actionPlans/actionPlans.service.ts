import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { contractActivities } from '#contract/company/catalogs/worksLists.ts';
import { actionOf } from '#contract/transitions.ts';
import type { ActionPlan, ActionPlanForm, PlanStep } from '#contract/works/actionPlans/model.ts';
import { PLAN_STATE, planDays, planFaults, whyNotPublish } from '#contract/works/actionPlans/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { catalogLabels, catalogOptions } from '#server/modules/company/catalogs/catalogs.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { findPlanRow, versionsOf, withSteps } from './actionPlans.queries.ts';
import { stepsOf } from './planSteps.service.ts';
import { actionPlanLinks, actionPlans, actionPlanSteps } from './actionPlans.table.ts';

const nextChange = sql<number>`nextval('action_plan_changes')`;
const namesOf = async (ctx: Pick<Context, 'db'>) => {
  const names = await catalogLabels(ctx.db, contractActivities);
  return (id: number) => names.get(id) ?? String(id);
};

/** The plan of a model in the caller's projects; empty when it has none. Raises 404. */
export async function loadPlan(ctx: Context, modelId: number): Promise<ActionPlan> {
  const row = await findPlanRow(ctx, modelId, 'proyectos.ver');
  if (!row) throw notFound();
  const versions = await versionsOf(ctx.db, modelId);
  const open = versions.find(({ line }) => line.published_at === null);
  const force = versions.find(({ line }) => line.published_at !== null);
  const draft = open ? await withSteps(ctx.db, open) : null;
  const offered = await catalogOptions(ctx.db, contractActivities);
  const { site, ownHolidays } = await readSettings(ctx.db);
  const edits = (await findPlanRow(ctx, modelId, 'proyectos.editar')) !== undefined;
  return {
    ...row,
    draft,
    in_force: force ? await withSteps(ctx.db, force) : null,
    versions: versions.map(({ line }) => line),
    site: { week: site.week, days_off: ownHolidays.map(({ day }) => day) },
    history: (await statesOf(ctx.db, 'plan_accion', [modelId])).map(({ id, who, at, from, to, reason }) => ({
      id,
      who,
      at: at.toISOString(),
      from,
      to,
      reason,
    })),
    offered: offered.map((one) => ({ id: Number(one['id']), name: String(one['nombre']) })),
    actions: {
      edit: edits ? actionOf(null) : null,
      publish: edits && draft ? actionOf(whyNotPublish(draft.steps, await namesOf(ctx))) : null,
      discard: edits && draft ? actionOf(null) : null,
    },
  };
}

/** A version of a plan in the caller's projects. Raises 404. */
export async function loadVersion(ctx: Context, modelId: number, number: number) {
  if (!(await findPlanRow(ctx, modelId, 'proyectos.ver'))) throw notFound();
  const version = (await versionsOf(ctx.db, modelId)).find(({ line }) => line.number === number);
  if (!version) throw notFound();
  return withSteps(ctx.db, version);
}

/** Locks a model in reach and answers its plan's newest version. Raises 404, 409 STALE. */
async function lockPlan(ctx: Context, modelId: number, version: number | undefined) {
  const [model] = await ctx.db
    .select({ id: houseModels.id })
    .from(houseModels)
    .innerJoin(projects, eq(projects.id, houseModels.projectId))
    .where(and(eq(houseModels.id, modelId), projectsInReach(ctx, 'proyectos.editar')))
    .for('no key update', { of: houseModels });
  if (!model) throw notFound();
  const [newest] = await ctx.db
    .select()
    .from(actionPlans)
    .where(eq(actionPlans.modelId, modelId))
    .orderBy(desc(actionPlans.number))
    .limit(1);
  const { version: now = 0 } = (await findPlanRow(ctx, modelId, 'proyectos.editar')) ?? {};
  if (version !== undefined && version !== now) throw conflict('STALE', undefined, { version: now });
  return newest;
}

async function lockDraft(ctx: Context, modelId: number, version: number | undefined) {
  const newest = await lockPlan(ctx, modelId, version);
  if (!newest || newest.publishedAt !== null)
    throw conflict('NO_DRAFT', 'Este plan no tiene cambios por publicar.');
  return newest;
}

/**
 * Saves all steps of the version that is being prepared; the first change of a published plan begins its next version.
 * Raises 404, 409 STALE, 422 for an activity that its catalog does not offer, for a dependency on an activity that is
 * not in the plan, and for a circle.
 */
export async function savePlan(
  ctx: Context,
  modelId: number,
  { steps, version }: ActionPlanForm,
): Promise<void> {
  const newest = await lockPlan(ctx, modelId, version);
  const had = newest ? await stepsOf(ctx.db, newest.id) : [];
  await requireActivities(ctx, steps, new Set(had.map(({ activity_id }) => activity_id)));
  const faults = planFaults(steps, await namesOf(ctx));
  if (faults.length > 0) throw invalid(faults);
  await writeDraft(ctx, modelId, newest, steps);
  await audit(ctx, newest ? 'cambiar' : 'crear', 'plan_accion', modelId, {
    before: { plan: had.map(shortOf) },
    after: { plan: steps.map(shortOf) },
  });
}

/** A step in the audit: activity, days, what it waits for. */
const shortOf = ({ activity_id, days, after }: PlanStep) => [
  activity_id,
  days,
  after.map((one) => `${one.activity_id}${one.kind}${one.lag}`).join(' '),
];

async function writeDraft(
  ctx: Context,
  modelId: number,
  newest: typeof actionPlans.$inferSelect | undefined,
  steps: readonly PlanStep[],
): Promise<void> {
  const days = planDays(steps);
  let planId: number;
  if (newest && newest.publishedAt === null) {
    planId = newest.id;
    await ctx.db.update(actionPlans).set({ days, version: nextChange }).where(eq(actionPlans.id, planId));
    await ctx.db.delete(actionPlanSteps).where(eq(actionPlanSteps.planId, planId));
  } else {
    const [made] = await ctx.db
      .insert(actionPlans)
      .values({
        modelId,
        number: (newest?.number ?? 0) + 1,
        days,
        createdBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: actionPlans.id });
    planId = made!.id;
    await announce(ctx, {
      record: 'plan_accion',
      id: modelId,
      from: newest ? PLAN_STATE.published : null,
      to: PLAN_STATE.draft,
    });
  }
  await ctx.db.insert(actionPlanSteps).values(
    steps.map(({ activity_id, days, outdoors }, position) => ({
      planId,
      activityId: activity_id,
      position,
      days,
      outdoors,
    })),
  );
  const links = steps.flatMap(({ activity_id, after }) =>
    after.map(({ activity_id: from, kind, lag }, position) => ({
      planId,
      fromActivity: from,
      toActivity: activity_id,
      kind,
      lag,
      position,
    })),
  );
  if (links.length > 0) await ctx.db.insert(actionPlanLinks).values(links);
}

async function requireActivities(
  ctx: Context,
  steps: readonly PlanStep[],
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

/** Puts the draft in force. Raises 404, 409 STALE, NO_DRAFT, 422 at `steps` for an activity that nothing joins. */
export async function publishPlan(
  ctx: Context,
  modelId: number,
  { nota, version }: { nota: string | null; version?: number | undefined },
): Promise<void> {
  const draft = await lockDraft(ctx, modelId, version);
  const steps = await stepsOf(ctx.db, draft.id);
  const why = whyNotPublish(steps, await namesOf(ctx));
  if (why) throw invalid([{ field: 'steps', message: why }]);
  await ctx.db
    .update(actionPlans)
    .set({ publishedAt: ctx.now, publishedBy: staffOf(ctx).userId, note: nota, version: nextChange })
    .where(eq(actionPlans.id, draft.id));
  await announce(ctx, {
    record: 'plan_accion',
    id: modelId,
    from: PLAN_STATE.draft,
    to: PLAN_STATE.published,
    ...(nota && { reason: nota }),
  });
  await audit(ctx, 'publicar', 'plan_accion', modelId, { number: draft.number, days: draft.days });
}

/** Throws the draft away. Raises 404, 409 STALE, NO_DRAFT. */
export async function discardPlan(ctx: Context, modelId: number, version?: number): Promise<void> {
  const draft = await lockDraft(ctx, modelId, version);
  const steps = await stepsOf(ctx.db, draft.id);
  await ctx.db.delete(actionPlans).where(and(eq(actionPlans.id, draft.id), isNull(actionPlans.publishedAt)));
  await announce(ctx, {
    record: 'plan_accion',
    id: modelId,
    from: PLAN_STATE.draft,
    to: PLAN_STATE.discarded,
  });
  await audit(ctx, 'descartar', 'plan_accion', modelId, {
    before: { plan: steps.map(shortOf) },
    number: draft.number,
  });
}

/** Prepares a plan with another model's activities, days and dependencies. Raises 404, 409 STALE, 422 at from_model_id. */
export async function copyPlan(
  ctx: Context,
  modelId: number,
  { from_model_id, version }: { from_model_id: number; version?: number | undefined },
): Promise<void> {
  const from = from_model_id === modelId ? undefined : await findPlanRow(ctx, from_model_id, 'proyectos.ver');
  const versions = from ? await versionsOf(ctx.db, from_model_id) : [];
  const source = versions.find(({ line }) => line.published_at !== null) ?? versions[0];
  if (!source)
    throw invalid([{ field: 'from_model_id', message: 'Elige otro modelo que ya tenga su plan.' }]);
  await savePlan(ctx, modelId, { steps: await stepsOf(ctx.db, source.planId), version });
}
