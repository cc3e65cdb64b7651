import { and, eq } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import { customerSessionSales } from './buyerAccess.table.ts';

/** The id of the co-buyer who opened a sale in this browser; null: the main buyer. */
export async function buyerHere(ctx: Pick<Context, 'db' | 'client'>, saleId: number): Promise<number | null> {
  if (!ctx.client) return null;
  const [here] = await ctx.db
    .select({ buyerId: customerSessionSales.buyerId })
    .from(customerSessionSales)
    .where(
      and(eq(customerSessionSales.sessionId, ctx.client.sessionId), eq(customerSessionSales.saleId, saleId)),
    );
  return here?.buyerId ?? null;
}
