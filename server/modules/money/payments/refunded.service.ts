import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { SETTLED_STATES } from '#contract/money/payments/rules.ts';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { payments } from './payments.table.ts';

/** Money of the customer that is there, over rows of `payments`: confirmed, not reversed, and no bank's. */
export const HELD = sql.raw(
  `state_id in (${SETTLED_STATES.join(', ')}) and reversed_at is null and type_id <> ${PAYMENT_TYPE.disbursement}`,
);
const held = (saleId: number): SQL | undefined => and(eq(payments.saleId, saleId), HELD);

/** How much a sale holds of its customer's money, in cents. */
export async function heldCents(db: Db, saleId: number): Promise<number> {
  const found = await db.select({ cents: payments.bankCents }).from(payments).where(held(saleId));
  return found.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
}

/** Marks what a sale held as refunded, once its refund is paid. The sale must be locked. */
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
