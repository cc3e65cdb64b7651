import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { PlanStep } from '#contract/works/actionPlans/model.ts';
import type { Db } from '#server/kernel/db.ts';
import { actionPlanLinks, actionPlans, actionPlanSteps } from './actionPlans.table.ts';

/** The steps of a version in order. */
export async function stepsOf(db: Db, planId: number): Promise<PlanStep[]> {
  const steps = await db
    .select({
      activity_id: actionPlanSteps.activityId,
      days: actionPlanSteps.days,
      outdoors: actionPlanSteps.outdoors,
    })
    .from(actionPlanSteps)
    .where(eq(actionPlanSteps.planId, planId))
    .orderBy(asc(actionPlanSteps.position));
  const links = await db
    .select()
    .from(actionPlanLinks)
    .where(eq(actionPlanLinks.planId, planId))
    .orderBy(asc(actionPlanLinks.position));
  return steps.map((step) => ({
    ...step,
    after: links
      .filter(({ toActivity }) => toActivity === step.activity_id)
      .map(({ fromActivity, kind, lag }) => ({ activity_id: fromActivity, kind, lag })),
  }));
}

/** The newest version of each of these models' plans. */
export async function newestPlans(
  db: Db,
  modelIds: readonly number[],
): Promise<Map<number, { published: boolean; steps: PlanStep[] }>> {
  const found = await db
    .selectDistinctOn([actionPlans.modelId], {
      id: actionPlans.id,
      modelId: actionPlans.modelId,
      published: sql<boolean>`${actionPlans.publishedAt} is not null`,
    })
    .from(actionPlans)
    .where(inArray(actionPlans.modelId, [0, ...modelIds]))
    .orderBy(actionPlans.modelId, desc(actionPlans.number));
  const plans = new Map<number, { published: boolean; steps: PlanStep[] }>();
  for (const { id, modelId, published } of found)
    plans.set(modelId, { published, steps: await stepsOf(db, id) });
  return plans;
}

/** The plan in force of each of these models: its version, and its activities in order. */
export async function plansInForce(
  db: Db,
  modelIds: readonly number[],
): Promise<Map<number, { id: number; steps: PlanStep[] }>> {
  const found = await db
    .selectDistinctOn([actionPlans.modelId], { id: actionPlans.id, modelId: actionPlans.modelId })
    .from(actionPlans)
    .where(and(inArray(actionPlans.modelId, [0, ...modelIds]), isNotNull(actionPlans.publishedAt)))
    .orderBy(actionPlans.modelId, desc(actionPlans.number));
  const plans = new Map<number, { id: number; steps: PlanStep[] }>();
  for (const { id, modelId } of found) plans.set(modelId, { id, steps: await stepsOf(db, id) });
  return plans;
}

/** The activities of a model by its plan in force, in order; empty without one. */
export async function activitiesInForce(db: Db, modelId: number): Promise<number[]> {
  const plan = (await plansInForce(db, [modelId])).get(modelId);
  return plan ? plan.steps.map(({ activity_id }) => activity_id) : [];
}
