import { refuseStale, touchSale } from '#server/modules/sales/sale/states.service.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import {
  whyNotSetLawyer,
  lotPermission,
  whyNotChangeLot,
  whyNotReassign,
  whyNotSendLink,
  whyNotSetAdviser,
} from '#contract/sales/sale/actions.ts';
import { eq } from 'drizzle-orm';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { forbidden, invalid } from '#server/kernel/errors.ts';
import {
  claimOf,
  holdLot,
  moveClaim,
  reserveLot,
  separateLot,
} from '#server/modules/sales/claims/claims.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { contactOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { findParties } from '#server/modules/sales/buyers/parties.service.ts';
import {
  ASSIGNMENT,
  findSaleStaff,
  holdReceiver,
  recordAssignment,
} from '#server/modules/sales/workers/processors.service.ts';
import { readForm } from './precontracts.facts.ts';
import { mailLink, mailReassigned } from './precontracts.mail.ts';
import { separationOf, type SaleRow } from './precontracts.record.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { loadForChange } from './precontracts.service.ts';
import { warnBeforeEnd } from './warnings.service.ts';

/**
 * Sets or changes the lot of a sale: the adviser until the review begins, a coordinator after that. The claim keeps its
 * kind and end. The agreed price of the model stays, and the new lot's premium replaces the old one. Raises 409
 * LOT_TAKEN and STALE, 422 at lote_id.
 */
export async function setLot(
  ctx: Context,
  saleId: number,
  { lote_id, version }: { lote_id: number; version?: number | undefined },
): Promise<void> {
  const sale = await loadForChange(ctx, saleId);
  if (!reaches(ctx, lotPermission(sale.stateId), sale)) throw forbidden();
  refuseStale(sale, version);
  const reason = whyNotChangeLot(sale.stateId);
  if (reason) throw invalid([{ field: 'lote_id', message: reason }]);
  if (sale.claim && sale.lot?.id === lote_id) return;
  const had = sale.claim ? sale.lot?.id : undefined;
  await claimLot(ctx, sale, lote_id);
  if (sale.stateId === SALE.draft) {
    await touchSale(ctx, sale, { draft: { ...sale.draft, lote_id } });
    await audit(ctx, 'cambiar_lote', 'precontrato', saleId, { from: had ?? null, to: lote_id });
    return;
  }
  const [lot] = await ctx.db.select({ premium: lots.premiumCents }).from(lots).where(eq(lots.id, lote_id));
  const lotPremiumCents = lot?.premium ?? 0;
  const priceCents = sale.priceCents - sale.lotPremiumCents + lotPremiumCents;
  await touchSale(ctx, sale, { lotPremiumCents, priceCents });
  await audit(ctx, 'cambiar_lote', 'precontrato', saleId, { from: had ?? null, to: lote_id, priceCents });
}

async function claimLot(ctx: Context, sale: SaleRow, lotId: number): Promise<void> {
  const saleId = sale.id;
  if (sale.claim) await moveClaim(ctx, { saleId, lotId });
  else await holdLot(ctx, { saleId, lotId });
  if (sale.stateId === SALE.draft || sale.stateId === SALE.expired) return;
  if (!sale.claim) {
    if (separationOf(sale)?.stateId === PAYMENT.confirmed) await separateLot(ctx, { saleId });
    else await reserveLot(ctx, { saleId });
  }
  const claim = await claimOf(ctx.db, saleId);
  if (!claim) return;
  await warnBeforeEnd(ctx, claim);
}

/** Reassigns a running sale to another processor, with the reason (assignment type 3; 2 if it had none). */
export async function setProcessor(
  ctx: Context,
  saleId: number,
  change: { procesador_id: number; motivo: string; version?: number | undefined },
): Promise<void> {
  await holdReceiver(ctx.db, change.procesador_id);
  const sale = await loadForChange(ctx, saleId);
  if (!reaches(ctx, 'ventas.aprobar', sale)) throw forbidden();
  refuseStale(sale, change.version);
  const processorId = change.procesador_id;
  const staff = await findSaleStaff(ctx.db, ctx.now);
  const reason =
    whyNotReassign(sale.stateId) ??
    (processorId === sale.processorId
      ? `Ya la tiene ${staff.find(({ id }) => id === processorId)?.name ?? 'esa persona'}.`
      : null) ??
    (staff.some(({ id, processor }) => id === processorId && processor)
      ? null
      : 'Elige un procesador activo de la lista.');
  if (reason) throw invalid([{ field: 'procesador_id', message: reason }]);
  await touchSale(ctx, sale, { processorId });
  const typeId = sale.processorId === null ? ASSIGNMENT.manual : ASSIGNMENT.reassigned;
  await recordAssignment(ctx, { saleId, processorId, typeId, reason: change.motivo });
  await audit(ctx, 'reasignar', 'precontrato', saleId, { from: sale.processorId, to: processorId });
  await mailReassigned(ctx, saleId, change.motivo);
}

/** Sets the adviser of a sale; null removes the adviser. */
export async function setAdviser(
  ctx: Context,
  saleId: number,
  { asesor_id, version }: { asesor_id: number | null; version?: number | undefined },
): Promise<void> {
  if (asesor_id !== null) await holdReceiver(ctx.db, asesor_id);
  const sale = await loadForChange(ctx, saleId);
  if (!reaches(ctx, 'ventas.aprobar', sale)) throw forbidden();
  refuseStale(sale, version);
  const staff = await findSaleStaff(ctx.db, ctx.now);
  const reason =
    whyNotSetAdviser(sale.stateId) ??
    (asesor_id === null || staff.some(({ id, adviser }) => id === asesor_id && adviser)
      ? null
      : 'Elige un asesor activo de la lista.');
  if (reason) throw invalid([{ field: 'asesor_id', message: reason }]);
  await touchSale(ctx, sale, { adviserId: asesor_id });
  await audit(ctx, 'cambiar_asesor', 'precontrato', saleId, { from: sale.adviserId, to: asesor_id });
}

/** Sends the contact of a sale a new link to the purchase. */
export async function sendLink(ctx: Context, saleId: number): Promise<void> {
  const sale = await loadForChange(ctx, saleId);
  if (!reaches(ctx, 'ventas.editar', sale)) throw forbidden();
  const contact = await contactOf(ctx.db, saleId);
  const { email } =
    contact === null ? await readForm(ctx.db, sale) : ((await findParties(ctx, saleId)) ?? { email: null });
  const reason = whyNotSendLink(sale.stateId, email);
  if (reason || !email) throw invalid([{ field: 'email', message: reason ?? '' }]);
  await mailLink(ctx, saleId, { email });
  await audit(ctx, 'enviar_enlace', 'precontrato', saleId);
}

/**
 * Sets the lawyer of a sale by hand; null removes the lawyer. Raises 404, 403, 409 on a stale version, 422 at
 * abogado_id.
 */
export async function setLawyer(
  ctx: Context,
  saleId: number,
  { abogado_id, version }: { abogado_id: number | null; version?: number | undefined },
): Promise<void> {
  if (abogado_id !== null) await holdReceiver(ctx.db, abogado_id);
  const sale = await loadForChange(ctx, saleId);
  if (!reaches(ctx, 'ventas.editar', sale) && !reaches(ctx, 'legal.editar', sale)) throw forbidden();
  refuseStale(sale, version);
  const staff = await findSaleStaff(ctx.db, ctx.now);
  const reason =
    whyNotSetLawyer(sale.stateId) ??
    (abogado_id === null || staff.some(({ id, lawyer }) => id === abogado_id && lawyer)
      ? null
      : 'Elige un abogado activo de la lista.');
  if (reason) throw invalid([{ field: 'abogado_id', message: reason }]);
  if (abogado_id === sale.lawyerId) return;
  await touchSale(ctx, sale, { lawyerId: abogado_id });
  await audit(ctx, 'cambiar_abogado', 'precontrato', saleId, { from: sale.lawyerId, to: abogado_id });
  const [person] = await ctx.db
    .select({ name: people.name })
    .from(people)
    .where(eq(people.id, sale.personId));
  await notify(ctx, {
    kind: 'venta_asignada',
    to: [abogado_id],
    text: `Te toca lo legal de la venta de ${person?.name ?? ''}.`,
    url: `/oficina/ventas/${saleId}`,
    event: `abogado:${saleId}:${abogado_id}:${ctx.now.toISOString()}`,
  });
}
