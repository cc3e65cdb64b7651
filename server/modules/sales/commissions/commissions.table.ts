import { anyOf, idOf } from '#server/kernel/db.ts';
import { COMMISSION, OWED_COMMISSIONS } from '#contract/sales/commissions/rules.ts';
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
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { CommissionEvent, Payee } from '#contract/sales/commissions/rules.ts';
import { cents, citext, day, id, instant, ref } from '#server/kernel/columns.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

const percent = (name: string) => numeric(name, { precision: 6, scale: 3, mode: 'number' });

/** External brokers who bring buyers. */
export const brokers = pgTable('brokers', {
  id: id(),
  version: integer('version').notNull().default(1),
  name: text('name').notNull(),
  document: text('document'),
  phone: text('phone'),
  email: citext('email'),
  active: boolean('active').notNull().default(true),
  createdBy: ref('created_by').references(() => users.id),
  createdAt: instant('created_at').notNull(),
});

/**
 * Commission rules by period. Immutable, except that the last day may be set later. No two overlap in project, payee
 * and days.
 */
export const commissionRules = pgTable(
  'commission_rules',
  {
    id: id(),
    /** Null: all projects without their own rule. */
    projectId: ref('project_id').references(() => projects.id),
    payee: text('payee').$type<Payee>().notNull(),
    /** Percent of the price; or a fixed sum. */
    percent: percent('percent'),
    fixedCents: cents('fixed_cents'),
    /** Percent of the commission released by each event; the sum is 100. */
    separation: percent('separation').notNull(),
    promise: percent('promise').notNull(),
    disbursement: percent('disbursement').notNull(),
    validFrom: day('valid_from').notNull(),
    validTo: day('valid_to'),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  () => [
    check('commission_rules_payee', sql`payee in ('asesor', 'corredor')`),
    check(
      'commission_rules_amount',
      sql`(percent is null) <> (fixed_cents is null) and percent >= 0 and fixed_cents > 0`,
    ),
    check(
      'commission_rules_split',
      sql`separation >= 0 and promise >= 0 and disbursement >= 0 and separation + promise + disbursement = 100`,
    ),
    check('commission_rules_days', sql`valid_to is null or valid_to >= valid_from`),
  ],
);

/** Payee and rule of a sale's commission, fixed when the pre-contract is received. */
export const commissions = pgTable(
  'commissions',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    payee: text('payee').$type<Payee>().notNull(),
    userId: ref('user_id').references(() => users.id),
    brokerId: ref('broker_id').references(() => brokers.id),
    ruleId: ref('rule_id')
      .notNull()
      .references(() => commissionRules.id),
    /** The total in centavos; follows the price until the first part is released. */
    totalCents: cents('total_cents').notNull(),
    /** Null: set by the system. */
    namedBy: ref('named_by').references(() => users.id),
    namedAt: instant('named_at').notNull(),
  },
  (t) => [
    uniqueIndex('commissions_once').on(t.saleId, t.payee),
    index('commissions_user').on(t.userId),
    index('commissions_broker').on(t.brokerId),
    check(
      'commissions_payee',
      sql`(payee = 'asesor' and user_id is not null and broker_id is null) or (payee = 'corredor' and broker_id is not null and user_id is null)`,
    ),
  ],
);

/**
 * Parts of commissions by the event that releases them, and reverse entries. The cents never change after the release.
 */
export const commissionLines = pgTable(
  'commission_lines',
  {
    id: id(),
    commissionId: ref('commission_id')
      .notNull()
      .references(() => commissions.id),
    event: text('event').$type<CommissionEvent>().notNull(),
    /** The part that this reverse entry takes back. */
    reversesId: ref('reverses_id'),
    cents: cents('cents').notNull(),
    /** 1 Por liberar · 2 Liberada · 3 Preparada · 4 Por pagar · 5 Pagada · 6 Anulada · 7 Compensada */
    stateId: smallint('state_id').notNull(),
    version: integer('version').notNull().default(1),
    releasedAt: instant('released_at'),
    preparedBy: ref('prepared_by').references(() => users.id),
    preparedAt: instant('prepared_at'),
    approvedBy: ref('approved_by').references(() => users.id),
    approvedAt: instant('approved_at'),
    paidBy: ref('paid_by').references(() => users.id),
    paidAt: instant('paid_at'),
    reference: text('reference'),
    paidOn: day('paid_on'),
    /** The company's bank account that the payment left. */
    paidFromId: ref('paid_from_id').references(() => bankAccounts.id),
    /** It no longer counts for its event: cancelled or reversed. */
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('commission_lines_live')
      .on(t.commissionId, t.event)
      .where(sql`reverses_id is null and ended_at is null`),
    uniqueIndex('commission_lines_reverse').on(t.reversesId),
    index('commission_lines_state').on(t.stateId, t.id),
    index('commission_lines_owed_back')
      .on(t.commissionId)
      .where(sql`reverses_id is not null and state_id in ${anyOf(OWED_COMMISSIONS)}`),
    // includes the columns that an account sums
    index('commission_lines_commission').on(t.commissionId, t.stateId, t.cents),
    check(
      'commission_lines_sign',
      sql`(reverses_id is null and cents >= 0) or (reverses_id is not null and cents <= 0)`,
    ),
    check('commission_lines_people', sql`approved_by is distinct from prepared_by or approved_by is null`),
    check(
      'commission_lines_steps',
      sql`(state_id not in ${anyOf([COMMISSION.prepared, COMMISSION.approved, COMMISSION.paid])} or prepared_by is not null) and (state_id not in ${anyOf([COMMISSION.approved, COMMISSION.paid])} or approved_by is not null)
        and (state_id <> ${idOf(COMMISSION.paid)} or (paid_by is not null and reference is not null and paid_on is not null))`,
    ),
  ],
);

/**
 * Deductions from a payout for parts paid for sales that ended (their reverse entries). The rest is carried forward.
 */
export const commissionOffsets = pgTable(
  'commission_offsets',
  {
    id: id(),
    /** The part whose payout was reduced. */
    lineId: ref('line_id')
      .notNull()
      .references(() => commissionLines.id),
    reverseId: ref('reverse_id')
      .notNull()
      .references(() => commissionLines.id),
    cents: cents('cents').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    unique('commission_offsets_once').on(t.lineId, t.reverseId),
    index('commission_offsets_reverse').on(t.reverseId),
    check('commission_offsets_amount', sql`cents > 0`),
  ],
);
