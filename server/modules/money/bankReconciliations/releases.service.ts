import { and, eq, inArray, isNull } from 'drizzle-orm';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { bankReconciliationMatches, bankReconciliationMembers } from './bankReconciliations.table.ts';

/** Takes matches apart; their lines are free again. */
export async function release(ctx: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db
    .update(bankReconciliationMatches)
    .set({ releasedBy: staffOf(ctx).userId, releasedAt: ctx.now })
    .where(inArray(bankReconciliationMatches.id, [...ids]));
  await ctx.db
    .update(bankReconciliationMembers)
    .set({ released: true })
    .where(inArray(bankReconciliationMembers.matchId, [...ids]));
}

/** Takes all matches of a reconciliation apart. */
export async function releaseAll(ctx: Context, reconciliationId: number): Promise<void> {
  const found = await ctx.db
    .select({ id: bankReconciliationMatches.id })
    .from(bankReconciliationMatches)
    .where(
      and(
        eq(bankReconciliationMatches.reconciliationId, reconciliationId),
        isNull(bankReconciliationMatches.releasedAt),
      ),
    );
  await release(
    ctx,
    found.map(({ id }) => id),
  );
}
