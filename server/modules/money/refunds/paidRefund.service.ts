import { and, asc, eq } from 'drizzle-orm';
import { REFUND } from '#contract/money/refunds/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { refunds } from './refunds.table.ts';

/**
 * The paid refunds of a sale, for its account, the oldest first: time, transfer, amounts refunded and kept, in cents.
 */
export async function paidRefunds(db: Db, saleId: number) {
  const found = await db
    .select({
      paidAt: refunds.paidAt,
      bankReference: refunds.bankReference,
      bankDate: refunds.bankDate,
      amountCents: refunds.amountCents,
      penaltyCents: refunds.penaltyCents,
    })
    .from(refunds)
    .where(and(eq(refunds.saleId, saleId), eq(refunds.stateId, REFUND.paid)))
    .orderBy(asc(refunds.id));
  return found.flatMap(({ paidAt, bankReference, bankDate, ...cents }) =>
    paidAt && bankReference !== null && bankDate !== null
      ? [{ ...cents, paidAt, bankReference, bankDate }]
      : [],
  );
}
