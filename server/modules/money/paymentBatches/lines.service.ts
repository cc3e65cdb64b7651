import { and, asc, eq } from 'drizzle-orm';
import { ADVANCE_STATE, INVOICE_STATE } from '#contract/money/invoices/rules.ts';
import type { PayableKind } from '#contract/money/paymentBatches/rules.ts';
import { REPLENISHMENT_STATE } from '#contract/money/pettyCash/rules.ts';
import { ACCOUNT_STATE } from '#contract/works/accounts/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { yearlyCode } from '#server/kernel/yearly.ts';
import { moveAdvance } from '#server/modules/money/invoices/advances.service.ts';
import { moveInvoice } from '#server/modules/money/invoices/invoices.service.ts';
import {
  holdForBatch,
  payFromBatch,
  returnToLoan,
} from '#server/modules/money/interimLoans/loanPayments.service.ts';
import { moveReplenishment } from '#server/modules/money/pettyCash/pettyCash.service.ts';
import { changeAccountState } from '#server/modules/works/accounts/accounts.service.ts';
import { returnPayment } from '#server/modules/works/accounts/returned.service.ts';
import { batchesInReach } from './batches.scope.ts';
import { paymentBatches, paymentBatchLines } from './paymentBatches.table.ts';

export type Batch = typeof paymentBatches.$inferSelect;
export type Line = typeof paymentBatchLines.$inferSelect;
export const ENTITY = 'lote_pago';
/** The feed's states of one payment: pending, paid, returned, withdrawn. */
export const LINE = { pendiente: 1, pagado: 2, devuelto: 3, retirado: 4 } as const;

export const batchCode = (one: Pick<Batch, 'year' | 'number'>) => yearlyCode('LP', one);

/** What a line pays. */
export function sourceOf(
  line: Pick<Line, 'invoiceId' | 'progressAccountId' | 'advanceId' | 'replenishmentId' | 'interimPaymentId'>,
): {
  kind: PayableKind;
  id: number;
} {
  if (line.invoiceId !== null) return { kind: 'factura', id: line.invoiceId };
  if (line.progressAccountId !== null) return { kind: 'cuenta', id: line.progressAccountId };
  if (line.advanceId !== null) return { kind: 'anticipo', id: line.advanceId };
  if (line.interimPaymentId !== null) return { kind: 'prestamo', id: line.interimPaymentId };
  return { kind: 'caja', id: line.replenishmentId! };
}
export const columnOf = ({ kind, id }: { kind: PayableKind; id: number }) => ({
  invoiceId: kind === 'factura' ? id : null,
  progressAccountId: kind === 'cuenta' ? id : null,
  advanceId: kind === 'anticipo' ? id : null,
  replenishmentId: kind === 'caja' ? id : null,
  interimPaymentId: kind === 'prestamo' ? id : null,
});

/** Locks a batch and reads its lines, within the caller's scope. Raises 404. */
export async function lockBatch(ctx: Context, id: number): Promise<{ batch: Batch; lines: Line[] }> {
  const [batch] = await ctx.db
    .select()
    .from(paymentBatches)
    .where(and(eq(paymentBatches.id, id), batchesInReach(ctx)))
    .for('no key update');
  if (!batch) throw notFound();
  const lines = await ctx.db
    .select()
    .from(paymentBatchLines)
    .where(eq(paymentBatchLines.batchId, id))
    .orderBy(asc(paymentBatchLines.id));
  return { batch, lines };
}

/** Takes what a line pays into payment, out of it, paid, or owed again. */
export async function moveSource(
  ctx: Context,
  line: Line,
  to: 'en_pago' | 'pendiente' | 'pagado',
  more: {
    paidOn?: string;
    returnedOn?: string;
    reason?: string | undefined;
    bank?: string;
    reference?: string;
  } = {},
): Promise<void> {
  const { kind, id } = sourceOf(line);
  switch (kind) {
    case 'factura': {
      const { approved, inPayment, paid } = INVOICE_STATE;
      await moveInvoice(ctx, id, to === 'pagado' ? paid : to === 'en_pago' ? inPayment : approved, more);
      return;
    }
    case 'anticipo': {
      const { approved, inPayment, paid } = ADVANCE_STATE;
      return moveAdvance(ctx, id, to === 'pagado' ? paid : to === 'en_pago' ? inPayment : approved, more);
    }
    case 'caja': {
      const { approved, inPayment, paid } = REPLENISHMENT_STATE;
      return moveReplenishment(
        ctx,
        id,
        to === 'pagado' ? paid : to === 'en_pago' ? inPayment : approved,
        more,
      );
    }
    case 'prestamo':
      if (to === 'en_pago') return holdForBatch(ctx, id);
      if (to === 'pagado') return payFromBatch(ctx, id, { fecha: more.paidOn, referencia: more.reference });
      if (to === 'pendiente' && line.state === 'pagado')
        return returnToLoan(ctx, id, { fecha: more.returnedOn, motivo: more.reason });
      return;
    case 'cuenta':
      // Works pays its accounts; this only asks it to.
      if (to === 'pagado')
        return changeAccountState(ctx, id, {
          estado_id: ACCOUNT_STATE.paid,
          fecha: more.paidOn!,
          banco: more.bank!,
          referencia: more.reference!,
          cuenta_id: line.bankAccountId,
        });
      if (to === 'pendiente' && line.state === 'pagado') return returnPayment(ctx, id, more.reason ?? '');
  }
}

/** Announces a payment's state, by the feed's numbers. */
export const announceLine = (ctx: Context, line: Line, from: number | null, to: number, reason?: string) =>
  announce(ctx, { record: 'pago_proveedor', id: line.id, from, to, of: [ENTITY, line.batchId], reason });

/** Writes that the lines of a batch changed. */
export async function touch(ctx: Context, batch: Batch, verb: string): Promise<void> {
  await ctx.db
    .update(paymentBatches)
    .set({ version: batch.version + 1 })
    .where(eq(paymentBatches.id, batch.id));
  await announce(ctx, { record: ENTITY, id: batch.id, verb });
  await audit(ctx, 'cambiar', ENTITY, batch.id, { verb });
}
