import { SALE } from '#contract/sales/sale/rules.ts';
import type { Follower } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { rescissions } from './rescissions.table.ts';

/** Whoever rescinds a sale decides the rescission that another prepared. */
export const endFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, to }) {
    if (to === SALE.rescinded) await decideRescission(ctx, id);
  },
};

/** The rescission of a sale that was prepared and waits to be decided. */
export const openRescission = (saleId: number) =>
  and(eq(rescissions.saleId, saleId), isNull(rescissions.droppedAt), isNull(rescissions.decidedAt));

/** Signs the prepared rescission; the database refuses whoever prepared it. The sale must be locked and its arrow checked. */
async function decideRescission(ctx: Acting, saleId: number): Promise<void> {
  await ctx.db
    .update(rescissions)
    .set({ decidedBy: ctx.staff?.userId ?? null, decidedAt: ctx.now })
    .where(openRescission(saleId));
}
