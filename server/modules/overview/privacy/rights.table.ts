import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { Right, RIGHT_CHANNELS } from '#contract/overview/privacy/rights.ts';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';

/** A request of a person about their data (acceso, rectificación, cancelación, oposición, portabilidad; domain.md §4.7). */
export const rightsRequests = pgTable(
  'rights_requests',
  {
    id: id(),
    personId: ref('person_id')
      .notNull()
      .references(() => people.id),
    kind: text('kind').$type<Right>().notNull(),
    /** abierta · atendida · negada */
    state: text('state').$type<'abierta' | 'atendida' | 'negada'>().notNull().default('abierta'),
    channel: text('channel').$type<keyof typeof RIGHT_CHANNELS>().notNull(),
    detail: text('detail').notNull(),
    answer: text('answer').notNull().default(''),
    receivedOn: day('received_on').notNull(),
    dueOn: day('due_on').notNull(),
    closedOn: day('closed_on'),
    closedBy: ref('closed_by').references(() => users.id),
    version: integer('version').notNull().default(1),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('rights_requests_due').on(t.state, t.dueOn, t.id),
    index('rights_requests_person').on(t.personId),
  ],
);
