import { and, eq } from 'drizzle-orm';
import { REFUND } from '#contract/refunds/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { refunds } from './refunds.table.ts';

/** The refund that a sale was paid, for its account: moment, transfer, what went back and what was kept, in cents. */
export async function paidRefund(db: Db, saleId: number) {
  const [found] = await db
    .select({
      paidAt: refunds.paidAt,
      bankReference: refunds.bankReference,
      amountCents: refunds.amountCents,
      penaltyCents: refunds.penaltyCents,
    })
    .from(refunds)
    .where(and(eq(refunds.saleId, saleId), eq(refunds.stateId, REFUND.paid)));
  const { paidAt = null, bankReference = null } = found ?? {};
  return found && paidAt && bankReference !== null ? { ...found, paidAt, bankReference } : null;
}
