import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { cents, id, instant, ref } from '#server/kernel/columns.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** A contract of works between a company of the group and a contractor. */
export const contracts = pgTable(
  'contracts',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    /** tipo_contratos */
    typeId: smallint('type_id').notNull(),
    /** estados_contrato */
    stateId: smallint('state_id').notNull().default(1),
    name: text('name').notNull(),
    /** The number that people use: VS-2026-014. */
    reference: text('reference').notNull(),
    contractorId: ref('contractor_id')
      .notNull()
      .references(() => partners.id),
    contractingPartyId: ref('contracting_party_id')
      .notNull()
      .references(() => partners.id),
    /** Agreed price without ITBMS; null until it is agreed. */
    amountCents: cents('amount_cents'),
    /** Planned dates; the weekly schedule comes from programming. */
    startsOn: date('starts_on', { mode: 'string' }),
    endsOn: date('ends_on', { mode: 'string' }),
    version: integer('version').notNull().default(1),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('contracts_reference').on(t.projectId, sql`lower(reference)`),
    index('contracts_contractor').on(t.contractorId),
    index('contracts_contracting_party').on(t.contractingPartyId),
    index('contracts_type').on(t.projectId, t.typeId),
    index('contracts_name').on(t.name),
    check('contracts_amount', sql`amount_cents > 0`),
    check('contracts_dates', sql`ends_on >= starts_on`),
  ],
);

/** The houses of a contract. A house may be in several contracts, once in each. */
export const contractHouses = pgTable(
  'contract_houses',
  {
    contractId: ref('contract_id')
      .notNull()
      .references(() => contracts.id),
    houseId: ref('house_id')
      .notNull()
      .references(() => houses.id),
  },
  (t) => [primaryKey({ columns: [t.contractId, t.houseId] }), index('contract_houses_house').on(t.houseId)],
);
