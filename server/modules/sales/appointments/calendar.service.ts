import { APPOINTMENT, OPEN } from '#contract/sales/appointments/rules.ts';
import { and, eq, gte, inArray, isNull, lte, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { Calendar, CalendarQuery } from '#contract/sales/appointments/model.ts';
import { closedOn, hoursOn, isAway, type DayException } from '#contract/sales/appointments/slots.ts';
import { addDays, panamaInstant } from '#contract/dates.ts';
import type { Context } from '#server/kernel/context.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { appointmentsBetween, appointmentsWhere } from './appointments.queries.ts';
import { presentAppointments } from './appointments.present.ts';
import { appointmentsInReach } from './appointments.scope.ts';
import { appointmentExceptions, appointments, appointmentTemplates } from './appointments.table.ts';
import { agentsInReach } from './time.service.ts';

/** Maximum number of appointments shown at once. */
const MOST = 1000;

/** Some days of the calendar, within the caller's scope. */
export async function calendarFor(ctx: Context, query: z.output<typeof CalendarQuery>): Promise<Calendar> {
  const { desde, hasta, proyecto_id: projectId, agente_id: agentId } = query;
  const { appointments: rules, ownHolidays } = await readSettings(ctx.db);
  const [found, agents] = await Promise.all([
    appointmentsBetween(
      ctx.db,
      panamaInstant(desde),
      panamaInstant(addDays(hasta, 1)),
      MOST + 1,
      and(
        appointmentsInReach(ctx, 'citas.ver'),
        projectId === undefined ? undefined : eq(appointments.projectId, projectId),
        agentId === undefined ? undefined : eq(appointments.agentId, agentId),
      ),
    ),
    agentsInReach(ctx),
  ]);
  const days: string[] = [];
  for (let day = desde; day <= hasta; day = addDays(day, 1)) days.push(day);
  const wanted = agents.filter(({ id }) => agentId === undefined || id === agentId);
  return {
    appointments: await presentAppointments(ctx, found.slice(0, MOST)),
    cut: found.length > MOST,
    agents,
    ...(await timesOf(
      ctx,
      wanted.map(({ id }) => id),
      days,
      projectId,
      ownHolidays,
    )),
    closed: days.flatMap((day) => {
      const name = closedOn(day, ownHolidays);
      return name === null ? [] : [{ day, name }];
    }),
    slot_minutes: rules.slotMinutes,
  };
}

async function timesOf(
  ctx: Context,
  ids: readonly number[],
  days: readonly string[],
  projectId: number | undefined,
  ownHolidays: readonly { day: string; name: string }[],
): Promise<Pick<Calendar, 'hours' | 'away'>> {
  if (ids.length === 0) return { hours: [], away: [] };
  const [absent, weeks, exceptions] = await Promise.all([
    ctx.db
      .select({ id: users.id, awayFrom: users.awayFrom, awayTo: users.awayTo })
      .from(users)
      .where(inArray(users.id, [...ids])),
    ctx.db
      .select()
      .from(appointmentTemplates)
      .where(
        and(
          inArray(appointmentTemplates.agentId, [...ids]),
          projectId === undefined ? undefined : eq(appointmentTemplates.projectId, projectId),
        ),
      ),
    ctx.db
      .select()
      .from(appointmentExceptions)
      .where(
        and(
          inArray(appointmentExceptions.agentId, [...ids]),
          gte(appointmentExceptions.day, days[0]!),
          lte(appointmentExceptions.day, days.at(-1)!),
          projectId === undefined
            ? undefined
            : or(isNull(appointmentExceptions.projectId), eq(appointmentExceptions.projectId, projectId)),
        ),
      ),
  ]);
  const open = days.filter((day) => closedOn(day, ownHolidays) === null);
  return {
    hours: absent.flatMap(({ id, ...away }) =>
      open.flatMap((day) =>
        hoursOn(
          {
            ...away,
            hours: weeks.filter((one) => one.agentId === id).flatMap(({ hours }) => hours),
            exceptions: exceptions
              .filter((one) => one.agentId === id)
              .map((one) => ({ ...one, kind: one.kind as DayException['kind'] })),
          },
          day,
        ).map((span) => ({ agente_id: id, day, ...span })),
      ),
    ),
    away: absent.flatMap((one) =>
      open.filter((day) => isAway(one, day)).map((day) => ({ agente_id: one.id, day })),
    ),
  };
}

/** The appointments of a person, newest first, within the caller's scope: for the person's page. */
export async function appointmentsOf(ctx: Context, personId: number) {
  const own = and(eq(appointments.personId, personId), appointmentsInReach(ctx, 'citas.ver'))!;
  return presentAppointments(ctx, await appointmentsWhere(ctx.db, own));
}

/** The next appointment of a sale, for its buyers: its public id and time. */
export async function nextAppointmentOf(
  ctx: Pick<Context, 'db' | 'now'>,
  saleId: number,
): Promise<{ uid: string; startsAt: Date; confirmed: boolean } | null> {
  const found = await ctx.db
    .select({ uid: appointments.uid, startsAt: appointments.startsAt, stateId: appointments.stateId })
    .from(appointments)
    .where(
      and(
        eq(appointments.saleId, saleId),
        inArray(appointments.stateId, [...OPEN]),
        gte(appointments.endsAt, ctx.now),
      ),
    )
    .orderBy(appointments.startsAt)
    .limit(1);
  const [one] = found;
  return one
    ? { uid: one.uid, startsAt: one.startsAt, confirmed: one.stateId === APPOINTMENT.confirmed }
    : null;
}

/** The visits to the houses of tickets that are still to come, the next first. */
export const visitsToCome = (ctx: Pick<Context, 'db' | 'now'>, ticketIds: readonly number[]) =>
  ctx.db
    .select({
      ticketId: appointments.ticketId,
      uid: appointments.uid,
      startsAt: appointments.startsAt,
      agent: users.name,
    })
    .from(appointments)
    .innerJoin(users, eq(users.id, appointments.agentId))
    .where(
      and(
        inArray(appointments.ticketId, [0, ...ticketIds]),
        inArray(appointments.stateId, [...OPEN]),
        gte(appointments.endsAt, ctx.now),
      ),
    )
    .orderBy(appointments.startsAt);

/** All visits to the house of a ticket, the newest first, with what the office noted for who goes. */
export async function visitsOfTicket(ctx: Pick<Context, 'db'>, ticketId: number) {
  const found = await appointmentsWhere(ctx.db, eq(appointments.ticketId, ticketId));
  const shown = await presentAppointments(ctx, found);
  return shown.map((one, at) => ({ ...one, note: found[at]!.appointment.note }));
}
