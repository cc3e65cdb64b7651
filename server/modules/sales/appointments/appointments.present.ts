import { changeAppointmentStatus } from '#contract/sales/appointments/endpoints.ts';
import type { Appointment, AppointmentRow } from '#contract/sales/appointments/model.ts';
import { appointmentMachine } from '#contract/sales/appointments/rules.ts';
import { appointmentStatus } from '#contract/company/catalogs/salesLists.ts';
import { urlOf } from '#contract/endpoint.ts';
import { offersOf } from '#contract/transitions.ts';
import type { Context } from '#server/kernel/context.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import type { AppointmentFound, AppointmentListed } from './appointments.queries.ts';
import { reachesAppointment } from './appointments.scope.ts';

/** Appointments as rows of lists and calendars. */
export async function presentAppointments(
  { db }: Pick<Context, 'db'>,
  listed: readonly AppointmentListed[],
): Promise<AppointmentRow[]> {
  const labels = await catalogLabels(db, appointmentStatus);
  return listed.map(({ appointment: one, project, agent, sale }) => ({
    id: one.id,
    version: one.version,
    state: { id: one.stateId, name: labels.get(one.stateId) ?? '' },
    name: one.name,
    phone: one.phone,
    email: one.email,
    project: { id: project.id, name: project.name },
    agent,
    sale: sale && { id: sale.id, code: sale.code },
    house: one.place,
    ticket_id: one.ticketId,
    starts_at: one.startsAt.toISOString(),
    ends_at: one.endsAt.toISOString(),
    origin: one.origin,
    moved: one.sequence,
  }));
}

/** One appointment, with its history and the caller's allowed actions. */
export async function presentAppointment(ctx: Context, found: AppointmentFound): Promise<Appointment> {
  const { appointment: one, sale, maker } = found;
  const [[row], history] = await Promise.all([presentAppointments(ctx, [found]), historyOf(ctx, one.id)]);
  return {
    ...row!,
    person_id: one.personId,
    note: one.note,
    reason: one.reason,
    created_by: maker,
    created_at: one.createdAt.toISOString(),
    history,
    transitions: offersOf(
      appointmentMachine,
      one.stateId,
      { startsAt: one.startsAt, now: ctx.now },
      urlOf(changeAppointmentStatus, { params: { id: one.id } }),
      (permission) =>
        reachesAppointment(ctx, permission, {
          ...one,
          adviserId: sale?.adviserId ?? null,
          processorId: sale?.processorId ?? null,
        }),
    ),
  };
}

async function historyOf(ctx: Context, id: number): Promise<Appointment['history']> {
  const labels = await catalogLabels(ctx.db, appointmentStatus);
  const lines = await statesOf(ctx.db, 'cita', [id]);
  return lines.toReversed().map(({ at, from, to, reason, who, actorKind }) => ({
    at: at.toISOString(),
    from: from === null ? null : (labels.get(from) ?? ''),
    to: labels.get(to) ?? '',
    by: who ?? (actorKind === 'system' ? 'El sistema' : 'El cliente'),
    reason,
  }));
}
