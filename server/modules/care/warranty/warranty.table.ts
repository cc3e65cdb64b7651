import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { CHARGE } from '#contract/care/warranty/charges.ts';
import type { Cover } from '#contract/care/covers/parts.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { idOf } from '#server/kernel/db.ts';
import { handovers, punchItems } from '#server/modules/care/handover/handover.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';

/** Families that were told that a cover of their house ends. */
export const warrantyNotices = pgTable(
  'warranty_notices',
  {
    handoverId: ref('handover_id')
      .notNull()
      .references(() => handovers.id),
    cover: text('cover').$type<Cover>().notNull(),
    until: day('until').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.handoverId, t.cover, t.until] })],
);

/** A repair under warranty charged to the contractor who built it. */
export const backCharges = pgTable(
  'back_charges',
  {
    id: id(),
    code: text('code').notNull().unique(),
    contractId: ref('contract_id')
      .notNull()
      .references(() => contracts.id),
    houseId: ref('house_id').references(() => houses.id),
    itemId: ref('item_id').references(() => punchItems.id),
    /** CHARGE */
    stateId: smallint('state_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** Taken from the retention, and owed by the contractor because the retention had no more. */
    retainedCents: cents('retained_cents').notNull().default(0),
    receivableCents: cents('receivable_cents').notNull().default(0),
    paper: text('paper').notNull(),
    reason: text('reason').notNull(),
    madeBy: ref('made_by')
      .notNull()
      .references(() => users.id),
    decidedBy: ref('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
    collectedOn: day('collected_on'),
    collectedBank: text('collected_bank'),
    collectedReference: text('collected_reference'),
    /** The company's bank account where it arrived. */
    collectedIntoId: ref('collected_into_id').references(() => bankAccounts.id),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('back_charges_paper')
      .on(t.contractId, sql`lower(paper)`)
      .where(sql`state_id <> ${idOf(CHARGE.refused)}`),
    index('back_charges_contract').on(t.contractId, t.id),
    index('back_charges_state').on(t.stateId, t.id),
    index('back_charges_amount').on(t.amountCents, t.id),
    index('back_charges_item').on(t.itemId),
    check('back_charges_two', sql`decided_by is distinct from made_by or decided_by is null`),
    check(
      'back_charges_money',
      sql`amount_cents > 0 and retained_cents >= 0 and receivable_cents >= 0
        and (state_id in (${idOf(CHARGE.asked)}, ${idOf(CHARGE.refused)})) = (retained_cents + receivable_cents = 0)
        and retained_cents + receivable_cents in (0, amount_cents)
        and (state_id in (${idOf(CHARGE.owed)}, ${idOf(CHARGE.collected)})) = (receivable_cents > 0)`,
    ),
    check(
      'back_charges_steps',
      sql`(state_id = ${idOf(CHARGE.asked)}) = (decided_by is null) and (decided_by is null) = (decided_at is null)
        and (state_id = ${idOf(CHARGE.collected)}) = (collected_on is not null)
        and num_nulls(collected_on, collected_bank, collected_reference) in (0, 3)`,
    ),
  ],
);
