import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from '#server/kernel/columns.ts';

/** The rows of every catalog; contract/company/catalogs/lists.ts declares the catalogs. */
export const catalogItems = pgTable(
  'catalog_items',
  {
    catalog: text('catalog').notNull(),
    id: integer('id').notNull(),
    label: text('label').notNull(),
    /** The columns that only this catalog has. */
    extra: jsonb('extra').$type<Record<string, string | number | boolean>>().notNull().default({}),
    position: integer('position').notNull(),
    /** Increases with each change of label or extra columns, to detect stale changes. */
    version: integer('version').notNull().default(1),
    archivedAt: instant('archived_at'),
  },
  (t) => [
    primaryKey({ columns: [t.catalog, t.id] }),
    index('catalog_items_position').on(t.catalog, t.position),
    // Districts of different provinces may share a name.
    uniqueIndex('catalog_items_label')
      .on(t.catalog, sql`lower(label)`, sql`coalesce(extra ->> 'provincia_id', '')`)
      .where(sql`archived_at is null`),
    uniqueIndex('catalog_items_word').on(t.catalog, sql`(extra ->> 'name_id')`),
    uniqueIndex('catalog_items_code').on(t.catalog, sql`(extra ->> 'codigo')`),
  ],
);
