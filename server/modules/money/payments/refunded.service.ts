import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { SETTLED_STATES } from '#contract/money/payments/rules.ts';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { payments } from './payments.table.ts';

/**
 * SQL condition over `payments`: money of the customer that the company
 * holds (confirmed, not reversed, not from a bank).
 */
export const HELD = sql.raw(
  `state_id in (${SETTLED_STATES.join(', ')}) and reversed_at is null and passed_at is null and type_id <> ${PAYMENT_TYPE.disbursement}`,
);
const held = (saleId: number): SQL | undefined => and(eq(payments.saleId, saleId), HELD);

/** The customer's money that a sale holds, in cents. */
export async function heldCents(db: Db, saleId: number): Promise<number> {
  const found = await db.select({ cents: payments.bankCents }).from(payments).where(held(saleId));
  return found.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
}

/** Marks the held payments of a sale as refunded, once its refund is paid. The sale must be locked. */
export async function markRefunded(ctx: Acting, saleId: number, reason: string): Promise<void> {
  const found = await ctx.db
    .select()
    .from(payments)
    .where(held(saleId))
    .orderBy(asc(payments.id))
    .for('no key update');
  for (const { id, stateId, version } of found) {
    await ctx.db
      .update(payments)
      .set({ stateId: PAYMENT.refunded, version: version + 1 })
      .where(eq(payments.id, id));
    await announce(ctx, {
      record: 'pago',
      id,
      from: stateId,
      to: PAYMENT.refunded,
      of: ['precontrato', saleId],
      reason,
    });
  }
}
