import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  numeric,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { CONTRACT_ADDENDUM } from '#contract/works/contracts/rules.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { contractItems, contracts } from './construction.table.ts';

/** An addendum of a contract of works: the only thing that changes an agreed amount. It is applied when it is signed. */
export const contractAddenda = pgTable(
  'contract_addenda',
  {
    id: id(),
    contractId: ref('contract_id')
      .notNull()
      .references(() => contracts.id),
    /** 1, 2 … in its contract. */
    number: smallint('number').notNull(),
    /** 1 Borrador · 2 Aprobada · 3 Firmada · 4 Anulada */
    stateId: smallint('state_id').notNull().default(1),
    version: integer('version').notNull().default(1),
    reason: text('reason').notNull(),
    /** The new last planned day; null: it stays. */
    endsOn: day('ends_on'),
    /** What its lines add to the contract; negative: take away. */
    deltaCents: cents('delta_cents').notNull(),
    signedOn: day('signed_on'),
    createdBy: ref('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    approvedBy: ref('approved_by').references(() => users.id),
    approvedAt: instant('approved_at'),
  },
  (t) => [
    unique('contract_addenda_number').on(t.contractId, t.number),
    index('contract_addenda_state').on(t.stateId, t.id),
    check('contract_addenda_people', sql`approved_by is distinct from created_by`),
    check(
      'contract_addenda_steps',
      sql`(state_id not in ${anyOf([CONTRACT_ADDENDUM.approved, CONTRACT_ADDENDUM.signed])} or approved_at is not null)
        and (state_id = ${idOf(CONTRACT_ADDENDUM.signed)}) = (signed_on is not null)`,
    ),
  ],
);

/** What an addendum adds to a house or to the quantity of an item, or the new item that it adds. */
export const contractAddendumLines = pgTable(
  'contract_addendum_lines',
  {
    id: id(),
    addendumId: ref('addendum_id')
      .notNull()
      .references(() => contractAddenda.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    houseId: ref('house_id').references(() => houses.id),
    deltaCents: cents('delta_cents').notNull(),
    /** An item of the contract, or null with the fields of a new one. */
    itemId: ref('item_id').references(() => contractItems.id),
    code: text('code'),
    description: text('description'),
    unit: text('unit'),
    deltaQuantity: numeric('delta_quantity', { precision: 14, scale: 3, mode: 'number' }),
    priceCents: cents('price_cents'),
    costCodeId: integer('cost_code_id'),
  },
  (t) => [
    uniqueIndex('contract_addendum_lines_house').on(t.addendumId, t.houseId),
    uniqueIndex('contract_addendum_lines_item').on(t.addendumId, t.itemId),
    index('contract_addendum_lines_of_item').on(t.itemId),
    check(
      'contract_addendum_lines_what',
      sql`(house_id is null) = (delta_quantity is not null) and (house_id is null or item_id is null)
        and (house_id is not null or item_id is not null or (code is not null and description is not null and unit is not null
          and price_cents > 0 and cost_code_id is not null and delta_quantity > 0))`,
    ),
  ],
);
