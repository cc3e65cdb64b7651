import { eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { ReturnForm } from '#contract/money/paymentBatches/model.ts';
import { BATCH_STATE as S } from '#contract/money/paymentBatches/rules.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { maySeeBank } from './batches.scope.ts';
import { announceLine, batchCode, LINE, lockBatch, moveSource, touch } from './lines.service.ts';
import { paymentBatchLines } from './paymentBatches.table.ts';

/**
 * The bank returned an ACH, or a cheque was not paid, perhaps long after: what the line paid is owed again. The payment
 * stays as a fact with both days. Raises 404, 403, 422 at `returned_on`.
 */
export async function returnLine(ctx: Context, id: number, lineId: number, form: ReturnForm): Promise<void> {
  const { batch, lines } = await lockBatch(ctx, id);
  if (!maySeeBank(ctx, 'contabilidad.editar')) throw forbidden();
  const line = lines.find((one) => one.id === lineId);
  if (!line) throw notFound();
  if (!line.active || !([S.sent, S.confirmed] as number[]).includes(batch.stateId))
    throw transitionRefused('Solo vuelve un pago que se envió y no ha vuelto ya.');
  if (form.returned_on > panamaDay(ctx.now))
    throw invalid([{ field: 'returned_on', message: 'La fecha no puede ser posterior a hoy.' }]);
  const earliest = line.paidOn ?? batch.sentOn;
  if (earliest && form.returned_on < earliest)
    throw invalid([{ field: 'returned_on', message: 'No puede ser antes del pago.' }]);
  await ctx.db
    .update(paymentBatchLines)
    .set({
      state: 'devuelto',
      active: false,
      returnedOn: form.returned_on,
      returnReason: form.reason,
      returnedBy: staffOf(ctx).userId,
    })
    .where(eq(paymentBatchLines.id, lineId));
  await moveSource(ctx, line, 'pendiente', { reason: form.reason, returnedOn: form.returned_on });
  await announceLine(ctx, line, LINE[line.state], LINE.devuelto, form.reason);
  await touch(ctx, batch, 'devolver');
  await notify(ctx, {
    kind: 'pago_proveedor_devuelto',
    to: [batch.madeBy, batch.approvedBy, ...(await whoMay(ctx.db, 'contabilidad.crear'))],
    text: `Volvió un pago a ${line.beneficiary} del lote ${batchCode(batch)}: ${form.reason}`,
    url: `/oficina/egresos/${id}`,
    event: `pago_proveedor:${lineId}:3`,
    about: `lote_pago:${id}`,
  });
}
