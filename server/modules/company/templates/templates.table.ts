import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, ref } from '#server/kernel/columns.ts';

/** Templates that an administrator edited; each save is a version, and the highest version is used. */
export const messageTemplates = pgTable(
  'message_templates',
  {
    kind: text('kind').notNull(),
    version: integer('version').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** Reset to the shipped text, also when a later release changes it. */
    standard: boolean('standard').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    /** No foreign key: the text stays when its author is deleted. */
    createdBy: ref('created_by'),
  },
  (t) => [primaryKey({ columns: [t.kind, t.version] })],
);
