import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, ref } from '#server/kernel/columns.ts';

/** Texts that an administrator wrote instead of the shipped ones; each saving is a version, the highest counts. */
export const messageTemplates = pgTable(
  'message_templates',
  {
    kind: text('kind').notNull(),
    version: integer('version').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** Back to the shipped text, as it is then and later. */
    standard: boolean('standard').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    /** No reference: who wrote it may be gone, the text stays. */
    createdBy: ref('created_by'),
  },
  (t) => [primaryKey({ columns: [t.kind, t.version] })],
);
