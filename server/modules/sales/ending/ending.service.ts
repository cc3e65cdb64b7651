import { and, eq, isNull } from 'drizzle-orm';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { cancelAppointmentsOf } from '#server/modules/sales/appointments/change.service.ts';
import { releaseClaim } from '#server/modules/sales/claims/claims.service.ts';
import { withdrawApplications } from '#server/modules/banking/applications/applications.service.ts';
import { voidPending } from '#server/modules/money/payments/payments.service.ts';
import { rescissions } from './rescissions.table.ts';

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

/** The rescission of a sale that was prepared and waits to be decided. */
export const openRescission = (saleId: number) =>
  and(eq(rescissions.saleId, saleId), isNull(rescissions.droppedAt), isNull(rescissions.decidedAt));

/** Signs the prepared rescission; the database refuses whoever prepared it. The sale must be locked and its arrow checked. */
export async function decideRescission(ctx: Context, saleId: number): Promise<void> {
  await ctx.db
    .update(rescissions)
    .set({ decidedBy: staffOf(ctx).userId, decidedAt: ctx.now })
    .where(openRescission(saleId));
}
