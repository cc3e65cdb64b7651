import { and, eq, sql } from 'drizzle-orm';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { touch } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { promises } from './promises.table.ts';

/** What a signed addendum changes of a sale's signed promise: its agreed delivery, its price. The sale must be locked. */
export async function amendPromise(
  ctx: Acting,
  saleId: number,
  set: { deliveryOn?: string | null; priceCents?: number },
): Promise<void> {
  const changed = await ctx.db
    .update(promises)
    .set({ ...set, version: sql`${promises.version} + 1` })
    .where(and(eq(promises.saleId, saleId), eq(promises.stateId, PROMISE.signed)))
    .returning({ id: promises.id });
  for (const { id } of changed) touch(ctx, ['promesa', id]);
}
