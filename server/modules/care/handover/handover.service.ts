import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { HandoverStatusChange, NewHandover } from '#contract/care/handover/model.ts';
import {
  HANDOVER as S,
  handoverMachine,
  OPEN_PUNCH,
  PUNCH,
  whyNotBegin,
  whyNotEarly,
} from '#contract/care/handover/rules.ts';
import { dayText, panamaDay } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { row, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { voidEnvelope } from '#server/modules/legal/envelopes/close.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { mailBuyer } from '#server/modules/sales/buyerAccess/buyerMail.service.ts';
import { findParties } from '#server/modules/sales/buyers/parties.service.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { readKnown } from '#server/modules/sales/sale/known.service.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { sendActa } from './acta.service.ts';
import { mayOpenHandover } from './handover.scope.ts';
import { handovers, punchItems } from './handover.table.ts';
import { handoverFacts, lockHandover, moveHandover, type HandoverRecord } from './move.service.ts';

const PAST = 'Elige hoy o un día que viene.';

/** The house on the lot that a sale holds. */
export async function houseOfSale({ db }: Pick<Acting, 'db'>, saleId: number) {
  const [found] = await db
    .select({ id: houses.id, modelId: houses.modelId, name: houses.name })
    .from(lotClaims)
    .innerJoin(houses, and(eq(houses.lotId, lotClaims.lotId), isNull(houses.archivedAt)))
    .where(and(eq(lotClaims.saleId, saleId), isNull(lotClaims.releasedAt)));
  return found;
}

/**
 * Schedules the delivery of a sale's house. Before the disbursement it needs a reason, and the approval of somebody else in
 * management. Returns its id. Raises 404, 409 TAKEN, 422 with the reason or at a field.
 */
export async function createHandover(ctx: Context, form: NewHandover): Promise<number> {
  const [reached] = await ctx.db
    .select({ id: sales.id })
    .from(sales)
    .where(and(eq(sales.code, form.venta), salesInReach(ctx, 'ventas.entregar')));
  if (!reached)
    throw invalid([{ field: 'venta', message: 'No hay una venta con ese código que puedas entregar.' }]);
  const sale = (await lockSale(ctx.db, reached.id))!;
  if (form.fecha < panamaDay(ctx.now)) throw invalid([{ field: 'fecha', message: PAST }]);
  const known = (await readKnown(ctx, [sale.id])).get(sale.id)!;
  const refusal = whyNotBegin(known);
  if (refusal) throw transitionRefused(refusal);
  const early = sale.stateId !== SALE.disbursed;
  if (early && !form.motivo)
    throw invalid([{ field: 'motivo', message: 'Escribe por qué se entrega antes del desembolso.' }]);
  const house = await houseOfSale(ctx, sale.id);
  if (!house) throw transitionRefused('El lote de esta venta no tiene una vivienda.');
  const id = await insertHandover(ctx, {
    saleId: sale.id,
    houseId: house.id,
    modelId: house.modelId,
    scheduledOn: form.fecha,
    ...(early && { earlyReason: form.motivo!, earlyAskedBy: staffOf(ctx).userId }),
  });
  await audit(ctx, 'crear', 'entrega', id, { saleId: sale.id, fecha: form.fecha, antes: early });
  if (early)
    await notify(ctx, {
      kind: 'entrega_cambio',
      to: await whoMay(ctx.db, 'ventas.aprobar', sale.projectId),
      text: `Decide si se entrega ${house.name} antes del desembolso: ${form.motivo}`,
      url: `/oficina/entregas/${id}`,
      event: `entrega:${id}:anticipada`,
    });
  await tellScheduled(ctx, sale.id, form.fecha);
  return id;
}

/** Inserts a delivery and announces it. Raises 409 TAKEN. */
export async function insertHandover(
  ctx: Acting,
  values: Pick<HandoverRecord, 'saleId' | 'houseId' | 'modelId' | 'scheduledOn'> &
    Partial<typeof handovers.$inferInsert>,
): Promise<number> {
  const year = Number(panamaDay(ctx.now).slice(0, 4));
  const next = await row<{ code: string }>(ctx.db, sql`select next_code('EN', ${year}::int) code`);
  const stateId = values.stateId ?? S.scheduled;
  try {
    const [made] = await ctx.db
      .insert(handovers)
      .values({
        ...values,
        code: next!.code,
        stateId,
        stateSince: ctx.now,
        createdBy: ctx.staff?.userId ?? null,
        createdAt: ctx.now,
      })
      .returning({ id: handovers.id });
    await announce(ctx, {
      record: 'entrega',
      id: made!.id,
      from: null,
      to: stateId,
      of: ['precontrato', values.saleId],
    });
    return made!.id;
  } catch (error) {
    if (!['handovers_one', 'handovers_house'].includes(violatedConstraint(error) ?? '')) throw error;
    throw conflict('TAKEN', 'Esta vivienda ya tiene una entrega. Ábrela o anúlala.');
  }
}

/** The family hears the day of its delivery. */
async function tellScheduled(ctx: Acting, saleId: number, day: string): Promise<void> {
  const parties = await findParties(ctx, saleId);
  if (parties) await mailBuyer(ctx, 'entrega_programada', { ...parties, saleId }, { fecha: dayText(day) });
}

/** Locks a delivery that the caller sees. Raises 404. */
export async function lockInReach(ctx: Context, id: number) {
  if (!(await mayOpenHandover(ctx, id))) throw notFound();
  return lockHandover(ctx, id);
}

/** Moves the day of a scheduled delivery. Raises 404, 403, 409 STALE, 422. */
export async function changeHandover(
  ctx: Context,
  id: number,
  { fecha, version }: { fecha: string; version: number },
): Promise<void> {
  const { handover, sale } = await lockInReach(ctx, id);
  if (!reaches(ctx, 'ventas.entregar', sale)) throw forbidden();
  if (version !== handover.version) throw conflict('STALE', undefined, { version: handover.version });
  if (handover.stateId !== S.scheduled)
    throw transitionRefused('Solo se cambia el día de una entrega programada.');
  if (fecha < panamaDay(ctx.now)) throw invalid([{ field: 'fecha', message: PAST }]);
  await ctx.db
    .update(handovers)
    .set({ scheduledOn: fecha, version: version + 1 })
    .where(eq(handovers.id, id));
  await announce(ctx, { record: 'entrega', id, verb: 'cambiar', of: ['precontrato', sale.id] });
  await audit(ctx, 'cambiar', 'entrega', id, {
    before: { fecha: handover.scheduledOn },
    after: { fecha },
  });
  await tellScheduled(ctx, sale.id, fecha);
}

/**
 * Management decides a delivery before the disbursement (domain.md §1): somebody else than who asked, with the letter of
 * promise in force and the deed signed. Raises 404, 403, 422 with the reason.
 */
export async function decideEarly(
  ctx: Context,
  id: number,
  { aprobar, motivo }: { aprobar: boolean; motivo: string },
): Promise<void> {
  const { handover, sale } = await lockInReach(ctx, id);
  if (!reaches(ctx, 'ventas.aprobar', sale)) throw forbidden();
  const facts = await handoverFacts(ctx, handover);
  const refusal = whyNotDecide(handover, staffOf(ctx).userId) ?? (aprobar ? whyNotEarly(facts.sale) : null);
  if (refusal) throw transitionRefused(refusal);
  await ctx.db
    .update(handovers)
    .set({
      earlyApproved: aprobar,
      earlyDecidedBy: staffOf(ctx).userId,
      earlyDecidedAt: ctx.now,
      earlyAnswer: motivo,
      version: handover.version + 1,
    })
    .where(eq(handovers.id, id));
  await announce(ctx, {
    record: 'entrega',
    id,
    verb: aprobar ? 'aprobar' : 'rechazar',
    of: ['precontrato', sale.id],
    reason: motivo,
  });
  await audit(ctx, aprobar ? 'aprobar' : 'rechazar', 'entrega', id, { antes: true, motivo });
  await notify(ctx, {
    kind: 'entrega_cambio',
    to: [handover.earlyAskedBy],
    text: `Gerencia ${aprobar ? 'aprobó' : 'no aprobó'} entregar antes del desembolso (${handover.code}): ${motivo}`,
    url: `/oficina/entregas/${id}`,
    event: `entrega:${id}:decidida`,
  });
}

/** Why this user does not decide an early delivery, or null. */
export const whyNotDecide = (handover: HandoverRecord, userId: number): string | null =>
  handover.earlyReason === null
    ? 'Nadie pidió entregar antes del desembolso.'
    : handover.earlyApproved !== null
      ? 'Ya se decidió.'
      : handover.earlyAskedBy === userId
        ? 'Lo pediste tú: lo decide otra persona.'
        : null;

/** Moves a delivery. Raises 404, 403, 409 STALE or ENVELOPE_OPEN, 422 with the reason or at `params[…]`. */
export async function changeHandoverState(
  ctx: Context,
  id: number,
  change: HandoverStatusChange,
): Promise<void> {
  const { handover, sale } = await lockInReach(ctx, id);
  const { fecha, representante_id: representative, ...asked } = change;
  checkTransition(handoverMachine, handover, asked, await handoverFacts(ctx, handover), (permission) =>
    reaches(ctx, permission, sale),
  );
  const to = change.estado_id;
  if (to === S.signing) return sendActa(ctx, handover, representative ?? null);
  if (to === S.scheduled && (!fecha || fecha < panamaDay(ctx.now)))
    throw invalid([{ field: 'params[fecha]', message: PAST }]);
  // The envelope's follower moves the delivery back to its inspection when it is voided; a refusal goes on from there.
  if (handover.stateId === S.signing && handover.envelopeId !== null)
    await voidEnvelope(ctx, handover.envelopeId, change.motivo);
  if (handover.stateId === S.signing && to === S.inspecting) return;
  const [now] = await ctx.db.select().from(handovers).where(eq(handovers.id, id));
  await moveHandover(
    ctx,
    now!,
    to,
    to === S.scheduled
      ? { scheduledOn: fecha!, round: handover.round + 1 }
      : to === S.refused
        ? { reason: change.motivo!, ...NOT_SENT }
        : {},
    change.motivo,
  );
  if (to === S.voided) await voidPunch(ctx, id);
  await audit(ctx, 'cambiar_estado', 'entrega', id, { from: handover.stateId, to });
  if (to === S.scheduled) await tellScheduled(ctx, sale.id, fecha!);
}

/** What a delivery forgets when its acta is not signed. */
export const NOT_SENT = { actaFileId: null, envelopeId: null } as const;

/** A voided delivery has no punch list to correct; what was found stays in its inspections. */
export const voidPunch = (ctx: Acting, handoverId: number) =>
  ctx.db
    .update(punchItems)
    .set({ stateId: PUNCH.voided })
    .where(and(eq(punchItems.handoverId, handoverId), inArray(punchItems.stateId, [...OPEN_PUNCH])))
    .then(() => undefined);
