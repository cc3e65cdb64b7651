import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { Measure } from '#contract/works/contracts/rules.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
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
    /** How its works are measured: percent of the activities of each house, or quantities of items. */
    measure: text('measure').$type<Measure>().notNull().default('partidas'),
    /** Agreed price without ITBMS; null until it is agreed. After the draft only a signed addendum changes it. */
    amountCents: cents('amount_cents'),
    /** Basis points of each account: amortised advance, retention, and ITBMS on it (domain.md §4.6). */
    advanceBp: integer('advance_bp').notNull().default(0),
    retentionBp: integer('retention_bp').notNull().default(1000),
    itbmsBp: integer('itbms_bp').notNull().default(700),
    /** Basis points of the amount that the performance bond (fianza de cumplimiento) must cover; 0: none is asked. */
    performanceBp: integer('performance_bp').notNull().default(0),
    /** Months from the provisional reception after which the rest of the retention returns with a bond for hidden defects. */
    retentionMonths: smallint('retention_months').notNull().default(12),
    /** Payment of the advance. */
    advanceCents: cents('advance_cents'),
    advancePaidOn: day('advance_paid_on'),
    /** The company's bank account that it left from; null: the general one of the books. */
    advanceFromId: ref('advance_from_id').references(() => bankAccounts.id),
    advanceReference: text('advance_reference'),
    advancePaidBy: ref('advance_paid_by').references(() => users.id),
    submittedBy: ref('submitted_by').references(() => users.id),
    approvedBy: ref('approved_by').references(() => users.id),
    signedOn: day('signed_on'),
    /** The day of the acta of final acceptance (recepción final). */
    acceptedOn: day('accepted_on'),
    /** The rescinded contract whose rest this one builds. */
    predecessorId: ref('predecessor_id').references((): AnyPgColumn => contracts.id),
    stateSince: instant('state_since'),
    /** Planned dates; the weekly schedule comes from programming. */
    startsOn: day('starts_on'),
    endsOn: day('ends_on'),
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
    index('contracts_state').on(t.stateId, t.id),
    index('contracts_predecessor').on(t.predecessorId),
    check('contracts_amount', sql`amount_cents > 0`),
    check('contracts_dates', sql`ends_on >= starts_on`),
    check('contracts_measure', sql`measure in ('actividades', 'partidas')`),
    check(
      'contracts_percents',
      sql`advance_bp between 0 and 5000 and retention_bp between 0 and 5000 and itbms_bp between 0 and 10000
        and performance_bp between 0 and 10000 and advance_bp + retention_bp <= 10000 and retention_months between 0 and 60`,
    ),
    check(
      'contracts_advance',
      sql`(advance_cents is null) = (advance_paid_on is null) and advance_cents > 0`,
    ),
    check(
      'contracts_approver',
      sql`approved_by is null or (approved_by is distinct from created_by and approved_by is distinct from submitted_by)`,
    ),
  ],
);

/** The houses of a contract, each with its part of the amount. A house may be in several contracts, once in each. */
export const contractHouses = pgTable(
  'contract_houses',
  {
    contractId: ref('contract_id')
      .notNull()
      .references(() => contracts.id),
    houseId: ref('house_id')
      .notNull()
      .references(() => houses.id),
    /** Without ITBMS; null until the amount is agreed. The parts add up to the contract (trigger contract_sums). */
    amountCents: cents('amount_cents'),
  },
  (t) => [
    primaryKey({ columns: [t.contractId, t.houseId] }),
    index('contract_houses_house').on(t.houseId),
    check('contract_houses_amount', sql`amount_cents >= 0`),
  ],
);

/** The activities that a contract builds in each of its houses. The weights add up to 10,000 (trigger contract_sums). */
export const contractActivities = pgTable(
  'contract_activities',
  {
    contractId: ref('contract_id')
      .notNull()
      .references(() => contracts.id),
    /** contract_activities (the list) */
    activityId: integer('activity_id').notNull(),
    weightBp: integer('weight_bp').notNull(),
    /** codigos_costo */
    costCodeId: integer('cost_code_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.contractId, t.activityId] }),
    check('contract_activities_weight', sql`weight_bp between 1 and 10000`),
  ],
);

/** Items (partidas) of a contract measured by quantity. The amounts add up to the contract (trigger contract_sums). */
export const contractItems = pgTable(
  'contract_items',
  {
    id: id(),
    contractId: ref('contract_id')
      .notNull()
      .references(() => contracts.id),
    position: smallint('position').notNull(),
    code: text('code').notNull(),
    description: text('description').notNull(),
    unit: text('unit').notNull(),
    quantity: numeric('quantity', { precision: 14, scale: 3, mode: 'number' }).notNull(),
    priceCents: cents('price_cents').notNull(),
    /** Quantity × price, rounded half up. */
    amountCents: cents('amount_cents')
      .notNull()
      .generatedAlwaysAs(sql`round(quantity * price_cents)::bigint`),
    /** codigos_costo */
    costCodeId: integer('cost_code_id').notNull(),
  },
  (t) => [
    uniqueIndex('contract_items_code').on(t.contractId, sql`lower(code)`),
    check('contract_items_values', sql`quantity >= 0 and price_cents > 0`),
  ],
);
