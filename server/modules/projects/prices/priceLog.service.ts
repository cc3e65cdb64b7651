import type { Context } from '#server/kernel/context.ts';
import { priceChanges } from './prices.table.ts';

/** A price that was changed; a model's, or a lot's premium. */
export interface Repriced {
  projectId: number;
  modelId?: number;
  lotId?: number;
  fromCents: number;
  toCents: number;
}

/**
 * Notes in the history of prices what was just changed, in the same transaction: whoever writes price_cents or premium_cents
 * calls this. What stayed as it was is left out.
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
