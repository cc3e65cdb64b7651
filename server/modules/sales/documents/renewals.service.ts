import type { Context } from '#server/kernel/context.ts';

/**
 * Approved papers of a sale that may be replaced while they still hold, by id, each with the first last day: whoever will need them
 * later tells which (`Module.wantsAnew`).
 */
export const papersToRenew = async (
  ctx: Pick<Context, 'db' | 'now' | 'wantedAnew'>,
  saleId: number,
): Promise<ReadonlyMap<number, string>> =>
  (await ctx.wantedAnew.get('documento')?.(ctx, saleId)) ?? new Map<number, string>();
