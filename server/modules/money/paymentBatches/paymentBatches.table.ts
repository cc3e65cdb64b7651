import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { FileColumn, FormatPurpose } from '#contract/money/paymentBatches/formats.ts';
import { BATCH_STATE as S, type BatchKind, type LineState } from '#contract/money/paymentBatches/rules.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { supplierAdvances, supplierInvoices } from '#server/modules/money/invoices/invoices.table.ts';
import { interimPayments } from '#server/modules/money/interimLoans/interimLoans.table.ts';
import { pettyReplenishments } from '#server/modules/money/pettyCash/pettyCash.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { progressAccounts } from '#server/modules/works/accounts/accounts.table.ts';

const state = (id: number) => sql.raw(String(id));
const states = (...ids: number[]) => sql.raw(`(${ids.join(', ')})`);
const by = (name: string) => ref(name).references(() => users.id);

/** Bank accounts of suppliers and contractors. A change takes two people: fraud begins with a new account number. */
export const supplierBankAccounts = pgTable(
  'supplier_bank_accounts',
  {
    id: id(),
    partnerId: ref('partner_id')
      .notNull()
      .references(() => partners.id),
    /** bank_type */
    bankId: smallint('bank_id').notNull(),
    number: text('number').notNull(),
    kind: text('kind').$type<'corriente' | 'ahorros'>().notNull(),
    holder: text('holder').notNull(),
    state: text('state').$type<'propuesta' | 'vigente' | 'reemplazada' | 'rechazada'>().notNull(),
    reason: text('reason').notNull(),
    madeBy: by('made_by').notNull(),
    decidedBy: by('decided_by'),
    decidedAt: instant('decided_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('supplier_bank_accounts_in_force')
      .on(t.partnerId)
      .where(sql`state = 'vigente'`),
    uniqueIndex('supplier_bank_accounts_proposed')
      .on(t.partnerId)
      .where(sql`state = 'propuesta'`),
    check(
      'supplier_bank_accounts_values',
      sql`kind in ('corriente', 'ahorros') and state in ('propuesta', 'vigente', 'reemplazada', 'rechazada')
        and decided_by is distinct from made_by and (state = 'propuesta') = (decided_by is null) and (decided_by is null) = (decided_at is null)`,
    ),
  ],
);

/** How a file is written: for a bank (ach), or a report of the DGI (43, 433). Columns are data. */
export const fileFormats = pgTable(
  'file_formats',
  {
    id: id(),
    purpose: text('purpose').$type<FormatPurpose>().notNull(),
    /** bank_type; null: a report of the DGI. */
    bankId: smallint('bank_id'),
    name: text('name').notNull(),
    separator: text('separator').notNull(),
    extension: text('extension').notNull(),
    header: boolean('header').notNull(),
    /** 2026-11-20 · 20/11/2026 · 20261120 */
    dayForm: text('day_form').$type<'iso' | 'barras' | 'junta'>().notNull(),
    columns: jsonb('columns').$type<FileColumn[]>().notNull(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('file_formats_of').on(t.purpose, sql`coalesce(bank_id, 0)`),
    check(
      'file_formats_purpose',
      sql`purpose in ('ach', '43', '433') and (purpose = 'ach') = (bank_id is not null)`,
    ),
  ],
);

/** The cheques of a bank account: the next number of the current series. */
export const chequeSeries = pgTable(
  'cheque_series',
  {
    bankAccountId: ref('bank_account_id')
      .primaryKey()
      .references(() => bankAccounts.id),
    nextNumber: bigint('next_number', { mode: 'number' }).notNull(),
    lastNumber: bigint('last_number', { mode: 'number' }).notNull(),
    version: integer('version').notNull().default(1),
  },
  () => [check('cheque_series_values', sql`next_number > 0 and last_number >= next_number - 1`)],
);

/** A batch of payments from one bank account: prepared by one person, approved by another. */
export const paymentBatches = pgTable(
  'payment_batches',
  {
    id: id(),
    year: smallint('year').notNull(),
    number: integer('number').notNull(),
    bankAccountId: ref('bank_account_id')
      .notNull()
      .references(() => bankAccounts.id),
    kind: text('kind').$type<BatchKind>().notNull(),
    /** BATCH_STATE */
    stateId: smallint('state_id').notNull().default(1),
    payOn: day('pay_on').notNull(),
    note: text('note').notNull().default(''),
    /** Of the bank, when it confirms. */
    reference: text('reference'),
    endReason: text('end_reason'),
    madeBy: by('made_by').notNull(),
    approvedBy: by('approved_by'),
    approvedOn: day('approved_on'),
    sentBy: by('sent_by'),
    sentOn: day('sent_on'),
    confirmedBy: by('confirmed_by'),
    confirmedOn: day('confirmed_on'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('payment_batches_number').on(t.year, t.number),
    index('payment_batches_state').on(t.stateId, t.id),
    index('payment_batches_day').on(t.payOn, t.id),
    index('payment_batches_account').on(t.bankAccountId),
    check(
      'payment_batches_people',
      sql`approved_by is distinct from made_by and confirmed_by is distinct from made_by`,
    ),
    check(
      'payment_batches_steps',
      sql`kind in ('ach', 'cheque') and (state_id not in ${states(S.approved, S.sent, S.confirmed)} or approved_by is not null)
        and (state_id not in ${states(S.sent, S.confirmed)} or sent_by is not null) and (state_id = ${state(S.confirmed)}) = (confirmed_by is not null)
        and (state_id <> ${state(S.confirmed)} or (confirmed_on is not null and reference is not null)) and (state_id = ${state(S.voided)}) = (end_reason is not null)`,
    ),
  ],
);

/**
 * One payment of a batch: of an invoice, an account of works, an advance, a replenishment of petty cash or a payment to a lender.
 * A fact with its days: paid once, perhaps returned later; what is paid again is another line.
 */
export const paymentBatchLines = pgTable(
  'payment_batch_lines',
  {
    id: id(),
    batchId: ref('batch_id')
      .notNull()
      .references(() => paymentBatches.id),
    invoiceId: ref('invoice_id').references(() => supplierInvoices.id),
    progressAccountId: ref('progress_account_id').references(() => progressAccounts.id),
    advanceId: ref('advance_id').references(() => supplierAdvances.id),
    replenishmentId: ref('replenishment_id').references(() => pettyReplenishments.id),
    interimPaymentId: ref('interim_payment_id').references(() => interimPayments.id),
    /** Null: the custodian of petty cash, or the lender of an interim loan. */
    partnerId: ref('partner_id').references(() => partners.id),
    beneficiary: text('beneficiary').notNull(),
    cents: cents('cents').notNull(),
    /** Where the money goes, frozen when the batch is approved. */
    supplierBankAccountId: ref('supplier_bank_account_id').references(() => supplierBankAccounts.id),
    /** The account of the batch, for the number of the cheque. */
    bankAccountId: ref('bank_account_id')
      .notNull()
      .references(() => bankAccounts.id),
    chequeNumber: bigint('cheque_number', { mode: 'number' }),
    state: text('state').$type<LineState>().notNull().default('pendiente'),
    /** Holds what it pays: nothing else may pay it. */
    active: boolean('active').notNull().default(true),
    paidOn: day('paid_on'),
    returnedOn: day('returned_on'),
    returnReason: text('return_reason'),
    returnedBy: by('returned_by'),
  },
  (t) => [
    uniqueIndex('payment_batch_lines_invoice')
      .on(t.invoiceId)
      .where(sql`active`),
    uniqueIndex('payment_batch_lines_progress_account')
      .on(t.progressAccountId)
      .where(sql`active`),
    uniqueIndex('payment_batch_lines_advance')
      .on(t.advanceId)
      .where(sql`active`),
    uniqueIndex('payment_batch_lines_replenishment')
      .on(t.replenishmentId)
      .where(sql`active`),
    uniqueIndex('payment_batch_lines_interim_payment')
      .on(t.interimPaymentId)
      .where(sql`active`),
    uniqueIndex('payment_batch_lines_cheque').on(t.bankAccountId, t.chequeNumber),
    index('payment_batch_lines_batch').on(t.batchId, t.id),
    index('payment_batch_lines_of_invoice').on(t.invoiceId),
    index('payment_batch_lines_of_account').on(t.progressAccountId),
    index('payment_batch_lines_partner').on(t.partnerId),
    index('payment_batch_lines_paid').on(t.paidOn),
    check(
      'payment_batch_lines_values',
      sql`cents > 0 and num_nonnulls(invoice_id, progress_account_id, advance_id, replenishment_id, interim_payment_id) = 1
        and state in ('pendiente', 'pagado', 'devuelto', 'retirado')
        and active = (state in ('pendiente', 'pagado'))
        and (state <> 'pagado' or paid_on is not null)
        and (state = 'devuelto') = (returned_on is not null) and (returned_on is null) = (returned_by is null)
        and (returned_on is null or paid_on is null or returned_on >= paid_on)`,
    ),
  ],
);
