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
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
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
    /** On top of the model's price, in cents. */
    premiumCents: cents('premium_cents').notNull().default(0),
    /** Not for sale (model house, legal, public use), with the reason shown to staff. */
    withheld: boolean('withheld').notNull().default(false),
    withheldReason: text('withheld_reason'),
    /** 1-7, domain.md §2. The database keeps it (`lot_states`, 0058): nobody else writes it. */
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
      .where(sql`state_id = 1 and type_id not in (7, 8)`),
    // A change of state writes here too: what was just written waits in a list that every search reads, and is kept short.
    index('lots_words')
      .using('gin', sql`name gin_trgm_ops`, sql`block gin_trgm_ops`)
      .with({ gin_pending_list_limit: 128 }),
  ],
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
    /** hold (30 minutes) · offer (to the first of the waiting list) · reservation (48 h) · separation (15 days) · sale */
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

/**
 * Who waits for a taken lot, in the order of arrival: `place` goes up under the lot's lock, and nobody's is given twice.
 * Waiting is who has neither left nor been offered the lot; what became of an offer is told by its claim.
 */
export const lotWaitlist = pgTable(
  'lot_waitlist',
  {
    id: id(),
    lotId: ref('lot_id')
      .notNull()
      .references(() => lots.id),
    place: integer('place').notNull(),
    personId: ref('person_id')
      .notNull()
      .references(() => people.id),
    /** E.164, as the person gave it: one place a telephone and lot. */
    phone: text('phone').notNull(),
    modelId: ref('model_id').references(() => houseModels.id),
    /** The sale that waits; once the lot is offered, the one that has the offer. */
    saleId: ref('sale_id').references(() => sales.id),
    adviserId: ref('adviser_id').references(() => users.id),
    /** The colleague who wrote the person down; null: the buyer did. */
    joinedBy: ref('joined_by').references(() => users.id),
    joinedAt: instant('joined_at').notNull(),
    /** When the person agreed that the data are kept for this. */
    consentAt: instant('consent_at').notNull(),
    leftAt: instant('left_at'),
    leftReason: text('left_reason'),
    offeredAt: instant('offered_at'),
    claimId: ref('claim_id')
      .references(() => lotClaims.id)
      .unique('lot_waitlist_claim'),
  },
  (t) => [
    unique('lot_waitlist_place').on(t.lotId, t.place),
    uniqueIndex('lot_waitlist_phone')
      .on(t.lotId, t.phone)
      .where(sql`left_at is null and offered_at is null`),
    index('lot_waitlist_waiting')
      .on(t.lotId, t.place)
      .where(sql`left_at is null and offered_at is null`),
    index('lot_waitlist_sale').on(t.saleId),
    index('lot_waitlist_person').on(t.personId),
  ],
);

/** Each drawing that was uploaded for a project's plan, as the picture that the server made of it. */
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
