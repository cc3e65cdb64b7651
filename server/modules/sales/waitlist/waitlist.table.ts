import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/**
 * The waitlist of a taken lot in order of arrival. `place` increases under the lot's lock and is never reused. An entry
 * waits while it has not left and has had no offer; the claim tells the result of an offer.
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
    /** E.164, as the person gave it. One entry per telephone and lot. */
    phone: text('phone').notNull(),
    modelId: ref('model_id').references(() => houseModels.id),
    /** The sale that waits; after an offer, the sale that has the offer. */
    saleId: ref('sale_id').references(() => sales.id),
    adviserId: ref('adviser_id').references(() => users.id),
    /** The staff user who added the person; null: the buyer joined. */
    joinedBy: ref('joined_by').references(() => users.id),
    joinedAt: instant('joined_at').notNull(),
    /** When the person consented to the storage of the data for this purpose. */
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
