import { and, asc, eq, gt, inArray, type SQL, type SQLWrapper } from 'drizzle-orm';
import { announce, touch } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { conflict, notFound } from '#server/kernel/errors.ts';
import { sales } from './sales.table.ts';

/** Locks a sale. Every change of a sale starts with this lock, so changes run one after the other. */
export const lockSale = async (db: Db, id: number) =>
  (await db.select().from(sales).where(eq(sales.id, id)).for('no key update'))[0];

/** Locks a sale within the caller's row scope. Raises 404. */
export async function lockSaleInReach(db: Db, id: number, reach: SQL | undefined): Promise<void> {
  const found = await db
    .select({ id: sales.id })
    .from(sales)
    .where(and(eq(sales.id, id), reach))
    .for('no key update');
  if (found.length === 0) throw notFound();
}

/** Sales per batch of a job. */
const BATCH = 200;

/**
 * Ids of the selected sales in batches of 200, locked in id order: jobs lock the sale first, like every service. Skips
 * a sale that is locked by another transaction; the next night handles it.
 */
export async function* lockSalesOf(db: Db, ids: SQLWrapper): AsyncGenerator<number[]> {
  for (let after = 0; ;) {
    const batch = await db
      .select({ id: sales.id })
      .from(sales)
      .where(and(gt(sales.id, after), inArray(sales.id, ids)))
      .orderBy(asc(sales.id))
      .limit(BATCH)
      .for('no key update', { skipLocked: true });
    const last = batch.at(-1);
    if (!last) return;
    yield batch.map(({ id }) => id);
    after = last.id;
  }
}

/** Writes a sale's new state and announces it. The sale must be locked and the transition checked. */
export async function writeSaleState(
  ctx: Acting,
  sale: { id: number; stateId: number; version: number },
  to: number,
  set: Partial<typeof sales.$inferInsert> = {},
  reason?: string,
): Promise<void> {
  await ctx.db
    .update(sales)
    .set({ ...set, stateId: to, version: sale.version + 1, stateSince: ctx.now })
    .where(eq(sales.id, sale.id));
  await announce(ctx, { record: 'precontrato', id: sale.id, from: sale.stateId, to, reason });
}

/** Optimistic lock: raises 409 STALE with the current state and version if `version` is not the current one. */
export function refuseStale(sale: { version: number; stateId: number }, version: number | undefined): void {
  if (version !== undefined && version !== sale.version)
    throw conflict('STALE', undefined, { estado_id: sale.stateId, version: sale.version });
}

/** Writes columns of a sale and raises its version. The sale must be locked. */
export async function touchSale(
  ctx: Acting,
  sale: { id: number; version: number },
  set: Partial<typeof sales.$inferInsert>,
): Promise<void> {
  await ctx.db
    .update(sales)
    .set({ ...set, version: sale.version + 1 })
    .where(eq(sales.id, sale.id));
  touch(ctx, ['precontrato', sale.id]);
}
