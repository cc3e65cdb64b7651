import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { REPLENISHMENT_STATE as S } from '#contract/money/pettyCash/rules.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';

const state = (id: number) => sql.raw(String(id));
const states = (...ids: number[]) => sql.raw(`(${ids.join(', ')})`);
const by = (name: string) => ref(name).references(() => users.id);

/** A petty cash fund and who keeps it. */
export const pettyFunds = pgTable(
  'petty_funds',
  {
    id: id(),
    name: text('name').notNull(),
    companyId: ref('company_id')
      .notNull()
      .references(() => partners.id),
    projectId: ref('project_id').references(() => projects.id),
    custodianId: by('custodian_id').notNull(),
    /** What the fund should hold, in cash and vouchers. */
    cents: cents('cents').notNull(),
    /** The bank account that its money left, and to which it goes back. */
    paidFromId: ref('paid_from_id').references(() => bankAccounts.id),
    openedOn: day('opened_on').notNull(),
    closedOn: day('closed_on'),
    madeBy: by('made_by').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('petty_funds_name').on(sql`lower(${t.name})`),
    index('petty_funds_custodian').on(t.custodianId),
    index('petty_funds_project').on(t.projectId),
    check('petty_funds_cents', sql`cents > 0`),
  ],
);

/** Asks for the money of the fund's vouchers; approved by another than its custodian, paid in a batch. */
export const pettyReplenishments = pgTable(
  'petty_replenishments',
  {
    id: id(),
    fundId: ref('fund_id')
      .notNull()
      .references(() => pettyFunds.id),
    number: smallint('number').notNull(),
    /** REPLENISHMENT_STATE */
    stateId: smallint('state_id').notNull().default(1),
    cents: cents('cents').notNull(),
    askedOn: day('asked_on').notNull(),
    approvedOn: day('approved_on'),
    paidOn: day('paid_on'),
    endReason: text('end_reason'),
    madeBy: by('made_by').notNull(),
    approvedBy: by('approved_by'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('petty_replenishments_number').on(t.fundId, t.number),
    uniqueIndex('petty_replenishments_open')
      .on(t.fundId)
      .where(sql`state_id in ${states(S.asked, S.approved, S.inPayment)}`),
    index('petty_replenishments_state').on(t.stateId, t.id),
    check(
      'petty_replenishments_values',
      sql`cents > 0 and approved_by is distinct from made_by and (state_id not in ${states(S.approved, S.inPayment, S.paid)} or approved_by is not null)
        and (state_id = ${state(S.paid)}) = (paid_on is not null) and (state_id = ${state(S.rejected)}) = (end_reason is not null)`,
    ),
  ],
);

/** What was bought with petty cash, with its photograph. */
export const pettyVouchers = pgTable(
  'petty_vouchers',
  {
    id: id(),
    fundId: ref('fund_id')
      .notNull()
      .references(() => pettyFunds.id),
    number: integer('number').notNull(),
    spentOn: day('spent_on').notNull(),
    supplier: text('supplier').notNull(),
    ruc: text('ruc'),
    dv: text('dv'),
    paper: text('paper').notNull(),
    concept: text('concept').notNull(),
    cents: cents('cents').notNull(),
    itbmsCents: cents('itbms_cents').notNull().default(0),
    /** accounting_accounts */
    accountingAccountId: integer('accounting_account_id').notNull(),
    projectId: ref('project_id').references(() => projects.id),
    houseId: ref('house_id').references(() => houses.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    replenishmentId: ref('replenishment_id').references(() => pettyReplenishments.id),
    voidedOn: day('voided_on'),
    voidReason: text('void_reason'),
    madeBy: by('made_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('petty_vouchers_number').on(t.fundId, t.number),
    index('petty_vouchers_replenishment').on(t.replenishmentId),
    index('petty_vouchers_file').on(t.fileId),
    index('petty_vouchers_project').on(t.projectId),
    index('petty_vouchers_day').on(t.spentOn, t.id),
    check(
      'petty_vouchers_values',
      sql`cents > 0 and itbms_cents between 0 and cents and (voided_on is null) = (void_reason is null)
        and (voided_on is null or replenishment_id is null) and (house_id is null or project_id is not null)`,
    ),
  ],
);

/** The cash of a fund counted; a difference needs its sentence. */
export const pettyCounts = pgTable(
  'petty_counts',
  {
    id: id(),
    fundId: ref('fund_id')
      .notNull()
      .references(() => pettyFunds.id),
    countedOn: day('counted_on').notNull(),
    expectedCents: cents('expected_cents').notNull(),
    countedCents: cents('counted_cents').notNull(),
    differenceCents: cents('difference_cents')
      .notNull()
      .generatedAlwaysAs(sql`counted_cents - expected_cents`),
    reason: text('reason').notNull().default(''),
    madeBy: by('made_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('petty_counts_fund').on(t.fundId, t.id),
    check(
      'petty_counts_values',
      sql`counted_cents >= 0 and (counted_cents = expected_cents or reason <> '')`,
    ),
  ],
);
