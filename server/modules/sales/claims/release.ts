import { and, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Acting } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { tellFree } from '#server/modules/projects/lots/free.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { lotClaims } from './claims.table.ts';

/**
 * Locks lots before a write that changes their state, because the state is written in the same transaction (0058).
 * Locks several lots in id order, so two sales that swap lots do not deadlock. Lock a sale before its lot.
 */
export const lockLots = (db: Db, ids: readonly number[]) =>
  db
    .select({ id: lots.id })
    .from(lots)
    .where(inArray(lots.id, [...ids]))
    .orderBy(lots.id)
    .for('no key update');

/**
 * Releases live claims and announces each free lot, for its waitlist. `also` names a lot to lock with them, because the
 * caller takes it next.
 */
export async function releaseClaims(
  ctx: Acting,
  which: SQL,
  reason: string,
  also: readonly number[] = [],
): Promise<void> {
  const { db, now } = ctx;
  const live = and(which, isNull(lotClaims.releasedAt));
  const held = await db.select({ lotId: lotClaims.lotId }).from(lotClaims).where(live);
  if (held.length === 0) return;
  await lockLots(db, [...held.map(({ lotId }) => lotId), ...also]);
  const freed = await db
    .update(lotClaims)
    .set({ releasedAt: now, releaseReason: reason })
    .where(live)
    .returning({ lotId: lotClaims.lotId, saleId: lotClaims.saleId });
  for (const { lotId, saleId } of freed) await tellFree(ctx, lotId, ['precontrato', saleId]);
}
