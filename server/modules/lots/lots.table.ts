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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { cents, id, instant, ref } from '#server/kernel/columns.ts';
import { projects } from '#server/modules/projects/projects.table.ts';
import { sales } from '#server/modules/sales/sales.table.ts';

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
    /** On top of the model's price, in cents. */
    premiumCents: cents('premium_cents').notNull().default(0),
    /** Not for sale (model house, legal, public use), with the reason shown to staff. */
    withheld: boolean('withheld').notNull().default(false),
    withheldReason: text('withheld_reason'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [unique('lots_name').on(t.projectId, t.name), index('lots_project_block').on(t.projectId, t.block)],
);

/** One exclusive claim on a lot: who has it, as what, until when. History stays; the live one has no released_at. */
export const lotClaims = pgTable(
  'lot_claims',
  {
    id: id(),
    lotId: ref('lot_id')
      .notNull()
      .references(() => lots.id),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** hold (30 minutes) · reservation (48 h) · separation (15 days) · sale */
    kind: text('kind').notNull(),
    since: instant('since').notNull(),
    /** Null: does not end by itself (a sale, or a reported payment that waits for accounting). */
    until: instant('until'),
    /** Of its time, what was left when a payment was reported: the clock stands still until accounting answers. */
    remainingSeconds: integer('remaining_seconds'),
    /** The browser and the address that claimed it, for the caps; null when the office did. */
    visitor: uuid('visitor'),
    address: text('address'),
    releasedAt: instant('released_at'),
    releaseReason: text('release_reason'),
  },
  (t) => [
    uniqueIndex('lot_claims_one_per_lot')
      .on(t.lotId)
      .where(sql`released_at is null`),
    uniqueIndex('lot_claims_one_per_sale')
      .on(t.saleId)
      .where(sql`released_at is null`),
    index('lot_claims_until')
      .on(t.until)
      .where(sql`released_at is null`),
    index('lot_claims_sale').on(t.saleId),
    index('lot_claims_visitor')
      .on(t.visitor)
      .where(sql`released_at is null`),
    index('lot_claims_address')
      .on(t.address)
      .where(sql`released_at is null`),
  ],
);
