import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { cents, id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';

/** The catalog of materials. */
export const materials = pgTable(
  'materials',
  {
    id: id(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    unit: text('unit').notNull(),
    /** codigos_costo */
    costCodeId: integer('cost_code_id').notNull(),
    /** The usual price of a unit, without ITBMS. */
    priceCents: cents('price_cents').notNull(),
    taxed: boolean('taxed').notNull().default(true),
    version: integer('version').notNull().default(1),
    archivedAt: instant('archived_at'),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('materials_code').on(sql`lower(code)`),
    index('materials_by_code').on(t.code, t.id),
    index('materials_by_name').on(t.name, t.id),
    check('materials_price', sql`price_cents >= 0`),
  ],
);

/** What each house of a model takes: its budget of materials. */
export const modelMaterials = pgTable(
  'model_materials',
  {
    modelId: ref('model_id')
      .notNull()
      .references(() => houseModels.id),
    materialId: ref('material_id')
      .notNull()
      .references(() => materials.id),
    quantity: numeric('quantity', { precision: 14, scale: 3, mode: 'number' }).notNull(),
    changedBy: ref('changed_by').references(() => users.id),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.modelId, t.materialId] }),
    index('model_materials_material').on(t.materialId),
    check('model_materials_quantity', sql`quantity > 0`),
  ],
);
