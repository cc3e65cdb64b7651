import { SALE } from '#contract/sales/sale/rules.ts';
import type { Follower } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { rescissions } from './rescissions.table.ts';

/** When a sale is rescinded, decides the rescission that another user prepared. */
export const endFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, to }) {
    if (to === SALE.rescinded) await decideRescission(ctx, id);
  },
};

/** Condition: the prepared, undecided rescission of a sale. */
export const openRescission = (saleId: number) =>
  and(eq(rescissions.saleId, saleId), isNull(rescissions.droppedAt), isNull(rescissions.decidedAt));

/**
 * Decides the prepared rescission; the database refuses its preparer. The sale must be locked and its transition
 * checked.
 */
async function decideRescission(ctx: Acting, saleId: number): Promise<void> {
  await ctx.db
    .update(rescissions)
    .set({ decidedBy: ctx.staff?.userId ?? null, decidedAt: ctx.now })
    .where(openRescission(saleId));
}
