import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import { cents, id, instant, ref } from '#server/kernel/columns.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { contractItems, contracts } from '#server/modules/works/contracts/construction.table.ts';

/**
 * A job (trabajo): an activity of a house in a contract, or an item of a contract measured by quantity. Made when the
 * contract is in force. The jobs of a house add up to its amount in the contract (trigger contract_sums).
 */
export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    contractId: ref('contract_id')
      .notNull()
      .references(() => contracts.id),
    houseId: ref('house_id').references(() => houses.id),
    /** contract_activities (the list) */
    activityId: integer('activity_id'),
    itemId: ref('item_id').references(() => contractItems.id),
    /** states_jobs */
    stateId: smallint('state_id').notNull().default(1),
    /** Without ITBMS. */
    amountCents: cents('amount_cents').notNull(),
    /** Basis points. Of an item they follow its quantity. */
    approvedBp: integer('approved_bp').notNull().default(0),
    reportedBp: integer('reported_bp').notNull().default(0),
    /** Only of an item: its quantity and price, and what was approved and reported of it. */
    quantity: numeric('quantity', { precision: 14, scale: 3, mode: 'number' }),
    priceCents: cents('price_cents'),
    approvedQuantity: numeric('approved_quantity', { precision: 14, scale: 3, mode: 'number' }),
    reportedQuantity: numeric('reported_quantity', { precision: 14, scale: 3, mode: 'number' }),
    /** What was approved, in centavos, rounded half up. */
    certifiedCents: cents('certified_cents')
      .notNull()
      .generatedAlwaysAs(
        sql`round(case when price_cents is null then amount_cents::numeric * approved_bp / 10000 else approved_quantity * price_cents end)::bigint`,
      ),
    /** While its contract is in force no other contract in force has this activity of the house. */
    /** The week in which it is to be built, `2026-W12`, and the priority (ticket_priorities) there. */
    week: text('week'),
    priorityId: smallint('priority_id'),
    /** The state to which a suspended job returns. */
    resumeStateId: smallint('resume_state_id'),
    inForce: boolean('in_force').notNull().default(true),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('jobs_one_in_force')
      .on(t.houseId, t.activityId)
      .where(sql`in_force`),
    uniqueIndex('jobs_of_contract').on(t.contractId, t.houseId, t.activityId),
    uniqueIndex('jobs_item').on(t.itemId),
    index('jobs_state').on(t.stateId, t.id),
    index('jobs_week').on(t.week, t.id),
    check(
      'jobs_resume',
      sql`state_id <> ${sql.raw(String(JOB_STATE.suspended))} or resume_state_id is not null`,
    ),
    check(
      'jobs_what',
      sql`(house_id is null) = (activity_id is null) and (house_id is null) = (item_id is not null)
        and (item_id is null) = (quantity is null) and (item_id is null) = (price_cents is null)
        and (item_id is null) = (approved_quantity is null) and (item_id is null) = (reported_quantity is null)`,
    ),
    check(
      'jobs_measures',
      sql`amount_cents >= 0 and approved_bp between 0 and 10000 and reported_bp between 0 and 10000
        and approved_quantity between 0 and quantity and reported_quantity >= 0`,
    ),
  ],
);
