import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { signatures } from './signing.table.ts';

/** The signed object (rulings.md 24). */
export const PRECONTRACT = 'precontrato';

/** The last event in a sale's signature chain. */
export async function lastEvent(db: Db, saleId: number) {
  const [last] = await db
    .select()
    .from(signatures)
    .where(eq(signatures.saleId, saleId))
    .orderBy(desc(signatures.sequence))
    .limit(1);
  return last;
}

/**
 * A signer's last event about the pre-contract: signed or rejected; undefined
 * when there is none. `buyerId` null: the main buyer.
 */
export async function lastOfPrecontract(db: Db, saleId: number, buyerId: number | null) {
  const [last] = await db
    .select({ outcome: signatures.outcome, at: signatures.at, reason: signatures.reason })
    .from(signatures)
    .where(
      and(
        eq(signatures.saleId, saleId),
        eq(signatures.origin, PRECONTRACT),
        buyerId === null ? isNull(signatures.buyerId) : eq(signatures.buyerId, buyerId),
      ),
    )
    .orderBy(desc(signatures.sequence))
    .limit(1);
  return last;
}
