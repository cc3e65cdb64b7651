import { and, eq, isNull } from 'drizzle-orm';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import { MILESTONES, milestonesOf, type Milestone } from '#contract/works/delivery/rules.ts';
import { touch, type Follower } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { mailBuyer } from '#server/modules/sales/buyerAccess/buyerMail.service.ts';
import { findParties } from '#server/modules/sales/buyers/parties.service.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';
import { builtOf } from './delivery.service.ts';
import { houseMilestones } from './delivery.table.ts';

const saleOfHouse = async ({ db }: Pick<Acting, 'db'>, houseId: number): Promise<number | null> => {
  const [found] = await db
    .select({ id: lotClaims.saleId })
    .from(lotClaims)
    .innerJoin(houses, eq(houses.lotId, lotClaims.lotId))
    .where(and(eq(houses.id, houseId), isNull(lotClaims.releasedAt)));
  return found?.id ?? null;
};

/** The progress of a house moves its sale on the board; a milestone is told to the family. */
export const deliveryFollowers: readonly Follower[] = [
  {
    record: 'vivienda',
    follow: async (ctx, { id }) => {
      const saleId = await saleOfHouse(ctx, id);
      if (saleId !== null) touch(ctx, ['precontrato', saleId]);
    },
  },
  {
    record: 'trabajo',
    follow: async (ctx, { id, from, to }) => {
      // An account that is voided gives its jobs back as approved: that is no news.
      if (from !== JOB_STATE.inspecting || to !== JOB_STATE.approved) return;
      const [job] = await ctx.db.select({ houseId: jobs.houseId }).from(jobs).where(eq(jobs.id, id));
      if (job?.houseId) await passMilestones(ctx, job.houseId);
    },
  },
];

async function passMilestones(ctx: Acting, houseId: number): Promise<void> {
  const passed = milestonesOf(await builtOf(ctx.db, houseId));
  if (passed.length === 0) return;
  const fresh = await ctx.db
    .insert(houseMilestones)
    .values(passed.map((milestone) => ({ houseId, milestone, at: ctx.now })))
    .onConflictDoNothing()
    .returning({ milestone: houseMilestones.milestone });
  const saleId = fresh.length > 0 ? await saleOfHouse(ctx, houseId) : null;
  if (saleId !== null) await tellFamily(ctx, saleId, fresh.at(-1)!.milestone);
}

/** Of milestones passed at once the family hears the last one. */
async function tellFamily(ctx: Acting, saleId: number, milestone: Milestone): Promise<void> {
  const parties = await findParties(ctx, saleId);
  if (!parties) return;
  await mailBuyer(ctx, 'obra_avance', { ...parties, saleId }, { avance: MILESTONES[milestone] });
}
