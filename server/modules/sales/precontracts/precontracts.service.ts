import { panamaDay } from '#contract/dates.ts';
import { SALE, saleMachine } from '#contract/sales/sale/rules.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { touch } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import {
  claimOf,
  releaseClaim,
  reserveLot,
  separateLot,
} from '#server/modules/sales/claims/claims.service.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { receiveSale } from './receive.service.ts';
import { factsOf, readForm } from './precontracts.facts.ts';
import { mailExpired, mailPapersMissing } from './precontracts.mail.ts';
import { findSaleRow, type SaleRow } from './precontracts.record.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { lockSale, lockSaleInReach, writeSaleState } from '#server/modules/sales/sale/states.service.ts';
import { warnBeforeEnd } from './warnings.service.ts';

/** domain.md §2, last customer action */
const ASKED_TO_WITHDRAW = 14;

/** Locks a sale within scope for a change and loads it. Raises 404. */
export async function loadForChange(ctx: Context, saleId: number): Promise<SaleRow> {
  await lockSaleInReach(ctx.db, saleId, salesInReach(ctx, 'ventas.ver'));
  const sale = await findSaleRow(ctx, saleId);
  if (!sale) throw notFound();
  return sale;
}

/**
 * Changes the state of a sale for a staff user along the transitions of `saleMachine`, with their effects. Raises 404
 * outside the caller's scope, 403 without the transition's permission on this row, 409 on a stale version or a taken
 * lot, 422 with the reason.
 */
export async function changeSaleState(ctx: Context, saleId: number, change: StatusChange): Promise<void> {
  const sale = await loadForChange(ctx, saleId);
  const facts = factsOf(sale, await readForm(ctx.db, sale), panamaDay(ctx.now), ctx.staff?.userId);
  checkTransition(saleMachine, sale, change, facts, (permission) => reaches(ctx, permission, sale));
  if (change.estado_id === SALE.received) {
    await receiveSale(ctx, saleId);
    return;
  }
  const withdrawn = change.estado_id === SALE.withdrawn;
  await writeSaleState(
    ctx,
    sale,
    change.estado_id,
    withdrawn ? { lastActionId: ASKED_TO_WITHDRAW, lastActionAt: ctx.now } : {},
    change.motivo,
  );
  if (sale.stateId === SALE.expired) await reactivate(ctx, saleId, facts.separationConfirmed);
  else if (change.estado_id === SALE.papersMissing)
    await mailPapersMissing(ctx, saleId, sale.papers.open, change.motivo ?? '');
  await tellWorkers(ctx, sale, change.estado_id);
  await audit(ctx, 'cambiar_estado', 'precontrato', saleId, { from: sale.stateId, to: change.estado_id });
}

/** States for which adviser and processor are notified, unless they made the change. */
const TOLD: Readonly<Record<number, string>> = {
  [SALE.withdrawn]: 'desistió de su compra',
  [SALE.rescinded]: 'quedó con la venta rescindida',
  [SALE.inReview]: 'tiene su venta en curso otra vez',
  [SALE.inBank]: 'vuelve a trámite con los bancos',
};

async function tellWorkers(ctx: Context, sale: SaleRow, to: number): Promise<void> {
  const text = TOLD[to];
  if (!text || (to === SALE.inReview && sale.stateId !== SALE.expired)) return;
  await notify(ctx, {
    kind: 'venta_estado',
    to: [sale.adviserId, sale.processorId],
    text: `${sale.person.name} ${text}.`,
    url: `/oficina/ventas/${sale.id}`,
    event: `venta:${sale.id}:${sale.version}:${to}`,
  });
}

/** Claims the lot again: 48 hours to pay, or 15 days if the separation was paid. */
async function reactivate(ctx: Context, saleId: number, paid: boolean): Promise<void> {
  const claim = paid ? await separateLot(ctx, { saleId }) : await reserveLot(ctx, { saleId });
  if (claim) await warnBeforeEnd(ctx, claim);
}

/**
 * Expires a sale after its claim has ended, 2-5→17: frees the lot and makes due payments overdue. Does nothing if the
 * claim has time left or waits for accounting, or if the sale has moved on, so it is safe to repeat. `early`: the
 * reason for ending before time; the customer gets no mail. Returns whether the sale expired.
 */
export async function expireSale(
  ctx: Acting,
  saleId: number,
  { early }: { early?: string } = {},
): Promise<boolean> {
  const sale = await lockSale(ctx.db, saleId);
  if (!sale || sale.stateId < SALE.received || sale.stateId > SALE.complete) return false;
  const claim = await claimOf(ctx.db, saleId);
  if (!claim?.until || (early === undefined && claim.until > ctx.now)) return false;
  await releaseClaim(ctx, saleId, early ?? 'Venció');
  await writeSaleState(ctx, sale, SALE.expired);
  touch(ctx, ['precontrato', saleId]);
  await audit(ctx, 'vencer', 'precontrato', saleId, { lotId: claim.lotId, kind: claim.kind, early });
  if (early === undefined) await mailExpired(ctx, saleId);
  return true;
}
