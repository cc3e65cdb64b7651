import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, smallint, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { citext, id, instant, ref } from '#server/kernel/columns.ts';
import { projects } from './projects.table.ts';

/** A bank that finances the buyers of a project. */
export const projectBanks = pgTable(
  'project_banks',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    /** bank_type */
    bankId: smallint('bank_id').notNull(),
    notes: text('notes').notNull().default(''),
    position: integer('position').notNull().default(0),
    archivedAt: instant('archived_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [unique('project_banks_bank').on(t.projectId, t.bankId)],
);

/** A contact person of that bank for that project. */
export const bankExecutives = pgTable(
  'bank_executives',
  {
    id: id(),
    projectBankId: ref('project_bank_id')
      .notNull()
      .references(() => projectBanks.id),
    name: text('name').notNull(),
    /** E.164 */
    phone: text('phone'),
    email: citext('email'),
    branch: text('branch').notNull().default(''),
    notes: text('notes').notNull().default(''),
    /** The first contact: at most one per bank. */
    main: boolean('main').notNull().default(false),
    position: integer('position').notNull().default(0),
    archivedAt: instant('archived_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('bank_executives_bank').on(t.projectBankId, t.position),
    uniqueIndex('bank_executives_main')
      .on(t.projectBankId)
      .where(sql`main and archived_at is null`),
  ],
);
