import { addDays, DAY_MS, HOUR_MS, panamaDay } from '#contract/dates.ts';
import type { Machine } from '#contract/transitions.ts';

/** States of an appointment (estado_cita, domain.md §2). */
export const APPOINTMENT = {
  scheduled: 1,
  confirmed: 2,
  moved: 3,
  attended: 4,
  noShow: 5,
  cancelledByCustomer: 6,
  cancelledByCompany: 7,
} as const;

/** Still to come: it occupies its time, and a telephone can have only one per project. */
export const OPEN = [APPOINTMENT.scheduled, APPOINTMENT.confirmed, APPOINTMENT.moved] as const;
export const isOpen = (stateId: number) => (OPEN as readonly number[]).includes(stateId);

/** Minutes after its start when an appointment without an outcome becomes a no-show (domain.md §3). */
export const NO_SHOW_MINUTES = 60;
/** Hours before the appointment when the customer gets a reminder (domain.md §1). */
export const REMINDERS = [24, 2] as const;
/** Number of other times offered when one is taken. */
export const NEAREST = 3;

export const SLOT_TAKEN = 'SLOT_TAKEN';
export const ALREADY_BOOKED = 'ALREADY_BOOKED';

export interface AppointmentFacts {
  startsAt: Date;
  now: Date;
}

const whyNotYet = ({ startsAt, now }: AppointmentFacts) =>
  now < startsAt ? 'La cita todavía no empieza.' : null;

/**
 * State machine of an appointment for staff (domain.md §3, Appointment). Moving it passes through Reprogramada and
 * returns to Programada at the new time. `whyNotChange` has the rules for the customer (confirm, move and cancel until
 * some hours before).
 */
export const appointmentMachine: Machine<AppointmentFacts> = {
  entity: 'cita',
  transitions: [
    {
      from: [APPOINTMENT.scheduled],
      to: APPOINTMENT.confirmed,
      label: 'Confirmar',
      permission: 'citas.editar',
    },
    {
      from: [APPOINTMENT.scheduled, APPOINTMENT.confirmed],
      to: APPOINTMENT.moved,
      label: 'Mover',
      permission: 'citas.editar',
      reason: 'optional',
    },
    { from: [APPOINTMENT.moved], to: APPOINTMENT.scheduled, label: 'Programada', permission: null },
    {
      from: [APPOINTMENT.scheduled, APPOINTMENT.confirmed],
      to: APPOINTMENT.attended,
      label: 'Atendida',
      permission: 'citas.editar',
      whyNot: whyNotYet,
    },
    {
      from: [APPOINTMENT.scheduled, APPOINTMENT.confirmed],
      to: APPOINTMENT.noShow,
      label: 'No asistió',
      permission: 'citas.editar',
      whyNot: whyNotYet,
    },
    {
      from: [APPOINTMENT.scheduled, APPOINTMENT.confirmed],
      to: APPOINTMENT.cancelledByCustomer,
      label: 'Cancelar a pedido del cliente',
      permission: 'citas.editar',
      reason: 'optional',
    },
    {
      from: [APPOINTMENT.scheduled, APPOINTMENT.confirmed],
      to: APPOINTMENT.cancelledByCompany,
      label: 'Cancelar por la empresa',
      permission: 'citas.editar',
      reason: 'required',
    },
  ],
};

/**
 * Why a customer cannot move or cancel an appointment now; null when possible. `hours`: minimum time before the start.
 */
export function whyNotChange(
  { stateId, startsAt }: { stateId: number; startsAt: Date },
  now: Date,
  hours: number,
): string | null {
  if (stateId !== APPOINTMENT.scheduled && stateId !== APPOINTMENT.confirmed)
    return 'Esta cita ya no se puede cambiar. Agenda otra.';
  if (startsAt.getTime() - now.getTime() >= hours * HOUR_MS) return null;
  return hours === 1
    ? 'Falta menos de una hora para tu cita. Escríbenos por WhatsApp y te ayudamos.'
    : `Faltan menos de ${hours} horas para tu cita. Escríbenos por WhatsApp y te ayudamos.`;
}

const FIRST_DAY = Date.parse('2020-01-01T00:00:00Z');
const DAYS = 100_000;

/**
 * `diaCitaProyectoId` of the fixed endpoints: project and day in one number, so that a day needs no row before a
 * booking (decision 0022).
 */
export const dayIdOf = (projectId: number, day: string) =>
  projectId * DAYS + (Date.parse(`${day}T00:00:00Z`) - FIRST_DAY) / DAY_MS;

/** Project and day of a `diaCitaProyectoId`. */
export const readDayId = (id: number) => ({
  projectId: Math.floor(id / DAYS),
  day: new Date(FIRST_DAY + (id % DAYS) * DAY_MS).toISOString().slice(0, 10),
});

/** First and last day that guests may choose at this moment. */
export const bookableDays = (now: Date, daysAhead: number) => {
  const from = panamaDay(now);
  return { from, to: addDays(from, daysAhead) };
};
