import { and, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Acting } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { tellFree } from '#server/modules/projects/lots/free.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { lotClaims } from './claims.table.ts';

/**
 * Whoever writes what a lot's state follows from locks the lot before, since the state is written with it (0058); several in one
 * order, so that two sales that change places do not wait for each other. A sale is locked before its lot.
 */
export const lockLots = (db: Db, ids: readonly number[]) =>
  db
    .select({ id: lots.id })
    .from(lots)
    .where(inArray(lots.id, [...ids]))
    .orderBy(lots.id)
    .for('no key update');

/** Frees the lots of live claims, and tells it, for the first who waits for each; `also` is a lot that is locked with them, to be taken next. */
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
