import { eq } from 'drizzle-orm';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import type { PromiseRow } from './last.service.ts';
import { promises } from './promises.table.ts';

/** Moves a locked promise to a state whose transition was checked, and announces it. */
export async function movePromise(
  ctx: Acting,
  promise: Pick<PromiseRow, 'id' | 'saleId' | 'stateId' | 'version'>,
  to: number,
  set: Partial<typeof promises.$inferInsert> = {},
  reason?: string,
): Promise<void> {
  await ctx.db
    .update(promises)
    .set({ ...set, stateId: to, stateSince: ctx.now, version: promise.version + 1 })
    .where(eq(promises.id, promise.id));
  await announce(ctx, {
    record: 'promesa',
    id: promise.id,
    from: promise.stateId,
    to,
    of: ['precontrato', promise.saleId],
    reason,
  });
}
