import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { citext, id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Lawyers of the company and outside ones; some have a user and sign in. */
export const lawyers = pgTable(
  'lawyers',
  {
    id: id(),
    fullName: text('full_name').notNull(),
    /** Cédula or passport, as typed; the key without leading zeros tells two apart. */
    document: text('document'),
    documentKey: text('document_key'),
    /** Number of the idoneidad that the Corte Suprema gave. */
    idoneidad: text('idoneidad'),
    firm: text('firm'),
    /** E.164 */
    phone: text('phone'),
    email: citext('email'),
    userId: ref('user_id').references(() => users.id),
    version: integer('version').notNull().default(1),
    archivedAt: instant('archived_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('lawyers_user')
      .on(t.userId)
      .where(sql`archived_at is null`),
    uniqueIndex('lawyers_idoneidad')
      .on(t.idoneidad)
      .where(sql`archived_at is null`),
    uniqueIndex('lawyers_document')
      .on(t.documentKey)
      .where(sql`archived_at is null`),
    index('lawyers_name').on(t.fullName),
  ],
);
