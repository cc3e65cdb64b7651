import { workersOf } from '#server/modules/sales/workers/told.service.ts';
import { eq } from 'drizzle-orm';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { touch } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, notFound } from '#server/kernel/errors.ts';
import { holdLot, lastLotOf, reserveLot } from '#server/modules/sales/claims/claims.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { officePath } from '#server/modules/sales/buyers/parties.service.ts';
import { findSaleRow, separationOf } from './precontracts.record.ts';
import { lockSale, writeSaleState } from '#server/modules/sales/sale/states.service.ts';
import { warnBeforeEnd } from './warnings.service.ts';

/** domain.md §2, last customer action */
const FILLED_FORM = 8;

/**
 * Renews an expired unpaid purchase, 17→3: the buyer asks for the same lot or another one. Reserves it as after the
 * form, at the lot's current price. Raises 404, 409 NOT_EXPIRED, LOT_TAKEN, CONFIRM_FIRST and CLAIMS_LIMIT, 422 at
 * lote_id; then nothing has changed.
 */
export async function renewLot(ctx: Context, saleId: number, asked?: number): Promise<void> {
  await lockSale(ctx.db, saleId);
  const sale = await findSaleRow(ctx, saleId);
  if (!sale) throw notFound();
  const paid = separationOf(sale)?.stateId === PAYMENT.confirmed;
  const before = await lastLotOf(ctx.db, saleId);
  const lotId = asked ?? before;
  if (sale.stateId !== SALE.expired || paid || lotId === null)
    throw conflict('NOT_EXPIRED', 'Esta compra no espera por un lote. Vuelve a cargar la página.');
  await holdLot(ctx, { saleId, lotId });
  const claim = await reserveLot(ctx, { saleId });
  const [lot] = await ctx.db.select({ premium: lots.premiumCents }).from(lots).where(eq(lots.id, lotId));
  const lotPremiumCents = lotId === before ? sale.lotPremiumCents : (lot?.premium ?? 0);
  await writeSaleState(ctx, sale, SALE.inReview, {
    lotPremiumCents,
    priceCents: sale.priceCents - sale.lotPremiumCents + lotPremiumCents,
    lastActionId: FILLED_FORM,
    lastActionAt: ctx.now,
  });
  if (claim) await warnBeforeEnd(ctx, claim);
  touch(ctx, ['precontrato', saleId]);
  await audit(ctx, 'renovar_lote', 'precontrato', saleId, { from: before, to: lotId });
  await notify(ctx, {
    kind: 'venta_estado',
    to: await workersOf(ctx.db, saleId),
    text: `${sale.person.name} apartó su lote otra vez (${sale.code ?? saleId}).`,
    url: officePath(saleId),
    event: `renovada:${saleId}:${sale.version}`,
  });
}
