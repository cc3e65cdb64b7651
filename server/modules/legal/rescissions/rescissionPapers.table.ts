import { sql } from 'drizzle-orm';
import { check, numeric, pgTable, uuid } from 'drizzle-orm/pg-core';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { envelopes } from '#server/modules/legal/envelopes/envelopes.table.ts';
import { rescissions } from '#server/modules/sales/ending/rescissions.table.ts';

/** The document of a prepared rescission, with its figures as they were written into it. */
export const rescissionPapers = pgTable(
  'rescission_papers',
  {
    id: id(),
    rescissionId: ref('rescission_id')
      .notNull()
      .unique()
      .references(() => rescissions.id),
    /** The day of the notice of breach. */
    noticedOn: day('noticed_on').notNull(),
    paidCents: cents('paid_cents').notNull(),
    penaltyPercent: numeric('penalty_percent', { precision: 5, scale: 2, mode: 'number' }).notNull(),
    penaltyCents: cents('penalty_cents').notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    /** Null: it is not signed here. */
    envelopeId: ref('envelope_id').references(() => envelopes.id),
    createdBy: ref('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  () => [check('rescission_papers_sums', sql`penalty_cents between 0 and paid_cents`)],
);
