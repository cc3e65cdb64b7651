import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { bookingPage, myAppointmentPage, openAppointmentPage } from '#contract/sales/appointments/pages.ts';
import type { Choice, FreeDay } from '#contract/sales/appointments/pages.ts';
import { APPOINTMENT, isOpen, OPEN, whyNotChange } from '#contract/sales/appointments/rules.ts';
import { closedOn, type Slot } from '#contract/sales/appointments/slots.ts';
import { appointmentStatus } from '#contract/company/catalogs/salesLists.ts';
import {
  addDays,
  clockTime,
  HourMinute,
  isoWeekday,
  longDay,
  panamaDay,
  panamaTime,
  parseDay,
} from '#contract/dates.ts';
import { directionsTo } from '#contract/projects/showcase/directions.ts';
import { showPhone } from '#contract/phone.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound, Refused } from '#server/kernel/errors.ts';
import { servePage, type PageResult } from '#server/kernel/pages.ts';
import { serveBytes } from '#server/kernel/route.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { placeOf } from '#server/modules/projects/showcase/showcase.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { sellerPhone } from '#server/modules/sales/purchase/phoneCheck.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { calendarOf, linkTo } from './appointments.mail.ts';
import { appointments, appointmentSessions } from './appointments.table.ts';
import { presentSlot, slotsOf } from './availability.service.ts';
import { myAddress, openAppointmentLink, ownAppointment, ownSlots } from './mine.service.ts';
import { saleBehind } from './people.service.ts';
import { openProject, type OpenProject } from './projects.ts';

/** The pages for guests and customers. */
export function appointmentPages(app: FastifyInstance): void {
  servePage(app, bookingPage, (ctx, { params, query }) => showBooking(ctx, params.proyecto, query));
  servePage(app, openAppointmentPage, async (ctx, { params }) => {
    const found = await openAppointmentLink(ctx, params.clave);
    if ('address' in found) return { redirect: found.address, status: 303 };
    throw new Refused(410, 'LINK_EXPIRED', 'Este enlace ya terminó. Agenda otra cita cuando quieras.', {
      current: {
        way: { href: found.again ?? '/', text: found.again ? 'Agendar otra cita' : 'Ver los proyectos' },
      },
    });
  });
  servePage(app, myAppointmentPage, (ctx, { params, query }) => showMine(ctx, params.uid, query));
  serveBytes(
    app,
    { path: `${myAppointmentPage.path}/cita.ics`, access: myAppointmentPage.access },
    async (ctx, request, reply) => {
      const params = myAppointmentPage.params.safeParse(request.params);
      if (!params.success) throw notFound();
      const one = await ownAppointment(ctx, params.data.uid);
      const text = await calendarOf(ctx, one.id, await linkTo(ctx, one.id));
      return reply
        .headers({ 'cache-control': 'no-store', 'content-disposition': 'attachment; filename="cita.ics"' })
        .type('text/calendar; charset=utf-8')
        .send(text);
    },
  );
}

/** The free times by day, and the day and time that the URL selects. */
function choiceOf(
  projectId: number,
  slots: readonly Slot[],
  ownHolidays: readonly { day: string; name: string }[],
  { fecha, hora }: { fecha?: string | undefined; hora?: string | undefined },
): Choice {
  const days = new Map<string, FreeDay>();
  for (const slot of slots) {
    const shown = presentSlot(projectId, slot);
    const day = days.get(slot.day) ?? { ...shown, times: [] };
    day.times.push(shown);
    days.set(slot.day, day);
  }
  const day = fecha === undefined ? undefined : parseDay(fecha);
  return {
    days: [...days.values()],
    closed: closedBetween([...days.keys()], ownHolidays),
    chosen: day === undefined ? null : { fecha: day, hora: HourMinute.safeParse(hora).data ?? null },
  };
}

/** Holidays between the first and the last free day, in order; Sundays are not listed. */
function closedBetween(
  free: readonly string[],
  ownHolidays: readonly { day: string; name: string }[],
): Choice['closed'] {
  const closed: Choice['closed'] = [];
  const last = free.at(-1) ?? '';
  for (let day = free[0] ?? '1'; day <= last; day = addDays(day, 1)) {
    const why = isoWeekday(day) === 7 ? null : closedOn(day, ownHolidays);
    if (why !== null) closed.push({ fecha: day, why });
  }
  return closed;
}

async function presentPlace(ctx: Context, project: OpenProject) {
  const { slug, name, address } = project;
  return {
    slug,
    name,
    address,
    directions: directionsTo({ ...project, address: address || placeOf(project) }),
    place: placeOf(project),
    sellerPhone: (await sellerPhone(ctx.db, project.id)) || null,
  };
}

async function showBooking(
  ctx: Context,
  slug: string,
  query: { fecha?: string | undefined; hora?: string | undefined },
): Promise<PageResult<typeof bookingPage>> {
  const project = await openProject(ctx.db, { slug });
  if (!project) throw notFound();
  const [slots, place, me, mine, { appointments: rules, ownHolidays }] = await Promise.all([
    slotsOf(ctx, project.id),
    presentPlace(ctx, project),
    buyerHere(ctx, project.id),
    comingHere(ctx, project.id),
    readSettings(ctx.db),
  ]);
  return {
    head: {
      title: `Agenda tu visita a ${project.name}`,
      description: `Elige el día y la hora para conocer ${project.name}.`,
    },
    data: {
      ...choiceOf(project.id, slots, ownHolidays, query),
      project: place,
      slotMinutes: rules.slotMinutes,
      changeHours: rules.changeHours,
      me,
      mine,
      consent: CONSENT_TEXTS.visita.text,
    },
  };
}

/** The buyer of a sale in this project that is open in this browser. */
async function buyerHere(ctx: Context, projectId: number) {
  const sale = await saleBehind(ctx, projectId, { among: ctx.client?.saleIds ?? [] });
  if (!sale) return null;
  const [person] = await ctx.db
    .select({ nombre: people.name, celular: people.phone, email: people.email })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .where(eq(sales.id, sale.id));
  return person ? { ...person, celular: showPhone(person.celular), email: person.email ?? '' } : null;
}

/** The next appointment that was booked or opened in this browser. */
async function comingHere(ctx: Context, projectId: number) {
  if (!ctx.client) return null;
  const [one] = await ctx.db
    .select({ uid: appointments.uid, startsAt: appointments.startsAt })
    .from(appointmentSessions)
    .innerJoin(appointments, eq(appointments.id, appointmentSessions.appointmentId))
    .where(
      and(
        eq(appointmentSessions.sessionId, ctx.client.sessionId),
        eq(appointments.projectId, projectId),
        inArray(appointments.stateId, [...OPEN]),
        gt(appointments.startsAt, ctx.now),
      ),
    )
    .orderBy(asc(appointments.startsAt))
    .limit(1);
  return (
    (one && {
      href: myAddress(one.uid),
      text: `${longDay(panamaDay(one.startsAt))}, ${clockTime(panamaTime(one.startsAt))}`,
    }) ??
    null
  );
}

async function showMine(
  ctx: Context,
  uid: string,
  query: { fecha?: string | undefined; hora?: string | undefined },
): Promise<PageResult<typeof myAppointmentPage>> {
  const one = await ownAppointment(ctx, uid);
  const [project] = await ctx.db.select().from(projects).where(eq(projects.id, one.projectId));
  if (!project) throw notFound();
  const [[agent], labels, place, { appointments: rules, ownHolidays }] = await Promise.all([
    ctx.db.select({ name: users.name }).from(users).where(eq(users.id, one.agentId)),
    catalogLabels(ctx.db, appointmentStatus),
    presentPlace(ctx, project),
    readSettings(ctx.db),
  ]);
  const whyNot = whyNotChange(one, ctx.now, rules.changeHours);
  const slots = whyNot === null ? ownSlots(one, await slotsOf(ctx, one.projectId)) : [];
  return {
    data: {
      ...choiceOf(one.projectId, slots, ownHolidays, query),
      uid: one.uid,
      project: place,
      state: { id: one.stateId, label: labels.get(one.stateId) ?? '' },
      open: isOpen(one.stateId) && one.startsAt > ctx.now,
      fecha_legible: longDay(panamaDay(one.startsAt)),
      hora_inicio: panamaTime(one.startsAt),
      hora_final: panamaTime(one.endsAt),
      agent: agent?.name ?? '',
      name: one.name,
      house: one.place,
      reason: one.stateId === APPOINTMENT.cancelledByCompany ? one.reason : null,
      confirmable: one.stateId === APPOINTMENT.scheduled && one.startsAt > ctx.now,
      whyNot,
      changeHours: rules.changeHours,
      calendar: `${myAddress(one.uid)}/cita.ics`,
    },
  };
}
