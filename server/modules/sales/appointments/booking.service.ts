import { findOrCreatePerson } from '#server/modules/sales/people/people.service.ts';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { ALREADY_BOOKED, APPOINTMENT, NO_SHOW_MINUTES, OPEN } from '#contract/sales/appointments/rules.ts';
import type { BookAppointment, NewAppointment } from '#contract/sales/appointments/model.ts';
import type { Slot } from '#contract/sales/appointments/slots.ts';
import { panamaDay, panamaInstant, panamaTime, showDay } from '#contract/dates.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import { announce } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Acting, staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, invalid, Refused } from '#server/kernel/errors.ts';
import { countAttempt, networkOf, type Throttle } from '#server/kernel/throttle.ts';
import { oneAtATime } from '#server/kernel/together.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { workersOf } from '#server/modules/sales/workers/told.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { noteProspectAction } from '#server/modules/sales/prospects/contacts.service.ts';
import { recordLastAction } from '#server/modules/sales/sale/advance.service.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { mailAppointment } from './appointments.mail.ts';
import { reachesAgent } from './appointments.scope.ts';
import { appointments } from './appointments.table.ts';
import { forgetSlots, slotsLately, slotsOf, slotsOfDay, slotTaken } from './availability.service.ts';
import { BOOKED, markNoShow, plan, type Row } from './change.service.ts';
import { myAddress, openHere } from './mine.service.ts';
import { checkTime, saleBehind, type Visitor } from './people.service.ts';

/** Bookings per network address: enough for a family or an office, not for a script. */
const PER_ADDRESS: Throttle = { name: 'cita', max: 12, seconds: 3600 };
/** Mails to a telephone that already has an appointment: another person may be typing the number. */
const REMINDED: Throttle = { name: 'cita_enlace', max: 1, seconds: 3600 };

/** The time is not free: rolls the transaction back; the caller then offers other times outside it. */
class SlotGone extends Error {}
class HasOne extends Error {
  readonly id: number;
  constructor(id: number) {
    super('has an appointment');
    this.id = id;
  }
}

interface Booking extends Visitor {
  projectId: number;
  /** Agents who may attend; the first free one gets it. */
  agents: readonly number[];
  startsAt: Date;
  endsAt: Date;
  note: string;
  sale: { id: number; personId: number } | undefined;
  /** Of a visit to the house of a ticket, and where that is. */
  ticketId?: number;
  place?: string;
  origin: 'web' | 'oficina';
  consentVersion: string | null;
}

/** The id of a telephone's open appointment in a project, or of a ticket's. If its time is over, marks it as a no-show instead. */
async function comingOf(
  ctx: Acting,
  { projectId, phone, ticketId }: Pick<Booking, 'projectId' | 'phone' | 'ticketId'>,
): Promise<number | undefined> {
  const [open] = await ctx.db
    .select()
    .from(appointments)
    .where(
      and(
        ...(ticketId === undefined
          ? [
              eq(appointments.projectId, projectId),
              eq(appointments.phone, phone),
              isNull(appointments.ticketId),
            ]
          : [eq(appointments.ticketId, ticketId)]),
        inArray(appointments.stateId, [...OPEN]),
      ),
    )
    .for('no key update');
  if (!open) return undefined;
  if (ctx.now.getTime() - open.startsAt.getTime() < NO_SHOW_MINUTES * 60_000) return open.id;
  await markNoShow(ctx, open);
  return undefined;
}

/**
 * Inserts an appointment with all its effects. The exclusion constraint decides which booking gets the time; if one
 * agent was taken meanwhile, tries the next. Throws SlotGone when no agent is free, HasOne when the telephone has an
 * open appointment.
 */
async function insertAppointment(ctx: Acting, booking: Booking): Promise<Row> {
  const { agents, sale, ...values } = booking;
  const coming = await comingOf(ctx, booking);
  if (coming !== undefined) throw new HasOne(coming);
  const personId = sale?.personId ?? (await findOrCreatePerson(ctx, booking));
  for (const agentId of agents) {
    const [made] = await ctx.db
      .insert(appointments)
      .values({
        ...values,
        agentId,
        personId,
        saleId: sale?.id ?? null,
        stateSince: ctx.now,
        createdBy: ctx.staff?.userId ?? null,
        createdAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning();
    if (made) {
      await follow(ctx, made);
      return made;
    }
  }
  const meanwhile = await comingOf(ctx, booking);
  throw meanwhile === undefined ? new SlotGone() : new HasOne(meanwhile);
}

async function follow(ctx: Acting, one: Row): Promise<void> {
  await announce(ctx, {
    record: 'cita',
    id: one.id,
    from: null,
    to: APPOINTMENT.scheduled,
    ...(one.saleId !== null && { of: ['precontrato', one.saleId] }),
  });
  await audit(ctx, 'agendar', 'cita', one.id, { project: one.projectId, agent: one.agentId });
  if (one.ticketId === null) {
    if (one.saleId !== null) await recordLastAction(ctx, one.saleId, BOOKED);
    await noteProspectAction(ctx, one, BOOKED, {
      note: `Cita del ${showDay(panamaDay(one.startsAt))}, ${panamaTime(one.startsAt)}.`,
    });
  }
  await plan(ctx, one);
  await mailAppointment(ctx, one.id, 'cita_agendada');
  await notify(ctx, {
    kind: 'cita_agendada',
    to: [one.agentId, ...(one.saleId === null ? [] : await workersOf(ctx.db, one.saleId))],
    text:
      one.place === null
        ? `${one.name} agendó una cita: ${showDay(panamaDay(one.startsAt))}, ${panamaTime(one.startsAt)}.`
        : `Visita a ${one.place}: ${showDay(panamaDay(one.startsAt))}, ${panamaTime(one.startsAt)}.`,
    url: `/oficina/citas?cita=${one.id}`,
    event: `cita:${one.id}:agendada`,
  });
}

/** The adviser of the customer's sale first, then the agent with most free time on that day. */
function inTurn({ day, agents }: Slot, slots: readonly Slot[], adviserId?: number | null): number[] {
  const free = (id: number) => slots.filter((one) => one.day === day && one.agents.includes(id)).length;
  return agents.toSorted((a, b) => (a === adviserId ? -1 : b === adviserId ? 1 : free(b) - free(a) || a - b));
}

/**
 * Books a visit for a guest and opens it in this browser. The endpoint must use own transactions. Raises 409 SLOT_TAKEN
 * with the three nearest times in `current.libres`, 409 ALREADY_BOOKED (mails the link to the address of the existing
 * appointment), 429.
 */
export async function bookForGuest(
  ctx: Context,
  project: { id: number },
  input: BookAppointment,
): Promise<{ success: string; redirect: string }> {
  const wanted = ({ day, from }: Slot) => day === input.fecha && from === input.hora_inicio;
  const look = async () => {
    const slots = await slotsLately(ctx, project.id);
    const slot = slots.find(wanted);
    if (!slot) throw slotTaken(project.id, slots, input);
    return { slot, slots };
  };
  const time = `visit: ${project.id} ${input.fecha} ${input.hora_inicio}`;
  return oneAtATime(ctx.db, time, look, async ({ slot, slots }) => {
    await countAttempt(ctx, PER_ADDRESS, networkOf(ctx.ip));
    try {
      const answer = await ctx.transaction((inside) => bookSlot(inside, project.id, slot, slots, input), {
        once: true,
      });
      forgetSlots(ctx.db);
      return answer;
    } catch (error) {
      if (error instanceof SlotGone) {
        forgetSlots(ctx.db);
        throw slotTaken(project.id, await slotsOf(ctx, project.id), input);
      }
      if (error instanceof HasOne) throw await alreadyBooked(ctx, error.id, input.celular);
      throw error;
    }
  });
}

async function bookSlot(
  ctx: Context,
  projectId: number,
  slot: Slot,
  slots: readonly Slot[],
  input: BookAppointment,
): Promise<{ success: string; redirect: string }> {
  const phone = input.celular;
  const sale =
    (await saleBehind(ctx, projectId, { among: ctx.client?.saleIds ?? [] })) ??
    (await saleBehind(ctx, projectId, { phone }));
  const made = await insertAppointment(ctx, {
    projectId,
    agents: inTurn(slot, slots, sale?.adviserId),
    startsAt: slot.startsAt,
    endsAt: panamaInstant(slot.day, slot.to),
    name: input.nombre,
    phone,
    email: input.email,
    note: input.comentario,
    sale,
    origin: 'web',
    consentVersion: CONSENT_TEXTS.visita.version,
  });
  await openHere(ctx, made.id);
  return { success: 'Tu cita quedó agendada.', redirect: myAddress(made.uid) };
}

async function alreadyBooked(ctx: Context, id: number, phone: string): Promise<Refused> {
  await ctx.transaction(async (inside) => {
    const quiet = await countAttempt(inside, REMINDED, phone).then(
      () => false,
      () => true,
    );
    if (!quiet) await mailAppointment(inside, id, 'cita_enlace');
  });
  return conflict(
    ALREADY_BOOKED,
    'Con este celular ya hay una cita por venir en este proyecto. Busca el enlace en el correo con que se agendó: con él se cambia o se cancela.',
  );
}

/** Books for a customer in the office. Raises 404, 409 SLOT_TAKEN and ALREADY_BOOKED, 422 at the field. */
export async function bookInOffice(ctx: Context, input: NewAppointment): Promise<number> {
  const [project] = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, input.proyecto_id), isNull(projects.archivedAt)));
  if (!project) throw invalid([{ field: 'proyecto_id', message: 'Elige un proyecto de la lista.' }]);
  const sale = await saleOfOffice(ctx, input);
  const agents = await agentsFor(ctx, input);
  const startsAt = panamaInstant(input.fecha, input.hora_inicio);
  await checkTime(ctx, { agentId: agents[0] ?? staffOf(ctx).userId, fecha: input.fecha, startsAt });
  const { appointments: rules } = await readSettings(ctx.db);
  try {
    const made = await insertAppointment(ctx, {
      projectId: project.id,
      agents,
      startsAt,
      endsAt: new Date(startsAt.getTime() + rules.slotMinutes * 60_000),
      name: input.nombre,
      phone: input.celular,
      email: input.email === '' ? null : input.email,
      note: input.comentario,
      sale,
      origin: 'oficina',
      consentVersion: null,
    });
    return made.id;
  } catch (error) {
    if (error instanceof SlotGone) throw slotTaken(project.id, await freshTimes(ctx, input), input);
    if (error instanceof HasOne)
      throw new Refused(409, ALREADY_BOOKED, 'Ese celular ya tiene una cita por venir en el proyecto.', {
        errors: [
          { field: 'celular', message: 'Ya tiene una cita por venir en este proyecto: muévela o cancélala.' },
        ],
      });
    throw error;
  }
}

/** A colleague's visit to the house of a ticket: with whom, where and when. */
interface HouseVisit extends Visitor {
  projectId: number;
  ticketId: number;
  place: string;
  agentId: number;
  /** YYYY-MM-DD and HH:mm in Panama */
  day: string;
  from: string;
  note: string;
  sale: { id: number; personId: number } | undefined;
}

/**
 * Books a visit to a house by the calendar's rules; the fields are `agente_id`, `fecha` and `hora_inicio`. Raises 409 SLOT_TAKEN,
 * 409 TAKEN when the ticket has a visit to come, 422 at the field.
 */
export async function bookHouseVisit(
  ctx: Context,
  { agentId, day, from, ...visit }: HouseVisit,
): Promise<Row> {
  if (!reachesAgent(ctx, 'citas.crear', agentId, visit.projectId))
    throw invalid([{ field: 'agente_id', message: 'Solo puedes agendar visitas en tu propio horario.' }]);
  const startsAt = panamaInstant(day, from);
  await checkTime(ctx, { agentId, fecha: day, startsAt });
  const { appointments: rules } = await readSettings(ctx.db);
  try {
    return await insertAppointment(ctx, {
      ...visit,
      agents: [agentId],
      startsAt,
      endsAt: new Date(startsAt.getTime() + rules.slotMinutes * 60_000),
      origin: 'oficina',
      consentVersion: null,
    });
  } catch (error) {
    if (error instanceof SlotGone) {
      const free = await slotsOfDay(ctx, { projectId: visit.projectId, agentId, day });
      throw slotTaken(visit.projectId, free, { fecha: day, hora_inicio: from });
    }
    if (error instanceof HasOne)
      throw conflict('TAKEN', 'Este ticket ya tiene una visita por venir: muévela o cancélala en Citas.');
    throw error;
  }
}

/** Free times after a lost race: on that day, or on the next days when it is full. */
async function freshTimes(ctx: Context, { proyecto_id, agente_id, fecha }: NewAppointment): Promise<Slot[]> {
  const slots = await slotsOfDay(ctx, { projectId: proyecto_id, agentId: agente_id, day: fecha });
  return slots.length > 0 ? slots : slotsOf(ctx, proyecto_id);
}

/** The given sale within the caller's scope, or else the running sale of that telephone. */
async function saleOfOffice(ctx: Context, { precontrato_id, proyecto_id, celular }: NewAppointment) {
  if (precontrato_id === undefined) return saleBehind(ctx, proyecto_id, { phone: celular });
  const [sale] = await ctx.db
    .select({ id: sales.id, personId: sales.personId })
    .from(sales)
    .where(
      and(eq(sales.id, precontrato_id), eq(sales.projectId, proyecto_id), salesInReach(ctx, 'citas.crear')),
    );
  if (!sale)
    throw invalid([
      { field: 'precontrato_id', message: 'Esa venta no es de este proyecto, o no la atiendes.' },
    ]);
  return sale;
}

/** The agents for a booking: the given one, or all who are free then, limited to the caller's scope. */
async function agentsFor(ctx: Context, input: NewAppointment): Promise<number[]> {
  const { proyecto_id: projectId, agente_id: agentId, fecha, hora_inicio } = input;
  if (agentId !== undefined) {
    if (reachesAgent(ctx, 'citas.crear', agentId, projectId)) return [agentId];
    throw invalid([{ field: 'agente_id', message: 'Solo puedes agendar citas en tu propio horario.' }]);
  }
  const slots = await slotsOfDay(ctx, { projectId, day: fecha });
  const slot = slots.find(({ from }) => from === hora_inicio);
  if (slot) return inTurn(slot, slots);
  // The time was taken meanwhile or is outside all weekly hours: offer the free ones.
  if (slots.length > 0) throw slotTaken(projectId, slots, input);
  throw invalid([
    { field: 'agente_id', message: 'Ese día no queda nadie libre: elige otro día, o quién la atiende.' },
  ]);
}
