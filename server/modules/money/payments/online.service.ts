import { isOpen } from '#contract/money/payments/rules.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { touch } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting } from '#server/kernel/context.ts';
import { suspendExpiry } from '#server/modules/sales/claims/claims.service.ts';
import { lockPayment, SEPARATION } from './locks.service.ts';
import { movePayment } from './payments.service.ts';
import { mailReportReceived, tellReported } from './told.service.ts';

/**
 * A provider took the money of a due: it waits for the bank's line, and the customer no longer corrects it. The caller holds the
 * sale's lock. False: the due is not open any more, and nothing was written.
 */
export async function notePaidOnline(
  ctx: Acting,
  {
    saleId,
    paymentId,
    cents,
    reference,
  }: { saleId: number; paymentId: number; cents: number; reference: string },
): Promise<boolean> {
  const payment = await lockPayment(ctx.db, paymentId);
  if (payment?.saleId !== saleId || !isOpen(payment.stateId)) return false;
  await movePayment(
    ctx,
    payment,
    PAYMENT.verifying,
    { reportedCents: cents, reportedAt: ctx.now, reportedReference: reference },
    'El cliente lo pagó en línea',
  );
  if (payment.typeId === SEPARATION) await suspendExpiry(ctx, saleId);
  touch(ctx, ['precontrato', saleId]);
  await audit(ctx, 'reportar', 'pago', paymentId, { cents, reference });
  await tellReported(ctx, paymentId);
  await mailReportReceived(ctx, paymentId, false);
  return true;
}
