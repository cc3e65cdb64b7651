import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { APPOINTMENT } from '#contract/sales/appointments/rules.ts';
import { closedOn } from '#contract/sales/appointments/slots.ts';
import { addDays, DAY_MS, HOUR_MS, panamaDay, panamaInstant } from '#contract/dates.ts';
import type { Db } from '#server/kernel/db.ts';
import { bookInOffice } from '#server/modules/sales/appointments/booking.service.ts';
import { changeAppointment } from '#server/modules/sales/appointments/change.service.ts';
import { addException, changeWeek } from '#server/modules/sales/appointments/time.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contextAt, type Actor } from './actors.ts';
import { demoPeople } from './people.ts';

const COORDINATOR: Actor = { signIn: 'coordinador', role: 'coordinador' };
/** The agents who attend visits, with project and hours. */
const AGENTS = [
  { signIn: 'asesor', project: 0, from: '09:00', to: '17:00' },
  { signIn: 'coordinador', project: 0, from: '09:00', to: '12:00' },
  { signIn: 'postventa', project: 1, from: '09:00', to: '15:00' },
] as const;
/** Working days from today, hour, agent, and final state. */
const VISITS: readonly (readonly [day: number, hour: string, agent: number, state: number])[] = [
  [-4, '09:00', 0, APPOINTMENT.attended],
  [-4, '11:00', 0, APPOINTMENT.noShow],
  [-3, '10:00', 2, APPOINTMENT.attended],
  [-2, '09:00', 1, APPOINTMENT.attended],
  [-2, '14:00', 0, APPOINTMENT.cancelledByCustomer],
  [-1, '10:00', 0, APPOINTMENT.attended],
  [1, '09:00', 0, APPOINTMENT.confirmed],
  [1, '11:00', 0, APPOINTMENT.scheduled],
  [1, '10:00', 1, APPOINTMENT.scheduled],
  [1, '10:00', 2, APPOINTMENT.confirmed],
  [2, '09:00', 0, APPOINTMENT.scheduled],
  [2, '15:00', 0, APPOINTMENT.scheduled],
  [3, '09:00', 1, APPOINTMENT.scheduled],
  [3, '11:00', 2, APPOINTMENT.scheduled],
  [5, '10:00', 0, APPOINTMENT.scheduled],
];

/** Weekly hours of the agents, and past and future visits of buyers and of other visitors. */
export async function makeVisits(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const at = (moment: Date) => contextAt(app, db, staff, moment, COORDINATOR);
  const open = await db.select({ id: projects.id }).from(projects).orderBy(projects.id);
  const begun = new Date(now.getTime() - 20 * DAY_MS);
  const attending = AGENTS.flatMap(({ signIn, project, from, to }) => {
    const agentId = staff.get(signIn);
    const projectId = open[project]?.id;
    return agentId === undefined || projectId === undefined ? [] : [{ agentId, projectId, from, to }];
  });
  for (const { agentId, projectId, from, to } of attending)
    await changeWeek(
      at(begun),
      { agentId, projectId },
      {
        version: 0,
        hours: [1, 2, 3, 4, 5]
          .map((weekday) => ({ weekday, from, to }))
          .concat({ weekday: 6, from: '09:00', to: '12:00' }),
      },
    );
  await addException(at(begun), attending[0]!.agentId, {
    day: workingDay(now, 4),
    kind: 'libre',
    from: null,
    to: null,
    proyecto_id: undefined,
    reason: 'Cita médica',
  });
  const buyers = await buyersOf(
    db,
    attending.map(({ projectId }) => projectId),
  );
  const others = demoPeople(80, now.getUTCFullYear()).slice(60);
  for (const [n, [day, hour, agent, state]] of VISITS.entries()) {
    const who = attending[agent];
    if (!who) continue;
    const fecha = workingDay(now, day);
    const starts = panamaInstant(fecha, hour);
    const booked = new Date(Math.min(starts.getTime() - 2 * DAY_MS, now.getTime() - n * HOUR_MS));
    const buyer = n % 3 === 0 ? buyers.find(({ projectId }) => projectId === who.projectId) : undefined;
    if (buyer) buyers.splice(buyers.indexOf(buyer), 1);
    const other = others[n % others.length]!;
    const id = await bookInOffice(at(booked), {
      proyecto_id: who.projectId,
      agente_id: who.agentId,
      precontrato_id: buyer?.saleId,
      fecha,
      hora_inicio: hour,
      nombre: buyer?.name ?? other.nombre,
      celular: buyer?.phone ?? `+5076${String(4_400_000 + n * 137)}`,
      email: buyer?.email ?? `visita${n}@correo.example`,
      comentario: n % 4 === 1 ? 'Viene con su familia; quiere ver la casa modelo.' : '',
    });
    if (state === APPOINTMENT.scheduled) continue;
    const done = new Date(Math.min(now.getTime(), starts.getTime() + 30 * 60_000));
    await changeAppointment(at(state === APPOINTMENT.cancelledByCustomer ? booked : done), id, {
      estado_id: state,
      ...(state === APPOINTMENT.cancelledByCustomer && { motivo: 'Le salió un viaje.' }),
    });
  }
}

/** The date so many working days from today. */
function workingDay(now: Date, away: number): string {
  let day = panamaDay(now);
  for (let left = Math.abs(away); left > 0;) {
    day = addDays(day, Math.sign(away));
    if (!closedOn(day, [])) left -= 1;
  }
  return day;
}

const buyersOf = (db: Db, projectIds: readonly number[]) =>
  db
    .select({
      saleId: sales.id,
      projectId: sales.projectId,
      name: people.name,
      phone: people.phone,
      email: people.email,
    })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .where(
      and(
        inArray(sales.projectId, [...projectIds]),
        inArray(sales.stateId, [2, 3, 4]),
        isNotNull(people.email),
      ),
    )
    .orderBy(sales.id);
