import type { OrderAnswer, OrderDone } from '#contract/care/ticketOrders/model.ts';
import { NOT_ACTING, ORDER, whyNotAnswer, whyNotDone } from '#contract/care/ticketOrders/rules.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { forbidden, invalid, transitionRefused } from '#server/kernel/errors.ts';
import { addFiles } from '#server/modules/company/files/files.service.ts';
import { backInside, ticketStanding } from '#server/modules/care/tickets/supplier.service.ts';
import type { FoundOrder } from './ticketOrders.queries.ts';
import { lockOrder, writeOrderState } from './ticketOrders.service.ts';
import { ticketOrderPhotos } from './ticketOrders.table.ts';
import { tellTeam } from './told.service.ts';

/** Its contractor takes an order's steps, and for one without a telephone whoever acts for the ticket. Raises 403, 422. */
async function requireHand(ctx: Context, one: FoundOrder): Promise<void> {
  if (!ctx.staff?.colleague) {
    if (scopeOf(ctx, 'tickets.editar') === null) throw forbidden();
    return;
  }
  const { may, acts } = await ticketStanding(ctx, one.ticketId);
  if (!may) throw forbidden();
  if (!acts) throw transitionRefused(NOT_ACTING);
}

/**
 * Accepts or refuses an order. An answer that was given already changes nothing, so that a phone may send it again. Refused, the
 * ticket goes back to its team. Raises 404, 403, 422.
 */
export async function answerOrder(ctx: Context, id: number, { acepta, motivo }: OrderAnswer): Promise<void> {
  const { one, ticket } = await lockOrder(ctx, id);
  await requireHand(ctx, one);
  const answered = one.answeredAt !== null;
  if (answered && acepta !== (one.stateId === ORDER.refused)) return;
  const refusal = whyNotAnswer(one.stateId);
  if (refusal) throw transitionRefused(refusal);
  const set = { answeredBy: staffOf(ctx).userId, answeredAt: ctx.now };
  if (acepta) {
    await writeOrderState(ctx, one, ORDER.accepted, set);
    await tellTeam(ctx, one, `${one.contractor} la aceptó.`, 'aceptada');
    return;
  }
  await writeOrderState(ctx, one, ORDER.refused, { ...set, reason: motivo! }, motivo);
  await backInside(ctx, ticket, `${one.contractor} rechazó la orden ${one.code}: ${motivo!}`);
  await tellTeam(ctx, one, `${one.contractor} la rechazó: ${motivo!} Elige a otro.`, 'rechazada');
}

/**
 * Reports an order done with its photographs, which also accepts it; the ticket goes back to its team, who verifies. The same key
 * again changes nothing. Raises 404, 403, 422 with the reason or at the field.
 */
export async function reportOrder(ctx: Context, id: number, { clave, nota }: OrderDone): Promise<void> {
  const { one, ticket } = await lockOrder(ctx, id);
  await requireHand(ctx, one);
  if (one.doneKey === clave) return;
  const refusal = whyNotDone(one.stateId);
  if (refusal) throw transitionRefused(refusal);
  const photos = ctx.uploads.get('fotos') ?? [];
  if (photos.length === 0) throw invalid([{ field: 'fotos', message: 'Adjunta al menos una fotografía.' }]);
  const files = await addFiles(
    ctx,
    photos.map(
      (photo) => [{ reference: 'orden_trabajo', referenceId: id, sensitive: false }, photo] as const,
    ),
  );
  await ctx.db
    .insert(ticketOrderPhotos)
    .values(files.map((fileId, position) => ({ fileId, orderId: id, position })));
  const { userId } = staffOf(ctx);
  const set = { doneBy: userId, doneAt: ctx.now, doneNote: nota || null, doneKey: clave, reason: null };
  if (one.stateId === ORDER.offered) {
    await writeOrderState(ctx, one, ORDER.accepted, { answeredBy: userId, answeredAt: ctx.now });
    await writeOrderState(
      ctx,
      { ...one, stateId: ORDER.accepted, version: one.version + 1 },
      ORDER.done,
      set,
    );
  } else await writeOrderState(ctx, one, ORDER.done, set);
  await backInside(ctx, ticket, `${one.contractor} reportó hecha la orden ${one.code}.`);
  await tellTeam(ctx, one, `${one.contractor} dice que está hecha. Verifícala.`, 'hecha');
}
