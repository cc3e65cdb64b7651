import { refuseStale, touchSale } from '#server/modules/sales/sale/states.service.ts';
import { isRescindable } from '#contract/sales/sale/rules.ts';
import { whyNotPrepareRescission } from '#contract/sales/sale/rescissionRules.ts';
import { announce } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, forbidden, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { openRescission } from './ending.service.ts';
import { officePath } from '#server/modules/sales/buyers/parties.service.ts';
import { rescissions } from './rescissions.table.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { loadForChange } from '#server/modules/sales/precontracts/precontracts.service.ts';

/**
 * Prepares the rescission of a sale; another user must decide it (rulings.md 39). Notifies those who may. Raises 404,
 * 403, 409 STALE and PREPARED, 422 with the reason.
 */
export async function prepareRescission(
  ctx: Context,
  saleId: number,
  { motivo, version }: { motivo: string; version?: number | undefined },
): Promise<void> {
  const sale = await loadForChange(ctx, saleId);
  if (!reaches(ctx, 'legal.aprobar', sale)) throw forbidden();
  const refusal = whyNotPrepareRescission({ ...sale.papers, rescission: sale.rescission });
  if (sale.rescission) throw conflict('PREPARED', refusal ?? '');
  refuseStale(sale, version);
  if (!isRescindable(sale.stateId))
    throw transitionRefused('Desde el estado actual una venta no se rescinde.');
  if (refusal) throw transitionRefused(refusal);
  const { userId } = staffOf(ctx);
  await ctx.db
    .insert(rescissions)
    .values({ saleId, reason: motivo, preparedBy: userId, preparedAt: ctx.now });
  await touchSale(ctx, sale, {});
  await audit(ctx, 'preparar_rescision', 'precontrato', saleId, { motivo });
  await notify(ctx, {
    kind: 'rescision_por_decidir',
    to: (await whoMay(ctx.db, 'legal.aprobar', sale.projectId)).filter((one) => one !== userId),
    text: `La rescisión de ${sale.person.name} espera tu decisión: ${motivo}`,
    url: officePath(saleId),
    event: `rescision:${saleId}:${ctx.now.toISOString()}`,
  });
}

/** What a change of a sale says when its prepared rescission is dropped. */
export const RESCISSION_DROPPED = 'retirar_rescision';

/** Drops a prepared rescission. Raises 404 if there is none, 403. */
export async function dropRescission(ctx: Context, saleId: number): Promise<void> {
  const sale = await loadForChange(ctx, saleId);
  if (!reaches(ctx, 'legal.aprobar', sale)) throw forbidden();
  const dropped = await ctx.db
    .update(rescissions)
    .set({ droppedBy: staffOf(ctx).userId, droppedAt: ctx.now })
    .where(openRescission(saleId))
    .returning({ id: rescissions.id });
  if (dropped.length === 0) throw notFound();
  await touchSale(ctx, sale, {});
  // Its document, if one waits for signatures, follows.
  await announce(ctx, { record: 'precontrato', id: saleId, verb: RESCISSION_DROPPED });
  await audit(ctx, 'retirar_rescision', 'precontrato', saleId);
}
