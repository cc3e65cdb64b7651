import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from '#server/kernel/columns.ts';

/** The rows of every value list; the lists themselves are declared in contract/company/catalogs/lists.ts. */
export const catalogItems = pgTable(
  'catalog_items',
  {
    catalog: text('catalog').notNull(),
    id: integer('id').notNull(),
    label: text('label').notNull(),
    /** The columns that only this list has. */
    extra: jsonb('extra').$type<Record<string, string | number | boolean>>().notNull().default({}),
    position: integer('position').notNull(),
    /** Rises with each change of label or extra columns, so that a stale change is noticed. */
    version: integer('version').notNull().default(1),
    archivedAt: instant('archived_at'),
  },
  (t) => [
    primaryKey({ columns: [t.catalog, t.id] }),
    index('catalog_items_position').on(t.catalog, t.position),
    // two districts of different provinces may share their name
    uniqueIndex('catalog_items_label')
      .on(t.catalog, sql`lower(label)`, sql`coalesce(extra ->> 'provincia_id', '')`)
      .where(sql`archived_at is null`),
    uniqueIndex('catalog_items_word').on(t.catalog, sql`(extra ->> 'name_id')`),
    uniqueIndex('catalog_items_code').on(t.catalog, sql`(extra ->> 'codigo')`),
  ],
);
