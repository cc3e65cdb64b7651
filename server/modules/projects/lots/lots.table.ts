import { anyOf, idOf } from '#server/kernel/db.ts';
import { NOT_SOLD, LOT_STATE } from '#contract/company/catalogs/states.ts';
import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { cents, id, instant, ref } from '#server/kernel/columns.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

export const lots = pgTable(
  'lots',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    /** As people say it: A-07. */
    name: text('name').notNull(),
    block: text('block').notNull(),
    typeId: smallint('type_id').notNull(),
    areaM2: numeric('area_m2', { precision: 9, scale: 2, mode: 'number' }).notNull(),
    /** Corners in plan metres. */
    polygon: jsonb('polygon').$type<[number, number][]>(),
    /** Added to the model's price, in cents. */
    premiumCents: cents('premium_cents').notNull().default(0),
    /** Not for sale (model house, legal, public use), with the reason shown to staff. */
    withheld: boolean('withheld').notNull().default(false),
    withheldReason: text('withheld_reason'),
    /** 1-7, domain.md §2. Written only by the database trigger (`lot_states`, 0058). */
    stateId: smallint('state_id').notNull().default(1),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    unique('lots_name').on(t.projectId, t.name),
    index('lots_project_block').on(t.projectId, t.block),
    index('lots_by_name').on(t.name, t.projectId, t.id),
    index('lots_by_area').on(t.areaM2, t.projectId, t.id),
    index('lots_by_premium').on(t.premiumCents, t.projectId, t.id),
    index('lots_state_by_name').on(t.stateId, t.name, t.projectId, t.id),
    index('lots_state_by_area').on(t.stateId, t.areaM2, t.projectId, t.id),
    index('lots_state_by_premium').on(t.stateId, t.premiumCents, t.projectId, t.id),
    index('lots_free')
      .on(t.projectId)
      .where(sql`state_id = ${idOf(LOT_STATE.available)} and type_id not in ${anyOf(NOT_SOLD)}`),
    // State changes also write to this index. Every search reads its pending list, so keep the list short.
    index('lots_words')
      .using('gin', sql`name gin_trgm_ops`, sql`block gin_trgm_ops`)
      .with({ gin_pending_list_limit: 128 }),
  ],
);

/** Uploaded drawings of a project's plan, as the picture that the server rendered. */
export const planDrawings = pgTable(
  'plan_drawings',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    name: text('name').notNull(),
    sha256: text('sha256').notNull(),
    /** In pixels. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    uploadedBy: ref('uploaded_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('plan_drawings_project').on(t.projectId), index('plan_drawings_sha256').on(t.sha256)],
);
