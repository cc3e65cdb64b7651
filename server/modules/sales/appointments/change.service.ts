import { SALE } from '#contract/sales/sale/rules.ts';
import { and, eq, gt, inArray, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import {
  APPOINTMENT,
  appointmentMachine,
  NO_SHOW_MINUTES,
  OPEN,
  REMINDERS,
} from '#contract/sales/appointments/rules.ts';
import type { AppointmentStatusChange } from '#contract/sales/appointments/model.ts';
import { panamaDay, panamaInstant, panamaTime, showDay } from '#contract/dates.ts';
import { announce, type Follower } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { workersOf } from '#server/modules/sales/workers/told.service.ts';
import { noteProspectAction } from '#server/modules/sales/prospects/contacts.service.ts';
import { recordLastAction } from '#server/modules/sales/sale/advance.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { mailCancelled, mailMoved, mailNoShow } from './appointments.mail.ts';
import { findAppointment, lockAppointment } from './appointments.queries.ts';
import { appointmentsInReach, reachesAgent, reachesAppointment } from './appointments.scope.ts';
import { appointments } from './appointments.table.ts';
import { slotsOf, slotTaken } from './availability.service.ts';
import { checkTime } from './people.service.ts';

export type Row = typeof appointments.$inferSelect;

const planned = z.object({ id: z.number().int(), sequence: z.number().int() });
export const RemindOfAppointment = { name: 'appointments.remind', payload: planned };
export const MissAppointment = { name: 'appointments.miss', payload: planned };

/** latest_actions (domain.md §2) */
const NO_ANSWER = 3;
export const BOOKED = 6;
const VISITED = 7;

/**
 * Schedules the reminders before the appointment and the no-show check one hour after its start. After a move, old jobs
 * find another sequence and do nothing.
 */
export async function plan(ctx: Acting, { id, sequence, startsAt }: Row): Promise<void> {
  const at = (minutes: number) => new Date(startsAt.getTime() + minutes * 60_000);
  for (const hours of REMINDERS)
    if (at(-hours * 60) > ctx.now)
      await ctx.jobs.send(ctx.db, RemindOfAppointment, { id, sequence }, { after: at(-hours * 60) });
  await ctx.jobs.send(ctx.db, MissAppointment, { id, sequence }, { after: at(NO_SHOW_MINUTES) });
}

async function writeState(
  ctx: Acting,
  one: Row,
  to: number,
  set: Partial<Row> = {},
  reason?: string,
): Promise<Row> {
  const [written] = await ctx.db
    .update(appointments)
    .set({ ...set, stateId: to, stateSince: ctx.now, version: one.version + 1, reason: reason ?? null })
    .where(eq(appointments.id, one.id))
    .returning();
  await announce(ctx, {
    record: 'cita',
    id: one.id,
    from: one.stateId,
    to,
    reason,
    ...(one.saleId !== null && { of: ['precontrato', one.saleId] }),
  });
  await audit(ctx, 'cambiar_estado', 'cita', one.id, { from: one.stateId, to });
  return written!;
}

const timeText = (at: Date) => `${showDay(panamaDay(at))}, ${panamaTime(at)}`;

/** Notifies the agent and the staff who work on the sale. */
export async function tell(
  ctx: Acting,
  one: Row,
  text: string,
  alsoTo: readonly number[] = [],
): Promise<void> {
  await notify(ctx, {
    kind: 'cita_cambiada',
    to: [one.agentId, ...alsoTo, ...(one.saleId === null ? [] : await workersOf(ctx.db, one.saleId))],
    text,
    url: `/oficina/citas?cita=${one.id}`,
    event: `cita:${one.id}:${one.version}`,
  });
}

/** Marks a no-show and offers the customer another time. */
export async function markNoShow(ctx: Acting, one: Row): Promise<void> {
  await writeState(ctx, one, APPOINTMENT.noShow);
  // A colleague's visit to a house says nothing of the sale, and nobody is asked to come another time.
  if (one.ticketId !== null) return;
  if (one.saleId !== null) await recordLastAction(ctx, one.saleId, NO_ANSWER);
  await mailNoShow(ctx, one.id);
}

/** Cancels, frees the time, and notifies customer and staff. `reason`: the company's reason or the customer's words. */
export async function cancel(
  ctx: Acting,
  one: Row,
  to: typeof APPOINTMENT.cancelledByCustomer | typeof APPOINTMENT.cancelledByCompany,
  reason?: string,
): Promise<void> {
  const written = await writeState(ctx, one, to, { sequence: one.sequence + 1 }, reason);
  const byCompany = to === APPOINTMENT.cancelledByCompany;
  await mailCancelled(ctx, one.id, byCompany ? (reason ?? null) : null);
  const who = byCompany ? 'Se canceló la cita de' : 'Canceló su cita:';
  await tell(ctx, written, `${who} ${one.name}, ${timeText(one.startsAt)}.`);
}

/** The new time and agent of an appointment. */
export interface NewTime {
  startsAt: Date;
  endsAt: Date;
  agentId: number;
}

/**
 * Moves an appointment: through Reprogramada to Programada at its new time. The same statement frees the old time and
 * takes the new one. Returns false and changes nothing when the new time is taken.
 */
export async function moveTo(ctx: Acting, one: Row, time: NewTime, reason?: string): Promise<boolean> {
  const sequence = one.sequence + 1;
  try {
    // A savepoint: a constraint violation must not abort the whole transaction.
    await ctx.db.transaction((tx) =>
      tx
        .update(appointments)
        .set({ ...time, sequence })
        .where(eq(appointments.id, one.id)),
    );
  } catch (error) {
    if (violatedConstraint(error) !== 'appointments_agent_time') throw error;
    return false;
  }
  const moved = await writeState(ctx, one, APPOINTMENT.moved, {}, reason);
  const again = await writeState(ctx, moved, APPOINTMENT.scheduled);
  if (one.saleId !== null && one.ticketId === null) await recordLastAction(ctx, one.saleId, BOOKED);
  await plan(ctx, again);
  await mailMoved(ctx, one.id, one, time);
  const text = `La cita de ${one.name} pasó del ${timeText(one.startsAt)} al ${timeText(time.startsAt)}.`;
  await tell(ctx, again, text, [one.agentId]);
  return true;
}

/**
 * Changes the state of an appointment for a staff user. Raises 404 outside the caller's scope, 409 STALE and SLOT_TAKEN
 * (with `current.libres`), 422 with the reason of the rule or at the field.
 */
export async function changeAppointment(
  ctx: Context,
  id: number,
  change: AppointmentStatusChange,
): Promise<void> {
  const one = await lockAppointment(ctx.db, id);
  const found = await findAppointment(ctx.db, id, appointmentsInReach(ctx, 'citas.ver'));
  if (!found || !one) throw notFound();
  checkTransition(appointmentMachine, one, change, { startsAt: one.startsAt, now: ctx.now }, (permission) =>
    reachesAppointment(ctx, permission, {
      ...one,
      adviserId: found.sale?.adviserId ?? null,
      processorId: found.sale?.processorId ?? null,
    }),
  );
  switch (change.estado_id) {
    case APPOINTMENT.moved:
      return move(ctx, one, change);
    case APPOINTMENT.noShow:
      return markNoShow(ctx, one);
    case APPOINTMENT.cancelledByCustomer:
    case APPOINTMENT.cancelledByCompany:
      return cancel(ctx, one, change.estado_id, change.motivo);
    default:
      await writeState(ctx, one, change.estado_id, {}, change.motivo);
      if (change.estado_id !== APPOINTMENT.attended || one.ticketId !== null) return;
      if (one.saleId !== null) await recordLastAction(ctx, one.saleId, VISITED);
      await noteProspectAction(ctx, one, VISITED);
  }
}

async function move(ctx: Context, one: Row, change: AppointmentStatusChange): Promise<void> {
  const { fecha, hora_inicio, motivo } = change;
  const agentId = change.agente_id ?? one.agentId;
  if (fecha === undefined) throw invalid([{ field: 'params[fecha]', message: 'Elige el día.' }]);
  if (hora_inicio === undefined) throw invalid([{ field: 'params[hora_inicio]', message: 'Elige la hora.' }]);
  const startsAt = panamaInstant(fecha, hora_inicio);
  if (agentId !== one.agentId && !reachesAgent(ctx, 'citas.editar', agentId, one.projectId))
    throw invalid([{ field: 'params[agente_id]', message: 'Solo puedes mover citas a tu propio horario.' }]);
  await checkTime(ctx, { agentId, fecha, startsAt }, (name) => `params[${name}]`);
  if (agentId === one.agentId && startsAt.getTime() === one.startsAt.getTime())
    throw invalid([{ field: 'params[hora_inicio]', message: 'La cita ya está a esa hora.' }]);
  const { appointments: rules } = await readSettings(ctx.db);
  const endsAt = new Date(startsAt.getTime() + rules.slotMinutes * 60_000);
  if (!(await moveTo(ctx, one, { startsAt, endsAt, agentId }, motivo)))
    throw slotTaken(one.projectId, await slotsOf(ctx, one.projectId), { fecha, hora_inicio });
}

/** Cancels the open appointments of a sale that was withdrawn or has expired. Safe to repeat. */
export const cancelAppointmentsOf = (ctx: Acting, saleId: number, reason: string): Promise<void> =>
  cancelOpen(ctx, eq(appointments.saleId, saleId), reason);

/** Cancels the visits to come of a ticket that ended; of one that has begun, who is there says how it went. Safe to repeat. */
export const cancelVisitsOf = (ctx: Acting, ticketId: number, reason: string): Promise<void> =>
  cancelOpen(ctx, and(eq(appointments.ticketId, ticketId), gt(appointments.startsAt, ctx.now))!, reason);

async function cancelOpen(ctx: Acting, which: SQL, reason: string): Promise<void> {
  const open = await ctx.db
    .select()
    .from(appointments)
    .where(and(which, inArray(appointments.stateId, [...OPEN])))
    .orderBy(appointments.id)
    .for('no key update');
  for (const one of open) await cancel(ctx, one, APPOINTMENT.cancelledByCompany, reason);
}

/** Cancels the appointments of a withdrawn, rescinded or ceded sale. */
export const appointmentFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, to, reason = '' }) {
    if (to === SALE.withdrawn || to === SALE.rescinded || to === SALE.ceded)
      await cancelAppointmentsOf(ctx, id, reason);
  },
};
