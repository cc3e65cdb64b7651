import type { Follower } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { REPRICED, type Repriced } from '#server/modules/projects/projects/repriced.service.ts';
import { priceChanges } from './prices.table.ts';

/**
 * Adds price changes to the history, in the same transaction. Code that writes price_cents or premium_cents must call
 * this; features in lower rooms announce with `tellRepriced` instead. Unchanged prices are skipped.
 */
export async function recordPrices(
  ctx: Pick<Context, 'db' | 'now' | 'staff'>,
  changed: readonly Repriced[],
  { reason, increaseId }: { reason: string; increaseId?: number },
): Promise<void> {
  const rows = changed.filter(({ fromCents, toCents }) => fromCents !== toCents);
  for (let at = 0; at < rows.length; at += 1_000)
    await ctx.db.insert(priceChanges).values(
      rows.slice(at, at + 1_000).map((one) => ({
        ...one,
        at: ctx.now,
        byId: ctx.staff?.userId ?? null,
        reason,
        increaseId: increaseId ?? null,
      })),
    );
}

/** Adds the price changes that projects and lots announce. */
export const priceFollower: Follower = {
  record: 'proyecto',
  async follow(ctx, { verb, reason = '', values }) {
    if (verb === REPRICED) await recordPrices(ctx, values as Repriced[], { reason });
  },
};
