import type { Context } from '#server/kernel/context.ts';
import { cancelAppointmentsOf } from '#server/modules/appointments/change.service.ts';
import { releaseClaim } from '#server/modules/lots/claims.service.ts';
import { withdrawApplications } from '#server/modules/mortgage/applications.service.ts';
import { voidPending } from '#server/modules/payments/payments.service.ts';

/**
 * What the end of a sale causes, withdrawn or rescinded (domain.md §3): the lot is free, what was due is void, the banks' applications
 * are withdrawn and the appointments cancelled. What was paid stays until it is refunded. The sale must be locked, its new state written.
 */
export async function endSale(ctx: Context, saleId: number, what: string, reason: string): Promise<void> {
  await releaseClaim(ctx, saleId, what);
  await voidPending(ctx, saleId, reason);
  await withdrawApplications(ctx, saleId, reason);
  await cancelAppointmentsOf(ctx, saleId, reason);
}
