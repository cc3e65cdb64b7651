import { and, asc, eq } from 'drizzle-orm';
import type { Acting } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { envelopes, envelopeSigners } from './envelopes.table.ts';

export type EnvelopeRecord = typeof envelopes.$inferSelect;
export type SignerRecord = typeof envelopeSigners.$inferSelect;

/** Locks an envelope, after its sale as every service does. Raises 404. */
export async function lockEnvelope(db: Db, id: number): Promise<EnvelopeRecord> {
  const [found] = await db.select({ saleId: envelopes.saleId }).from(envelopes).where(eq(envelopes.id, id));
  if (!found) throw notFound();
  await lockSale(db, found.saleId);
  const [envelope] = await db.select().from(envelopes).where(eq(envelopes.id, id)).for('no key update');
  return envelope!;
}

/** The signers of an envelope, in their order. */
export const signersOf = (db: Db, envelopeId: number): Promise<SignerRecord[]> =>
  db
    .select()
    .from(envelopeSigners)
    .where(eq(envelopeSigners.envelopeId, envelopeId))
    .orderBy(asc(envelopeSigners.position));

/** One signer of an envelope. Raises 404. */
export async function signerOf(db: Db, envelopeId: number, id: number): Promise<SignerRecord> {
  const [found] = await db
    .select()
    .from(envelopeSigners)
    .where(and(eq(envelopeSigners.envelopeId, envelopeId), eq(envelopeSigners.id, id)));
  if (!found) throw notFound();
  return found;
}

/** Who acts, as a name that people read: a colleague, or the application. */
export const actorName = ({ staff }: Pick<Acting, 'staff'>): string => staff?.name ?? 'Llave';
