import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { citext, id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** The company's lawyers and external lawyers; some have a user and can sign in. */
export const lawyers = pgTable(
  'lawyers',
  {
    id: id(),
    fullName: text('full_name').notNull(),
    /** Cédula or passport, as typed. The key has no leading zeros and is unique. */
    document: text('document'),
    documentKey: text('document_key'),
    /** Number of the idoneidad from the Corte Suprema. */
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
