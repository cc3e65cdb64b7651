import { eq } from 'drizzle-orm';
import type { Follower } from '#server/kernel/changes.ts';
import { disbursements } from '#server/modules/banking/disbursements/disbursements.table.ts';
import { noteItsPayment } from '#server/modules/banking/disbursements/disbursements.service.ts';
import { recordDisbursement } from './plan.service.ts';

/** Records the disbursement that a bank announced as a payment; another person confirms it with the bank's line. */
export const bankMoneyFollower: Follower = {
  record: 'desembolso',
  async follow(ctx, { id }) {
    const [paid] = await ctx.db.select().from(disbursements).where(eq(disbursements.id, id));
    if (!paid?.receivedOn || paid.amountCents === null || paid.paymentId !== null) return;
    const paymentId = await recordDisbursement(ctx, paid.saleId, {
      cents: paid.amountCents,
      reference: paid.transferNumber,
      receivedOn: paid.receivedOn,
    });
    await noteItsPayment(ctx, id, paymentId);
  },
};
