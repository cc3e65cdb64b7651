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
import { ACCOUNT_STATE as S, type DeductionKind } from '#contract/works/accounts/rules.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';

/** As text, because a constraint has no parameters. */
const states = (...ids: number[]) => sql.raw(`(${ids.join(', ')})`);

/** Progress accounts (cuentas de obra), numbered by contract. The advance is number 0 and stands on the contract. */
export const progressAccounts = pgTable(
  'progress_accounts',
  {
    id: id(),
    contractId: ref('contract_id')
      .notNull()
      .references(() => contracts.id),
    number: smallint('number').notNull(),
    /** ACCOUNT_STATE */
    stateId: smallint('state_id').notNull().default(1),
    measuredOn: day('measured_on').notNull(),
    /** The terms on its day, in basis points, and the contract with its addenda. */
    contractCents: cents('contract_cents').notNull(),
    advanceBp: integer('advance_bp').notNull(),
    retentionBp: integer('retention_bp').notNull(),
    itbmsBp: integer('itbms_bp').notNull(),
    withholdingBp: integer('withholding_bp').notNull(),
    grossCents: cents('gross_cents').notNull(),
    amortisedCents: cents('amortised_cents').notNull(),
    retainedCents: cents('retained_cents').notNull(),
    itbmsCents: cents('itbms_cents').notNull(),
    withheldCents: cents('withheld_cents').notNull(),
    deductionsCents: cents('deductions_cents').notNull().default(0),
    netCents: cents('net_cents').notNull(),
    madeBy: ref('made_by')
      .notNull()
      .references(() => users.id),
    countersignedBy: ref('countersigned_by').references(() => users.id),
    countersignedAt: instant('countersigned_at'),
    countersignedHash: text('countersigned_hash'),
    approvedBy: ref('approved_by').references(() => users.id),
    approvedAt: instant('approved_at'),
    paidOn: day('paid_on'),
    paidBank: text('paid_bank'),
    paidReference: text('paid_reference'),
    /** The company's bank account that it left from; null: the general one of the books. */
    paidFromId: ref('paid_from_id').references(() => bankAccounts.id),
    paidBy: ref('paid_by').references(() => users.id),
    endReason: text('end_reason'),
    /** Of the time before the system: nobody here approved or paid it. */
    imported: boolean('imported').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('progress_accounts_number').on(t.contractId, t.number),
    // What another account holds open is not measured a second time.
    uniqueIndex('progress_accounts_one_open')
      .on(t.contractId)
      .where(sql`state_id in ${states(S.draft, S.sent, S.countersigned)}`),
    index('progress_accounts_state').on(t.stateId, t.id),
    check(
      'progress_accounts_money',
      sql`net_cents = gross_cents - amortised_cents - retained_cents + itbms_cents - withheld_cents - deductions_cents
        and net_cents >= 0 and gross_cents >= 0 and amortised_cents >= 0 and retained_cents >= 0 and deductions_cents >= 0`,
    ),
    check(
      'progress_accounts_people',
      sql`approved_by is distinct from made_by
        and (paid_by is null or (paid_by <> made_by and paid_by is distinct from approved_by))`,
    ),
    check(
      'progress_accounts_steps',
      sql`(imported or state_id not in ${states(S.approved, S.paid)} or approved_by is not null)
        and (state_id <> ${sql.raw(String(S.paid))} or paid_on is not null) and num_nulls(paid_on, paid_bank, paid_reference) in (0, 3)
        and (imported or (paid_on is null) = (paid_by is null))
        and num_nulls(countersigned_by, countersigned_at, countersigned_hash) in (0, 3)`,
    ),
  ],
);

/** What an account takes of a job: from what was billed to what is approved, in centavos and in percent or quantity. */
export const accountLines = pgTable(
  'account_lines',
  {
    id: id(),
    accountId: ref('account_id')
      .notNull()
      .references(() => progressAccounts.id),
    jobId: ref('job_id')
      .notNull()
      .references(() => jobs.id),
    /** Percent as 0-100, or a quantity of the item. */
    fromDone: numeric('from_done', { precision: 14, scale: 3, mode: 'number' }).notNull(),
    toDone: numeric('to_done', { precision: 14, scale: 3, mode: 'number' }).notNull(),
    fromCents: cents('from_cents').notNull(),
    toCents: cents('to_cents').notNull(),
    /** Negative when what is approved fell below what was billed. */
    cents: cents('cents')
      .notNull()
      .generatedAlwaysAs(sql`to_cents - from_cents`),
    /** Why the contractor disputes it; then it does not count. */
    dispute: text('dispute'),
    disputedBy: ref('disputed_by').references(() => users.id),
  },
  (t) => [
    uniqueIndex('account_lines_job').on(t.accountId, t.jobId),
    index('account_lines_of_job').on(t.jobId),
    check(
      'account_lines_values',
      sql`from_cents >= 0 and to_cents >= 0 and (dispute is null) = (disputed_by is null)`,
    ),
  ],
);

export const accountDeductions = pgTable(
  'account_deductions',
  {
    id: id(),
    accountId: ref('account_id')
      .notNull()
      .references(() => progressAccounts.id),
    kind: text('kind').$type<DeductionKind>().notNull(),
    reason: text('reason').notNull(),
    /** The number of the document that proves it. */
    paper: text('paper').notNull(),
    amountCents: cents('amount_cents').notNull(),
    madeBy: ref('made_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('account_deductions_account').on(t.accountId),
    check(
      'account_deductions_values',
      sql`amount_cents > 0 and kind in ('materiales', 'multa', 'prestamo', 'otro')`,
    ),
  ],
);

/** What leaves the retention of a contract: returned to the contractor, or charged for a repair. */
export const retentionMoves = pgTable(
  'retention_moves',
  {
    id: id(),
    contractId: ref('contract_id')
      .notNull()
      .references(() => contracts.id),
    kind: text('kind').$type<'devolucion' | 'cargo'>().notNull(),
    amountCents: cents('amount_cents').notNull(),
    movedOn: day('moved_on').notNull(),
    bank: text('bank'),
    /** The company's bank account that it left from; null: the general one of the books. */
    paidFromId: ref('paid_from_id').references(() => bankAccounts.id),
    /** Of the payment, or the document that proves the charge. */
    reference: text('reference').notNull(),
    reason: text('reason'),
    madeBy: ref('made_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('retention_moves_contract').on(t.contractId, t.id),
    check(
      'retention_moves_values',
      sql`amount_cents > 0 and kind in ('devolucion', 'cargo') and (kind = 'devolucion') = (bank is not null) and (kind = 'cargo') = (reason is not null)`,
    ),
  ],
);
