import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import type { Db } from '#server/kernel/db.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { payments, receiptSeries } from './payments.table.ts';

/** The sale of a payment, read without a lock: callers lock the sale first, then the payment. */
export const saleOfPayment = async (db: Db, id: number, reach?: SQL) =>
  (
    await db
      .select({ saleId: payments.saleId })
      .from(payments)
      .innerJoin(sales, eq(sales.id, payments.saleId))
      .where(and(eq(payments.id, id), reach))
  )[0]?.saleId;

export const lockPayment = async (db: Db, id: number) =>
  (await db.select().from(payments).where(eq(payments.id, id)).for('no key update'))[0];

/** Locks the separation that a customer can report: pending, overdue or already reported. */
export async function lockOpenSeparation(db: Db, saleId: number) {
  const [found] = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.saleId, saleId),
        eq(payments.typeId, SEPARATION),
        sql`${payments.stateId} not in (${PAYMENT.rejected}, ${PAYMENT.partial}, ${PAYMENT.refunded}, ${PAYMENT.voided})`,
        isNull(payments.reversedAt),
      ),
    )
    .for('no key update');
  return found;
}

/** tipo_pagos, domain.md §2 */
export const SEPARATION = PAYMENT_TYPE.separation;

/**
 * The next number of a gapless series. The series' row stays locked until the transaction
 * ends, and a rollback returns the number: call it as late as possible. `first`: the smallest
 * number to give, to continue the series of another system.
 */
export async function nextReceipt(db: Db, first = 1, series = 'recibos'): Promise<number> {
  const [given] = await db
    .insert(receiptSeries)
    .values({ name: series, last: first })
    .onConflictDoUpdate({
      target: receiptSeries.name,
      set: { last: sql`greatest(${receiptSeries.last} + 1, ${first})` },
    })
    .returning({ last: receiptSeries.last });
  return given!.last;
}
