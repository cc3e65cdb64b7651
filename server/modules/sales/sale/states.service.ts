import { and, eq, type SQL } from 'drizzle-orm';
import { SALE } from '#contract/sales/sale/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { fixAdviser, followSale } from '#server/modules/sales/commissions/release.service.ts';
import { keepLot } from '#server/modules/sales/claims/claims.service.ts';
import { assignLawyer } from '#server/modules/sales/workers/lawyers.service.ts';
import { sales } from './sales.table.ts';

/** Locks a sale for a change: every change of a sale begins here, so that they come one after the other. */
export const lockSale = async (db: Db, id: number) =>
  (await db.select().from(sales).where(eq(sales.id, id)).for('update'))[0];

/** The same for a sale within the caller's reach. Raises 404. */
export async function lockSaleInReach(db: Db, id: number, reach: SQL | undefined): Promise<void> {
  const found = await db
    .select({ id: sales.id })
    .from(sales)
    .where(and(eq(sales.id, id), reach))
    .for('update');
  if (found.length === 0) throw notFound();
}

/** Writes a sale's new state, with its history and what its commissions follow from it. The sale must be locked and the arrow checked. */
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
  if (sale.stateId <= SALE.complete && to > SALE.complete && to < SALE.withdrawn) await keepLot(ctx, sale.id);
  if (to === SALE.received) await fixAdviser(ctx, sale.id);
  else await followSale(ctx, sale.id);
  if (to === SALE.promiseLetter || to === SALE.complete) await assignLawyer(ctx, sale.id, to);
}
