import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { HANDOVER as S, OPEN_PUNCH, punchDue } from '#contract/care/handover/rules.ts';
import { dayText, panamaDay } from '#contract/dates.ts';
import { ENVELOPE } from '#contract/legal/envelopes/rules.ts';
import { APPOINTMENT } from '#contract/sales/appointments/rules.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce, type Follower } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { transitionRefused } from '#server/kernel/errors.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { voidEnvelope } from '#server/modules/legal/envelopes/close.service.ts';
import { appointments } from '#server/modules/sales/appointments/appointments.table.ts';
import { mailBuyer } from '#server/modules/sales/buyerAccess/buyerMail.service.ts';
import { findParties } from '#server/modules/sales/buyers/parties.service.ts';
import { advanceSale, recordLastAction } from '#server/modules/sales/sale/advance.service.ts';
import { NOT_SENT, voidPunch } from './handover.service.ts';
import { handoverInspections, handovers, houseKeys, inspectionKeys, punchItems } from './handover.table.ts';
import { handoverOf, lockHandover, moveHandover, type HandoverRecord } from './move.service.ts';

const OfHandover = z.object({ record: z.literal('entrega'), recordId: z.number().int() });
/** latest_actions: Recibió vivienda (domain.md §2). */
const RECEIVED_HOUSE = 15;

/**
 * What happens to the envelope of an acta happens to its delivery, in the same transaction: signed by all, the keys are given;
 * rejected, the buyer does not take the house; expired or voided, it is inspected and sent again.
 */
const actaFollower: Follower = {
  record: 'sobre',
  async follow(ctx, { to, reason, values }) {
    const { data: of } = OfHandover.safeParse(values);
    if (!of) return;
    const { handover, sale } = await lockHandover(ctx, of.recordId);
    if (handover.stateId !== S.signing) {
      // sendActa opens the envelope before it moves the delivery.
      if (to === ENVELOPE.open && handover.stateId !== S.inspecting)
        throw transitionRefused('Esta acta ya no se envía desde aquí: abre la entrega.');
      return;
    }
    const url = `/oficina/entregas/${handover.id}`;
    switch (to) {
      case ENVELOPE.signed:
        return giveKeys(ctx, handover);
      case ENVELOPE.rejected:
        await moveHandover(
          ctx,
          handover,
          S.refused,
          { reason: reason ?? 'No quiso firmar el acta.', ...NOT_SENT },
          reason,
        );
        return notify(ctx, {
          kind: 'entrega_cambio',
          to: await whoMay(ctx.db, 'ventas.entregar', sale.projectId),
          text: `El comprador no firmó el acta ${handover.code}${reason ? `: ${reason}` : '.'}`,
          url,
          event: `entrega:${handover.id}:no_firmada:${handover.version}`,
        });
      case ENVELOPE.expired:
      case ENVELOPE.voided:
        await moveHandover(ctx, handover, S.inspecting, NOT_SENT, reason ?? 'El acta no se firmó a tiempo.');
        return;
      default:
    }
  },
};

/** The signed acta: keys, the clocks of warranty and punch list, the sale's own step (13→14). */
async function giveKeys(ctx: Acting, handover: HandoverRecord): Promise<void> {
  const today = panamaDay(ctx.now);
  const [inspection] = await ctx.db
    .select({ id: handoverInspections.id })
    .from(handoverInspections)
    .where(eq(handoverInspections.handoverId, handover.id))
    .orderBy(desc(handoverInspections.id))
    .limit(1);
  const keys = await ctx.db
    .select()
    .from(inspectionKeys)
    .where(eq(inspectionKeys.inspectionId, inspection!.id));
  for (const { name, count } of keys)
    await ctx.db
      .insert(houseKeys)
      .values({ houseId: handover.houseId, name, total: count, handed: count })
      .onConflictDoUpdate({
        target: [houseKeys.houseId, houseKeys.name],
        set: { handed: count, total: sql`greatest(${houseKeys.total}, ${count})` },
      });
  await ctx.db
    .update(punchItems)
    .set({ dueOn: punchDue(today) })
    .where(and(eq(punchItems.handoverId, handover.id), inArray(punchItems.stateId, [...OPEN_PUNCH])));
  await moveHandover(ctx, handover, S.delivered, { deliveredOn: today });
  await audit(ctx, 'entregar_vivienda', 'entrega', handover.id, { dia: today, llaves: keys.length });
  await recordLastAction(ctx, handover.saleId, RECEIVED_HOUSE);
  await advanceSale(ctx, handover.saleId, SALE.delivered, undefined, { by: 'acta' });
  const parties = await findParties(ctx, handover.saleId);
  if (!parties) return;
  await mailBuyer(ctx, 'entrega_hecha', { ...parties, saleId: handover.saleId }, { fecha: dayText(today) });
  await notify(ctx, {
    kind: 'entrega_cambio',
    to: [handover.createdBy, parties.processorId],
    text: `${parties.customer} firmó el acta ${handover.code}: ya se le entregan las llaves.`,
    url: `/oficina/entregas/${handover.id}`,
    event: `entrega:${handover.id}:entregada`,
  });
}

/** A sale that ends takes its delivery along; one that is paid after an early delivery is delivered at once. */
const saleFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, to, reason }) {
    if (to === undefined || (!hasEnded(to) && to !== SALE.disbursed)) return;
    const handover = await handoverOf(ctx.db, id);
    if (!handover) return;
    if (to === SALE.disbursed) {
      if (handover.stateId === S.delivered)
        await advanceSale(ctx, id, SALE.delivered, undefined, { by: 'acta' });
      return;
    }
    if (handover.stateId === S.delivered) return;
    if (handover.stateId === S.signing && handover.envelopeId !== null)
      await voidEnvelope(ctx, handover.envelopeId, reason ?? 'La venta terminó.');
    const now = await handoverOf(ctx.db, id);
    await moveHandover(ctx, now!, S.voided, {}, reason ?? 'La venta terminó.');
    await voidPunch(ctx, handover.id);
  },
};

const BOOKED: readonly number[] = [APPOINTMENT.scheduled, APPOINTMENT.confirmed];

/** The visit that a buyer books for the own purchase sets the day of a scheduled delivery. */
const visitFollower: Follower = {
  record: 'cita',
  async follow(ctx, { id, to }) {
    if (to === undefined || !BOOKED.includes(to)) return;
    const [visit] = await ctx.db.select().from(appointments).where(eq(appointments.id, id));
    if (!visit?.saleId) return;
    const handover = await handoverOf(ctx.db, visit.saleId);
    const day = panamaDay(visit.startsAt);
    if (handover?.stateId !== S.scheduled || handover.scheduledOn === day) return;
    await ctx.db
      .update(handovers)
      .set({ scheduledOn: day, version: handover.version + 1 })
      .where(eq(handovers.id, handover.id));
    await announce(ctx, {
      record: 'entrega',
      id: handover.id,
      verb: 'cambiar',
      of: ['precontrato', visit.saleId],
    });
    await audit(ctx, 'cambiar', 'entrega', handover.id, {
      before: { fecha: handover.scheduledOn },
      after: { fecha: day, cita: id },
    });
  },
};

export const handoverFollowers: readonly Follower[] = [actaFollower, saleFollower, visitFollower];
