import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '#contract/dates.ts';
import type { PlanStep } from '#contract/works/actionPlans/model.ts';
import type { LinkKind } from '#contract/works/schedule/network.ts';
import type { Db } from '#server/kernel/db.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { publishPlan, savePlan } from '#server/modules/works/actionPlans/actionPlans.service.ts';
import { contextAt } from './actors.ts';

/**
 * A house of 72 m²: activity (contract_activities), its days, whether rain stops it, and what it waits for. The slab sets
 * seven days before the walls, the beams five before the roof, the plaster two before the floors.
 */
const HOUSE: readonly (readonly [
  activity: number,
  days: number,
  outdoors: boolean,
  after: readonly (readonly [activity: number, lag?: number, kind?: LinkKind])[],
])[] = [
  [1, 4, true, []],
  [2, 9, true, [[1]]],
  [3, 4, true, [[2, -3]]],
  [4, 5, true, [[2], [3]]],
  [5, 14, true, [[4, 7]]],
  [6, 6, true, [[5, -3]]],
  [7, 9, true, [[6, 5]]],
  [8, 9, false, [[7, -2]]],
  [9, 8, false, [[5], [7, 4, 'SS']]],
  [10, 5, false, [[5]]],
  [11, 4, false, [[8]]],
  [12, 5, false, [[8, 2], [10]]],
  [13, 5, false, [[9], [11], [12]]],
  [14, 3, true, [[7]]],
  [15, 2, false, [[13], [14]]],
];

/** The plan of a house of this area: half of each activity's days grow with it. */
export const demoPlan = (areaM2: number): PlanStep[] =>
  HOUSE.map(([activity_id, days, outdoors, after]) => ({
    activity_id,
    days: Math.max(1, Math.round(days * (0.5 + (0.5 * areaM2) / 72))),
    outdoors,
    after: after.map(([from, lag = 0, kind = 'FS']) => ({ activity_id: from, kind, lag })),
  }));

/** Each model's plan, published by the project manager three months ago; one is being changed. */
export async function makeActionPlans(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const at = (days: number) =>
    contextAt(app, db, staff, new Date(now.getTime() - days * DAY_MS), {
      signIn: 'proyectos',
      role: 'proyectos',
    });
  const models = await db.select().from(houseModels).orderBy(houseModels.id);
  for (const { id, areaM2 } of models) {
    await savePlan(at(92), id, { steps: demoPlan(areaM2) });
    await publishPlan(at(90), id, { nota: 'Primer plan del modelo' });
  }
  const [first] = models;
  if (!first) return;
  const faster = demoPlan(first.areaM2).map((step) =>
    step.activity_id === 5 ? { ...step, days: 11 } : step,
  );
  await savePlan(at(2), first.id, { steps: faster });
}
