import { known } from '#server/kernel/known.ts';
import type { Context } from '#server/kernel/context.ts';

/**
 * Approved documents of a sale that may be replaced while still valid: by id, with the earliest expiry day. Modules
 * that need them later register which ones (`Module.wantsAnew`).
 */
export const papersToRenew = async (
  ctx: Pick<Context, 'db' | 'now' | 'wantedAnew'>,
  saleId: number,
): Promise<ReadonlyMap<number, string>> =>
  (await ctx.wantedAnew.get('documento')?.(ctx, saleId)) ?? new Map<number, string>();

/** Condition over `sales`: modules may want papers of these anew (`knows` of 'papeles'). */
export const mayRenew = (ctx: Pick<Context, 'knows'>) => known<boolean>(ctx, 'papeles', 'renewing');
