import { eq } from 'drizzle-orm';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import type { Change, Follower } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { transitionRefused } from '#server/kernel/errors.ts';
import type { AddendumEffect } from '#server/modules/works/contracts/addendumEffect.service.ts';
import { contractItems, contracts } from '#server/modules/works/contracts/construction.table.ts';
import {
  makeHouseJobs,
  makeItemJob,
  makeJobs,
  moveHouse,
  releaseJobs,
  resizeItem,
  voidJobs,
} from './jobs.service.ts';

const { inForce, suspended, settled, rescinded } = CONTRACT_STATE;

/** Jobs are made when a contract is in force, follow its addenda, and end with it. */
export const jobsFollowers: readonly Follower[] = [{ record: 'contrato', follow }];

/** Raises 409 ACTIVITY_TAKEN, 422 when the jobs cannot take an addendum. */
async function follow(ctx: Acting, { id, from, to, verb, values }: Change): Promise<void> {
  if (to === inForce && from !== suspended) {
    const [contract] = await ctx.db.select().from(contracts).where(eq(contracts.id, id));
    await makeJobs(ctx, contract!);
  }
  if (to === settled) await releaseJobs(ctx, id);
  if (to === rescinded) await voidJobs(ctx, id);
  if (verb === 'adenda') await followAddendum(ctx, id, values as AddendumEffect);
}

async function followAddendum(ctx: Acting, contractId: number, effect: AddendumEffect): Promise<void> {
  for (const { houseId, deltaCents, added } of effect.houses)
    if (added)
      await makeHouseJobs(ctx, { id: contractId, predecessorId: null }, [
        { houseId, amountCents: deltaCents },
      ]);
    else if (!(await moveHouse(ctx, contractId, houseId, deltaCents)))
      throw transitionRefused(
        'Una de las viviendas ya no admite este cambio: revisa lo aprobado y lo facturado.',
      );
  for (const { itemId, added } of effect.items) {
    const [item] = await ctx.db.select().from(contractItems).where(eq(contractItems.id, itemId));
    if (added) await makeItemJob(ctx, item!);
    else if (!(await resizeItem(ctx, item!)))
      throw transitionRefused('Una de las partidas ya tiene aprobado o facturado más de lo que quedaría.');
  }
}
