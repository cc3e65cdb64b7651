import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PowerKind } from '#contract/legal/representatives/rules.ts';
import { cents, citext, day, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** People who sign for the company, with the power that allows it. */
export const representatives = pgTable(
  'representatives',
  {
    id: id(),
    name: text('name').notNull(),
    /** cedula · pasaporte */
    documentType: text('document_type').$type<'cedula' | 'pasaporte'>().notNull(),
    document: text('document').notNull(),
    documentKey: text('document_key').notNull(),
    /** E.164 */
    phone: text('phone').notNull(),
    email: citext('email').notNull(),
    userId: ref('user_id').references(() => users.id),
    powerKind: text('power_kind').$type<PowerKind>().notNull(),
    powerText: text('power_text').notNull(),
    /** Most that one document may be worth; null: no limit. */
    limitCents: cents('limit_cents'),
    validFrom: day('valid_from').notNull(),
    validUntil: day('valid_until'),
    fileId: uuid('file_id').references(() => files.id),
    version: integer('version').notNull().default(1),
    createdBy: ref('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    archivedAt: instant('archived_at'),
  },
  (t) => [
    // One person, one row that is offered.
    uniqueIndex('representatives_once')
      .on(t.documentKey)
      .where(sql`archived_at is null`),
    index('representatives_name').on(t.name, t.id),
    index('representatives_until').on(t.validUntil, t.id),
    index('representatives_user')
      .on(t.userId)
      .where(sql`user_id is not null`),
    check('representatives_dates', sql`valid_from <= valid_until`),
    check('representatives_limit', sql`limit_cents > 0`),
  ],
);
