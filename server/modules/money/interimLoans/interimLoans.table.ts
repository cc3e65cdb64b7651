import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { DayCount } from '#contract/money/interimLoans/interest.ts';
import {
  DRAWDOWN_STATE as D,
  LOAN_PAYMENT_STATE as P,
  LOAN_STATE as L,
  RELEASE_STATE as R,
} from '#contract/money/interimLoans/rules.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { bankStatementLines } from '#server/modules/money/statements/statements.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

const state = (id: number) => sql.raw(String(id));
const states = (...ids: number[]) => sql.raw(`(${ids.join(', ')})`);
const by = (name: string) => ref(name).references(() => users.id);
const percent = (name: string) => numeric(name, { precision: 7, scale: 4, mode: 'number' });
const loan = () =>
  ref('loan_id')
    .notNull()
    .references(() => interimLoans.id);

/**
 * The construction loan of a promotora (préstamo interino). Its sums are written by the triggers of its parts, so that
 * checks hold the limit and the balance whatever runs beside.
 */
export const interimLoans = pgTable(
  'interim_loans',
  {
    id: id(),
    companyId: ref('company_id')
      .notNull()
      .references(() => partners.id),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    /** bank_type */
    bankId: smallint('bank_id').notNull(),
    number: text('number').notNull(),
    /** LOAN_STATE */
    stateId: smallint('state_id').notNull().default(1),
    limitCents: cents('limit_cents').notNull(),
    /** What is paid back can be drawn again. */
    revolving: boolean('revolving').notNull(),
    startsOn: day('starts_on').notNull(),
    endsOn: day('ends_on').notNull(),
    dayCount: text('day_count').$type<DayCount>().notNull(),
    /** Where its money arrives, and from where it is paid. */
    bankAccountId: ref('bank_account_id')
      .notNull()
      .references(() => bankAccounts.id),
    /** Days to pay a release after the sale's bank has paid. */
    releaseDays: smallint('release_days').notNull(),
    closingFeeCents: cents('closing_fee_cents').notNull().default(0),
    /** A loan in mid-life: what had happened until the end of this day. */
    openingOn: day('opening_on'),
    openingDrawnCents: cents('opening_drawn_cents').notNull().default(0),
    openingRepaidCents: cents('opening_repaid_cents').notNull().default(0),
    openingInterestCents: cents('opening_interest_cents').notNull().default(0),
    /** Drawn, or asked for and not refused. */
    heldCents: cents('held_cents').notNull().default(0),
    drawnCents: cents('drawn_cents').notNull().default(0),
    /** Capital of payments that are on their way. */
    leavingCents: cents('leaving_cents').notNull().default(0),
    repaidCents: cents('repaid_cents').notNull().default(0),
    interestCents: cents('interest_cents').notNull().default(0),
    interestPaidCents: cents('interest_paid_cents').notNull().default(0),
    feePaidCents: cents('fee_paid_cents').notNull().default(0),
    note: text('note').notNull().default(''),
    endReason: text('end_reason'),
    /** The end of which its people were told. */
    warnedOf: day('warned_of'),
    madeBy: by('made_by').notNull(),
    approvedBy: by('approved_by'),
    approvedOn: day('approved_on'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('interim_loans_number')
      .on(t.bankId, sql`lower(${t.number})`)
      .where(sql`state_id <> ${state(L.voided)}`),
    index('interim_loans_ends').on(t.endsOn, t.id),
    index('interim_loans_starts').on(t.startsOn, t.id),
    index('interim_loans_project').on(t.projectId, t.id),
    index('interim_loans_state').on(t.stateId, t.id),
    check(
      'interim_loans_values',
      sql`limit_cents > 0 and ends_on > starts_on and day_count in ('real_360', 'real_365', 'treinta_360') and release_days between 0 and 365
        and closing_fee_cents >= 0 and opening_drawn_cents >= opening_repaid_cents and opening_repaid_cents >= 0
        and (opening_on is not null or (opening_drawn_cents = 0 and opening_interest_cents = 0))`,
    ),
    check(
      'interim_loans_limit',
      sql`held_cents - case when revolving then repaid_cents else 0 end <= limit_cents`,
    ),
    check('interim_loans_balance', sql`drawn_cents - repaid_cents - leaving_cents >= 0`),
    check(
      'interim_loans_people',
      sql`approved_by is distinct from made_by and (state_id not in ${states(L.inForce, L.closed)} or approved_by is not null)
        and (state_id = ${state(L.voided)}) = (end_reason is not null)`,
    ),
  ],
);

/** The annual rate of a loan from a day on; without an approval it counts for nothing. */
export const interimLoanRates = pgTable(
  'interim_loan_rates',
  {
    id: id(),
    loanId: loan(),
    validFrom: day('valid_from').notNull(),
    /** Annual percent 0-100. */
    rate: percent('rate').notNull(),
    madeBy: by('made_by').notNull(),
    approvedBy: by('approved_by'),
    refusedBy: by('refused_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('interim_loan_rates_one')
      .on(t.loanId, t.validFrom)
      .where(sql`refused_by is null`),
    check(
      'interim_loan_rates_values',
      sql`rate between 0 and 60 and approved_by is distinct from made_by and num_nonnulls(approved_by, refused_by) <= 1`,
    ),
  ],
);

/** The price of the release of a house: of a lot, of a model, or of every house. */
export const interimReleasePrices = pgTable(
  'interim_release_prices',
  {
    id: id(),
    loanId: loan(),
    modelId: ref('model_id').references(() => houseModels.id),
    lotId: ref('lot_id').references(() => lots.id),
    cents: cents('cents'),
    /** Of the sale's price, 0-100. */
    percent: percent('percent'),
    leastCents: cents('least_cents').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('interim_release_prices_one').on(
      t.loanId,
      sql`coalesce(model_id, 0)`,
      sql`coalesce(lot_id, 0)`,
    ),
    index('interim_release_prices_model').on(t.modelId),
    index('interim_release_prices_lot').on(t.lotId),
    check(
      'interim_release_prices_values',
      sql`num_nonnulls(model_id, lot_id) <= 1 and num_nonnulls(cents, percent) = 1 and (cents is null or cents > 0)
        and (percent is null or percent between 0 and 100) and least_cents >= 0`,
    ),
  ],
);

/** Money of the loan: asked for, approved by another, received. */
export const interimDrawdowns = pgTable(
  'interim_drawdowns',
  {
    id: id(),
    loanId: loan(),
    number: integer('number').notNull(),
    /** DRAWDOWN_STATE */
    stateId: smallint('state_id').notNull().default(1),
    cents: cents('cents').notNull(),
    purpose: text('purpose').notNull(),
    requestedOn: day('requested_on').notNull(),
    receivedOn: day('received_on'),
    reference: text('reference'),
    statementLineId: ref('statement_line_id').references(() => bankStatementLines.id),
    endReason: text('end_reason'),
    madeBy: by('made_by').notNull(),
    approvedBy: by('approved_by'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('interim_drawdowns_number').on(t.loanId, t.number),
    uniqueIndex('interim_drawdowns_line').on(t.statementLineId),
    index('interim_drawdowns_state').on(t.stateId, t.id),
    check(
      'interim_drawdowns_values',
      sql`cents > 0 and approved_by is distinct from made_by and (state_id not in ${states(D.approved, D.received)} or approved_by is not null)
        and (state_id = ${state(D.received)}) = (received_on is not null) and (state_id = ${state(D.refused)}) = (end_reason is not null)
        and (statement_line_id is null or received_on is not null)`,
    ),
  ],
);

/** The interest of a month, kept by a job when the month has ended. */
export const interimInterest = pgTable(
  'interim_interest',
  {
    id: id(),
    loanId: loan(),
    /** 202611 */
    period: integer('period').notNull(),
    fromOn: day('from_on').notNull(),
    untilOn: day('until_on').notNull(),
    days: smallint('days').notNull(),
    cents: cents('cents').notNull(),
    computedAt: instant('computed_at').notNull(),
  },
  (t) => [
    uniqueIndex('interim_interest_month').on(t.loanId, t.period),
    check('interim_interest_values', sql`cents >= 0 and days > 0 and until_on >= from_on`),
  ],
);

/** Money to the lender: interest, capital, fee, and the capital of releases. A fact with its days. */
export const interimPayments = pgTable(
  'interim_payments',
  {
    id: id(),
    loanId: loan(),
    number: integer('number').notNull(),
    /** LOAN_PAYMENT_STATE */
    stateId: smallint('state_id').notNull().default(1),
    interestCents: cents('interest_cents').notNull(),
    /** With that of its releases. */
    capitalCents: cents('capital_cents').notNull(),
    feeCents: cents('fee_cents').notNull(),
    payOn: day('pay_on').notNull(),
    paidOn: day('paid_on'),
    reference: text('reference'),
    reversedOn: day('reversed_on'),
    endReason: text('end_reason'),
    madeBy: by('made_by').notNull(),
    approvedBy: by('approved_by'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('interim_payments_number').on(t.loanId, t.number),
    index('interim_payments_state').on(t.stateId, t.id),
    check(
      'interim_payments_values',
      sql`interest_cents >= 0 and capital_cents >= 0 and fee_cents >= 0 and interest_cents + capital_cents + fee_cents > 0
        and approved_by is distinct from made_by and (state_id not in ${states(P.approved, P.paid, P.reversed)} or approved_by is not null)
        and (state_id in ${states(P.paid, P.reversed)}) = (paid_on is not null) and (state_id = ${state(P.reversed)}) = (reversed_on is not null)
        and (reversed_on is null or reversed_on >= paid_on) and (state_id in ${states(P.refused, P.reversed)}) = (end_reason is not null)`,
    ),
  ],
);

/** The capital of a payment that releases each house: it stays when the payment is reversed. */
export const interimPaymentLots = pgTable(
  'interim_payment_lots',
  {
    paymentId: ref('payment_id')
      .notNull()
      .references(() => interimPayments.id),
    lotId: ref('lot_id')
      .notNull()
      .references(() => lots.id),
    cents: cents('cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.paymentId, t.lotId] }),
    index('interim_payment_lots_lot').on(t.lotId),
    check('interim_payment_lots_cents', sql`cents > 0`),
  ],
);

/** The release of a house from the mortgage of a loan: due, paid, and lifted by the bank's letter. */
export const interimReleases = pgTable(
  'interim_releases',
  {
    id: id(),
    loanId: loan(),
    lotId: ref('lot_id')
      .notNull()
      .references(() => lots.id),
    saleId: ref('sale_id').references(() => sales.id),
    /** RELEASE_STATE */
    stateId: smallint('state_id').notNull().default(1),
    cents: cents('cents').notNull(),
    dueOn: day('due_on').notNull(),
    reason: text('reason').notNull(),
    /** The payment that pays it, while it is under way or paid. */
    paymentId: ref('payment_id').references(() => interimPayments.id),
    /** Paid before the loan came into the system. */
    importedPaidOn: day('imported_paid_on'),
    liftedOn: day('lifted_on'),
    letterFileId: uuid('letter_file_id').references(() => files.id),
    endReason: text('end_reason'),
    /** Null: the bank's money of its sale made it due. */
    madeBy: by('made_by'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('interim_releases_one')
      .on(t.loanId, t.lotId)
      .where(sql`state_id <> ${state(R.voided)}`),
    index('interim_releases_lot').on(t.lotId),
    index('interim_releases_sale').on(t.saleId),
    index('interim_releases_payment').on(t.paymentId),
    index('interim_releases_file').on(t.letterFileId),
    index('interim_releases_due').on(t.stateId, t.dueOn, t.id),
    check(
      'interim_releases_values',
      sql`cents > 0 and (state_id in ${states(R.inPayment, R.paid, R.lifted)}) = (payment_id is not null or imported_paid_on is not null)
        and (imported_paid_on is null or payment_id is null) and (state_id = ${state(R.lifted)}) = (lifted_on is not null)
        and (state_id = ${state(R.voided)}) = (end_reason is not null)`,
    ),
  ],
);
