import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { OPEN_ORDERS, ORDER, OUT_ORDERS } from '#contract/care/ticketOrders/rules.ts';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { tickets } from '#server/modules/care/tickets/tickets.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';

/** What a contractor is asked to do for a ticket, and how it went. */
export const ticketOrders = pgTable(
  'ticket_orders',
  {
    id: id(),
    /** OT-2026-00001 */
    code: text('code').notNull().unique(),
    ticketId: ref('ticket_id')
      .notNull()
      .references(() => tickets.id),
    contractorId: ref('contractor_id')
      .notNull()
      .references(() => partners.id),
    /** The contract by which that contractor built the house. */
    contractId: ref('contract_id').references(() => contracts.id),
    what: text('what').notNull(),
    dueOn: day('due_on').notNull(),
    stateId: smallint('state_id').notNull(),
    stateSince: instant('state_since').notNull(),
    version: integer('version').notNull().default(1),
    offeredBy: ref('offered_by').references(() => users.id),
    answeredBy: ref('answered_by').references(() => users.id),
    answeredAt: instant('answered_at'),
    doneBy: ref('done_by').references(() => users.id),
    doneAt: instant('done_at'),
    doneNote: text('done_note'),
    /** Of the report, made on the phone: a repeat is the same. */
    doneKey: uuid('done_key'),
    verifiedBy: ref('verified_by').references(() => users.id),
    verifiedAt: instant('verified_at'),
    /** Why it was refused, returned or cancelled. */
    reason: text('reason'),
    /** The day for which it was told as overdue. */
    toldOn: day('told_on'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('ticket_orders_open')
      .on(t.ticketId)
      .where(sql`state_id in ${anyOf(OPEN_ORDERS)}`),
    index('ticket_orders_ticket').on(t.ticketId, t.id),
    index('ticket_orders_contractor').on(t.contractorId, t.stateId, t.dueOn, t.id),
    index('ticket_orders_due').on(t.dueOn, t.id),
    index('ticket_orders_state').on(t.stateId, t.id),
    index('ticket_orders_contract').on(t.contractId),
    index('ticket_orders_late')
      .on(t.dueOn)
      .where(sql`state_id in ${anyOf(OUT_ORDERS)}`),
    index('ticket_orders_words').using('gin', sql`code gin_trgm_ops`, sql`searchable(what) gin_trgm_ops`),
    check(
      'ticket_orders_state_known',
      sql`state_id between ${idOf(ORDER.offered)} and ${idOf(ORDER.cancelled)}`,
    ),
    check(
      'ticket_orders_done_known',
      sql`state_id not in ${anyOf([ORDER.done, ORDER.verified])} or done_at is not null`,
    ),
    check(
      'ticket_orders_reasoned',
      sql`state_id not in ${anyOf([ORDER.refused, ORDER.returned, ORDER.cancelled])} or reason is not null`,
    ),
  ],
);

/** Photographs of the work that was done. */
export const ticketOrderPhotos = pgTable(
  'ticket_order_photos',
  {
    fileId: uuid('file_id')
      .primaryKey()
      .references(() => files.id),
    orderId: ref('order_id')
      .notNull()
      .references(() => ticketOrders.id),
    position: smallint('position').notNull(),
  },
  (t) => [index('ticket_order_photos_order').on(t.orderId, t.position)],
);
