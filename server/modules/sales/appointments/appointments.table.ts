import { anyOf } from '#server/kernel/db.ts';
import { OPEN } from '#contract/sales/appointments/rules.ts';
import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { WeekHours } from '#contract/sales/appointments/slots.ts';
import { citext, day, id, instant, ref } from '#server/kernel/columns.ts';
import { customerSessions } from '#server/modules/sales/buyerAccess/buyerAccess.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** An agent's weekly hours in a project. */
export const appointmentTemplates = pgTable(
  'appointment_templates',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    agentId: ref('agent_id')
      .notNull()
      .references(() => users.id),
    hours: jsonb('hours').$type<WeekHours[]>().notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    unique('appointment_templates_of').on(t.projectId, t.agentId),
    index('appointment_templates_agent').on(t.agentId),
  ],
);

/** An exception to an agent's weekly hours on one day. */
export const appointmentExceptions = pgTable(
  'appointment_exceptions',
  {
    id: id(),
    agentId: ref('agent_id')
      .notNull()
      .references(() => users.id),
    /** The project of extra hours; null for time off, which holds in all projects. */
    projectId: ref('project_id').references(() => projects.id),
    day: day('day').notNull(),
    /** libre · extra */
    kind: text('kind').notNull(),
    /** HH:mm. Both null: the whole day. */
    from: text('from_time'),
    to: text('to_time'),
    reason: text('reason').notNull().default(''),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('appointment_exceptions_agent').on(t.agentId, t.day)],
);

/**
 * A customer's visit to a project, or a colleague's to the house of a ticket. Constraints: an agent has no two at the same time
 * (appointments_agent_time), and a telephone has at most one open appointment per project (appointments_phone), beside its tickets'.
 */
export const appointments = pgTable(
  'appointments',
  {
    id: id(),
    /** The public id in mails, calendars and customer URLs. */
    uid: uuid('uid').notNull().defaultRandom().unique(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    /** The agent: the user who attends. */
    agentId: ref('agent_id')
      .notNull()
      .references(() => users.id),
    personId: ref('person_id')
      .notNull()
      .references(() => people.id),
    saleId: ref('sale_id').references(() => sales.id),
    /** The ticket whose house a colleague visits; the table is of a higher feature. */
    ticketId: ref('ticket_id'),
    /** Where, of a visit to a house; null: at the project. */
    place: text('place'),
    /** As given for this visit. A guest cannot change the stored name of the person. */
    name: text('name').notNull(),
    /** E.164 */
    phone: text('phone').notNull(),
    email: citext('email'),
    note: text('note').notNull().default(''),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    stateId: smallint('state_id').notNull().default(1),
    stateSince: instant('state_since').notNull(),
    version: integer('version').notNull().default(1),
    /** Number of moves and cancellations: SEQUENCE in the calendar file. */
    sequence: integer('sequence').notNull().default(0),
    reason: text('reason'),
    /** web · oficina */
    origin: text('origin').notNull(),
    /** Version of the accepted data consent text; null when a staff user made it. */
    consentVersion: text('consent_version'),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('appointments_starts').on(t.startsAt, t.id),
    index('appointments_agent').on(t.agentId, t.startsAt),
    index('appointments_project').on(t.projectId, t.startsAt),
    index('appointments_state').on(t.stateId, t.startsAt),
    index('appointments_sale').on(t.saleId),
    index('appointments_person').on(t.personId),
    index('appointments_by_phone').on(t.phone),
    index('appointments_words').using('gin', sql`searchable(name) gin_trgm_ops`, sql`phone gin_trgm_ops`),
    index('appointments_email').on(t.email),
    uniqueIndex('appointments_phone')
      .on(t.projectId, t.phone)
      .where(sql`state_id in ${anyOf(OPEN)} and ticket_id is null`),
    // A ticket has one visit to come.
    uniqueIndex('appointments_ticket_open')
      .on(t.ticketId)
      .where(sql`state_id in ${anyOf(OPEN)} and ticket_id is not null`),
    index('appointments_ticket').on(t.ticketId),
  ],
);

/**
 * A customer's link to one appointment: a secret in a mail, stored hashed, valid until 30 days after the appointment.
 */
export const appointmentLinks = pgTable(
  'appointment_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    appointmentId: ref('appointment_id')
      .notNull()
      .references(() => appointments.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('appointment_links_of').on(t.appointmentId)],
);

/** Browser sessions that may open an appointment: the one that booked it, and those that opened its link. */
export const appointmentSessions = pgTable(
  'appointment_sessions',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => customerSessions.id, { onDelete: 'cascade' }),
    appointmentId: ref('appointment_id')
      .notNull()
      .references(() => appointments.id),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.appointmentId] }),
    index('appointment_sessions_of').on(t.appointmentId),
  ],
);
