import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import {
  OPEN_TICKETS,
  PAUSED_TICKETS,
  RUNNING_TICKETS,
  TICKET,
  type ContactKind,
  type Cover,
  type TicketOrigin,
} from '#contract/care/tickets/rules.ts';
import type { Part } from '#contract/care/covers/parts.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { messages } from '#server/modules/care/chat/chat.table.ts';

const open = sql`state_id in ${anyOf(OPEN_TICKETS)} and merged_into_id is null`;

/** Who works in a department, and who leads it. */
export const departmentMembers = pgTable(
  'department_members',
  {
    /** ticket_departments */
    departmentId: integer('department_id').notNull(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id),
    head: boolean('head').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.departmentId, t.userId] }),
    index('department_members_user').on(t.userId),
    uniqueIndex('department_members_head')
      .on(t.departmentId)
      .where(sql`head`),
  ],
);

/** Something that a customer, an occupant or a colleague asks for, with its deadlines (domain.md §3). */
export const tickets = pgTable(
  'tickets',
  {
    id: id(),
    /** TK-2026-00001 */
    code: text('code').notNull().unique(),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    departmentId: integer('department_id').notNull(),
    categoryId: integer('category_id').notNull(),
    priorityId: integer('priority_id').notNull(),
    stateId: smallint('state_id').notNull(),
    stateSince: instant('state_since').notNull(),
    version: integer('version').notNull().default(1),
    /** Null: a request about personal data belongs to no project. */
    projectId: ref('project_id').references(() => projects.id),
    lotId: ref('lot_id').references(() => lots.id),
    houseId: ref('house_id').references(() => houses.id),
    /** The sale whose buyer follows it. */
    saleId: ref('sale_id').references(() => sales.id),
    personId: ref('person_id').references(() => people.id),
    /** A place of the project that belongs to nobody alone. */
    commonArea: text('common_area'),
    contactKind: text('contact_kind').$type<ContactKind>(),
    contactName: text('contact_name'),
    /** E.164 */
    contactPhone: text('contact_phone'),
    contactEmail: text('contact_email'),
    origin: text('origin').$type<TicketOrigin>().notNull(),
    /** The chat message that it was made from. */
    messageId: ref('message_id').references(() => messages.id),
    /** The request about personal data that it follows; the table is of a higher feature. */
    rightId: ref('right_id'),
    /** Last day that a law sets: it is the deadline whatever the priority, and no pause moves it. */
    dueOn: day('due_on'),
    assigneeId: ref('assignee_id').references(() => users.id),
    /** The deadlines run from here: opened, or reopened. */
    clockFrom: instant('clock_from').notNull(),
    /** Business minutes of past pauses, and the start of the present one. */
    pausedMinutes: integer('paused_minutes').notNull().default(0),
    pausedSince: instant('paused_since'),
    answerDue: instant('answer_due').notNull(),
    solveDue: instant('solve_due').notNull(),
    answeredAt: instant('answered_at'),
    solvedAt: instant('solved_at'),
    closedAt: instant('closed_at'),
    /** 0 nothing was told · 1 warned · 2 told as late. */
    answerAlert: smallint('answer_alert').notNull().default(0),
    solveAlert: smallint('solve_alert').notNull().default(0),
    /** When the job looks at it next; null: never. */
    alertAt: instant('alert_at'),
    reopened: integer('reopened').notNull().default(0),
    mergedIntoId: ref('merged_into_id').references((): AnyPgColumn => tickets.id),
    /** Of a warranty claim. */
    cover: text('cover').$type<Cover>(),
    /** What of the house it is about. */
    part: text('part').$type<Part>(),
    quoteCents: cents('quote_cents'),
    /** What its customer said to the quote. */
    quoteAccepted: boolean('quote_accepted'),
    quoteAnsweredAt: instant('quote_answered_at'),
    /** Of a ticket over many houses: the defect that they share. */
    incident: text('incident'),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('tickets_solve_due').on(t.solveDue, t.id),
    index('tickets_priority').on(t.priorityId, t.id),
    index('tickets_state').on(t.stateId, t.id),
    index('tickets_department').on(t.departmentId, t.stateId, t.id),
    index('tickets_assignee').on(t.assigneeId, t.stateId, t.solveDue, t.id),
    index('tickets_project').on(t.projectId, t.id),
    index('tickets_house').on(t.houseId, t.id),
    index('tickets_lot').on(t.lotId),
    index('tickets_sale').on(t.saleId, t.id),
    index('tickets_person').on(t.personId),
    index('tickets_category').on(t.categoryId, t.solvedAt),
    index('tickets_creator').on(t.createdBy, t.id),
    index('tickets_words').using(
      'gin',
      sql`searchable(title) gin_trgm_ops`,
      sql`code gin_trgm_ops`,
      sql`searchable(contact_name) gin_trgm_ops`,
    ),
    index('tickets_open').on(t.solveDue, t.id).where(open),
    index('tickets_alert')
      .on(t.alertAt)
      .where(sql`alert_at is not null`),
    index('tickets_merged')
      .on(t.mergedIntoId)
      .where(sql`merged_into_id is not null`),
    index('tickets_solved')
      .on(t.solvedAt)
      .where(sql`state_id = ${idOf(TICKET.solved)}`),
    uniqueIndex('tickets_message')
      .on(t.messageId)
      .where(sql`message_id is not null`),
    uniqueIndex('tickets_right')
      .on(t.rightId)
      .where(sql`right_id is not null`),
    check('tickets_state_known', sql`state_id between ${idOf(TICKET.open)} and ${idOf(TICKET.cancelled)}`),
    check('tickets_origin', sql`origin in ('oficina', 'cliente', 'chat', 'entrega', 'derecho')`),
    check(
      'tickets_assigned',
      sql`state_id in ${anyOf([TICKET.open, TICKET.reopened, TICKET.cancelled])} or assignee_id is not null`,
    ),
    check(
      'tickets_pause',
      sql`merged_into_id is not null or (state_id in ${anyOf(PAUSED_TICKETS)}) = (paused_since is not null)`,
    ),
    check(
      'tickets_solved_known',
      sql`state_id not in ${anyOf([TICKET.solved, TICKET.closed])} or solved_at is not null`,
    ),
    check('tickets_alerts', sql`answer_alert between 0 and 2 and solve_alert between 0 and 2`),
    check(
      'tickets_silent',
      sql`alert_at is null or (merged_into_id is null and state_id in ${anyOf(RUNNING_TICKETS)})`,
    ),
    check('tickets_itself', sql`merged_into_id <> id`),
    check(
      'tickets_cover',
      sql`cover in ('por_ver', 'dentro', 'fuera') and (quote_cents is null or cover = 'fuera')`,
    ),
    check(
      'tickets_law',
      sql`(origin = 'derecho') = (right_id is not null) and (right_id is null) = (due_on is null) and (project_id is not null or right_id is not null)`,
    ),
    index('tickets_incident')
      .on(t.incident)
      .where(sql`incident is not null`),
    check('tickets_incident_place', sql`incident is null or (house_id is null and common_area is not null)`),
    check('tickets_part', sql`part is null or house_id is not null`),
    check('tickets_quote', sql`quote_cents >= 0`),
    check(
      'tickets_quote_answer',
      sql`(quote_accepted is null) = (quote_answered_at is null) and (quote_accepted is null or quote_cents is not null)`,
    ),
    check('tickets_paused_minutes', sql`paused_minutes >= 0 and reopened >= 0`),
  ],
);

/** What the team and the customer write to each other. Notes for colleagues are comments. */
export const ticketMessages = pgTable(
  'ticket_messages',
  {
    id: id(),
    ticketId: ref('ticket_id')
      .notNull()
      .references(() => tickets.id),
    sender: text('sender').$type<'equipo' | 'cliente'>().notNull(),
    userId: ref('user_id').references(() => users.id),
    text: text('text').notNull(),
    /** Made in the browser: a repeat finds the first one. */
    key: uuid('key'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('ticket_messages_ticket').on(t.ticketId, t.id),
    uniqueIndex('ticket_messages_key')
      .on(t.ticketId, t.key)
      .where(sql`key is not null`),
    check(
      'ticket_messages_sender',
      sql`sender in ('equipo', 'cliente') and (user_id is null or sender = 'equipo')`,
    ),
  ],
);

/** Two tickets about the same thing, both open: the lower id first. */
export const ticketLinks = pgTable(
  'ticket_links',
  {
    ticketId: ref('ticket_id')
      .notNull()
      .references(() => tickets.id),
    otherId: ref('other_id')
      .notNull()
      .references(() => tickets.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.ticketId, t.otherId] }),
    index('ticket_links_other').on(t.otherId),
    check('ticket_links_order', sql`ticket_id < other_id`),
  ],
);

/** The houses of an incident. */
export const ticketHouses = pgTable(
  'ticket_houses',
  {
    ticketId: ref('ticket_id')
      .notNull()
      .references(() => tickets.id),
    houseId: ref('house_id')
      .notNull()
      .references(() => houses.id),
  },
  (t) => [primaryKey({ columns: [t.ticketId, t.houseId] }), index('ticket_houses_house').on(t.houseId)],
);

/** Photographs that the customer sees, of a ticket or one of its messages. */
export const ticketPhotos = pgTable(
  'ticket_photos',
  {
    fileId: uuid('file_id')
      .primaryKey()
      .references(() => files.id),
    ticketId: ref('ticket_id').references(() => tickets.id),
    messageId: ref('message_id').references(() => ticketMessages.id),
    position: smallint('position').notNull(),
  },
  (t) => [
    index('ticket_photos_ticket').on(t.ticketId),
    index('ticket_photos_message').on(t.messageId),
    check('ticket_photos_of', sql`num_nonnulls(ticket_id, message_id) = 1`),
  ],
);
