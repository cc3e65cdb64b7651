import { and, asc, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AppointmentFilter } from '#contract/sales/appointments/model.ts';
import { addDays, panamaInstant } from '#contract/dates.ts';
import { offsetOf } from '#contract/paging.ts';
import { containing, countUpTo, type Db } from '#server/kernel/db.ts';
import { cursorRows } from '#server/kernel/exports/lists.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { appointments } from './appointments.table.ts';

const agent = alias(users, 'agent');
const maker = alias(users, 'maker');

const columns = {
  appointment: appointments,
  project: { id: projects.id, name: projects.name, slug: projects.slug },
  agent: { id: agent.id, name: agent.name },
  sale: {
    id: sales.id,
    code: sales.code,
    adviserId: sales.adviserId,
    processorId: sales.processorId,
  },
};
export type AppointmentFound = NonNullable<Awaited<ReturnType<typeof findAppointment>>>;
export type AppointmentListed = Awaited<ReturnType<typeof findAppointments>>['found'][number];

/** An appointment within scope, with its project, agent, sale and creator. */
export async function findAppointment(db: Db, id: number, reach?: SQL) {
  const [found] = await db
    .select({ ...columns, maker: maker.name })
    .from(appointments)
    .innerJoin(projects, eq(projects.id, appointments.projectId))
    .innerJoin(agent, eq(agent.id, appointments.agentId))
    .leftJoin(sales, eq(sales.id, appointments.saleId))
    .leftJoin(maker, eq(maker.id, appointments.createdBy))
    .where(and(eq(appointments.id, id), reach));
  return found;
}

/** Locks an appointment for a change. */
export const lockAppointment = async (db: Db, id: number) =>
  (await db.select().from(appointments).where(eq(appointments.id, id)).for('no key update'))[0];

function matchingText(q: string): SQL {
  const digits = q.replace(/\D/g, '');
  if (digits.length >= 4 && /^[\d\s+().-]+$/.test(q)) return sql`${appointments.phone} like ${`%${digits}%`}`;
  if (q.includes('@')) return eq(appointments.email, q);
  return sql`searchable(${appointments.name}) like searchable(${containing(q)})`;
}

const matching = (filter: AppointmentFilter, reach?: SQL) =>
  and(
    reach,
    filter.estado_id && inArray(appointments.stateId, filter.estado_id),
    filter.proyecto_id === undefined ? undefined : eq(appointments.projectId, filter.proyecto_id),
    filter.agente_id === undefined ? undefined : eq(appointments.agentId, filter.agente_id),
    filter.precontrato_id === undefined ? undefined : eq(appointments.saleId, filter.precontrato_id),
    filter.desde === undefined ? undefined : gte(appointments.startsAt, panamaInstant(filter.desde)),
    filter.hasta === undefined
      ? undefined
      : lt(appointments.startsAt, panamaInstant(addDays(filter.hasta, 1))),
    filter.q ? matchingText(filter.q) : undefined,
  );

function inOrder(filter: AppointmentFilter): SQL[] {
  const by = filter.order_type === 'desc' ? desc : asc;
  return filter.order_column === 'id'
    ? [by(appointments.id)]
    : [by(appointments.startsAt), by(appointments.id)];
}

const listed = (db: Db) =>
  db
    .select(columns)
    .from(appointments)
    .innerJoin(projects, eq(projects.id, appointments.projectId))
    .innerJoin(agent, eq(agent.id, appointments.agentId))
    .leftJoin(sales, eq(sales.id, appointments.saleId));

/** A page of appointments, and their total up to COUNT_LIMIT. */
export async function findAppointments(db: Db, filter: AppointmentFilter, reach?: SQL) {
  const where = matching(filter, reach);
  const [found, total] = await Promise.all([
    listed(db)
      .where(where)
      .orderBy(...inOrder(filter))
      .limit(filter.per_page)
      .offset(offsetOf(filter)),
    countUpTo(
      db,
      db
        .select({ id: appointments.id })
        .from(appointments)
        .leftJoin(sales, eq(sales.id, appointments.saleId))
        .where(where)
        .getSQL(),
    ),
  ]);
  return { found, total };
}

/** Every matching appointment in the list's order, by a cursor over the ids: for exports. */
export async function* allAppointments(db: Db, filter: AppointmentFilter, reach?: SQL) {
  const statement = db
    .select({ id: appointments.id })
    .from(appointments)
    .leftJoin(sales, eq(sales.id, appointments.saleId))
    .where(matching(filter, reach))
    .orderBy(...inOrder(filter))
    .getSQL();
  for await (const batch of cursorRows<{ id: number }>(db, statement)) {
    const ids = batch.map(({ id }) => id);
    const found = await listed(db).where(inArray(appointments.id, ids));
    const known = new Map(found.map((one) => [one.appointment.id, one]));
    yield ids.flatMap((id) => known.get(id) ?? []);
  }
}

/** The appointments between two instants, in order, at most `most`. */
export const appointmentsBetween = (db: Db, from: Date, to: Date, most: number, where?: SQL) =>
  listed(db)
    .where(and(gte(appointments.startsAt, from), lt(appointments.startsAt, to), where))
    .orderBy(asc(appointments.startsAt), asc(appointments.id))
    .limit(most);

/** The appointments that match a condition (of a person or a sale), newest first. */
export const appointmentsWhere = (db: Db, where: SQL) =>
  listed(db).where(where).orderBy(desc(appointments.startsAt)).limit(100);
