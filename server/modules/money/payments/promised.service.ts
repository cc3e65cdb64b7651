import { eq } from 'drizzle-orm';
import { ADDENDUM } from '#contract/legal/addenda/rules.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { inTransaction, type Follower } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { Refused } from '#server/kernel/errors.ts';
import { addenda } from '#server/modules/legal/addenda/addenda.table.ts';
import { promises } from '#server/modules/legal/promises/promises.table.ts';
import { createPlan, livePlan } from './plan.service.ts';

/** When everybody signed a promise, its payment plan becomes the sale's (9 → 10, domain.md §3); one that runs already stays. */
export const planFollower: Follower = {
  record: 'promesa',
  async follow(ctx, { id, to }) {
    if (to === PROMISE.signed) await activatePlan(ctx, id);
  },
};

/** A signed addendum that changes the plan replaces it, in the transaction of the last signature. */
export const amendedPlanFollower: Follower = {
  record: 'adenda',
  async follow(ctx, { id, to }) {
    if (to !== ADDENDUM.signed) return;
    const [addendum] = await ctx.db.select().from(addenda).where(eq(addenda.id, id));
    // The plan of an imported one is the sale's own already.
    if (addendum?.change?.tipo !== 'plan') return;
    const { abono_centavos: cents, cuotas: months, primera_fecha: firstOn } = addendum.change;
    const reason = `Adenda ${addendum.code}: ${addendum.reason}`;
    await createPlan(ctx, addendum.saleId, { cents, months, firstOn, reason });
  },
};

async function activatePlan(ctx: Acting, promiseId: number): Promise<void> {
  const [promise] = await ctx.db.select().from(promises).where(eq(promises.id, promiseId));
  if (!promise?.frozen || (await livePlan(ctx.db, promise.saleId))) return;
  const { plan, down_centavos } = promise.frozen.money;
  const monthly = plan.filter(({ label }) => label === 'Cuota');
  const first = (monthly.length > 0 ? monthly : plan).find(({ due_on }) => due_on !== null);
  if (!first?.due_on || down_centavos <= 0) return;
  const terms = { cents: down_centavos, months: monthly.length, firstOn: first.due_on };
  try {
    await inTransaction(ctx, (inside) => createPlan(inside, promise.saleId, terms));
  } catch (error) {
    // Everything of the down payment is paid already: there is nothing to plan.
    if (!(error instanceof Refused)) throw error;
    ctx.log.info({ promiseId, reason: error.message }, 'no payment plan from a promise');
  }
}
