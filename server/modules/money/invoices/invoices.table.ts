import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { ADVANCE_STATE as A, INVOICE_STATE as S, type InvoiceKind } from '#contract/money/invoices/rules.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { progressAccounts } from '#server/modules/works/accounts/accounts.table.ts';
import { purchaseOrderLines, purchaseOrders } from '#server/modules/works/purchasing/purchasing.table.ts';

const states = (...ids: number[]) => sql.raw(`(${ids.join(', ')})`);
const by = (name: string) => ref(name).references(() => users.id);
const partner = (name: string) =>
  ref(name)
    .notNull()
    .references(() => partners.id);

/**
 * Invoices and credit notes of suppliers and contractors. What the books follow: `approvedOn` and its lines; payments are
 * lines of batches (payment_batch_lines), each with its own days.
 */
export const supplierInvoices = pgTable(
  'supplier_invoices',
  {
    id: id(),
    kind: text('kind').$type<InvoiceKind>().notNull(),
    partnerId: partner('partner_id'),
    /** Of the sender on the day it was entered: the same company may be supplier and contractor. */
    rucKey: text('ruc_key').notNull(),
    /** The company of the group that owes it. */
    companyId: partner('company_id'),
    number: text('number').notNull(),
    numberKey: text('number_key')
      .notNull()
      .generatedAlwaysAs(
        sql`regexp_replace(upper(regexp_replace(number, '[^0-9A-Za-z]', '', 'g')), '^0+(?=.)', '')`,
      ),
    cufe: text('cufe'),
    /** INVOICE_STATE */
    stateId: smallint('state_id').notNull().default(1),
    issuedOn: day('issued_on').notNull(),
    dueOn: day('due_on').notNull(),
    concept: text('concept').notNull(),
    note: text('note').notNull().default(''),
    subtotalCents: cents('subtotal_cents').notNull(),
    itbmsCents: cents('itbms_cents').notNull(),
    totalCents: cents('total_cents')
      .notNull()
      .generatedAlwaysAs(sql`subtotal_cents + itbms_cents`),
    /** ITBMS withheld as agent of the DGI. */
    withheldCents: cents('withheld_cents').notNull().default(0),
    /** Credit notes and advances applied; of a credit note, what was applied of it. Kept by a trigger. */
    settledCents: cents('settled_cents').notNull().default(0),
    orderId: ref('order_id').references(() => purchaseOrders.id),
    /** It documents an account of works, which is what is paid. */
    progressAccountId: ref('progress_account_id').references(() => progressAccounts.id),
    correctsId: ref('corrects_id').references((): AnyPgColumn => supplierInvoices.id),
    documentFileId: uuid('document_file_id').references(() => files.id),
    xmlFileId: uuid('xml_file_id').references(() => files.id),
    /** What did not agree when it was approved, and the approver's reason. */
    exceptions: jsonb('exceptions').$type<string[]>(),
    exceptionReason: text('exception_reason'),
    endReason: text('end_reason'),
    madeBy: by('made_by').notNull(),
    approvedBy: by('approved_by'),
    approvedOn: day('approved_on'),
    /** The day on which it was paid or settled in full, as it stands. */
    paidOn: day('paid_on'),
    /** Of the time before the system: nobody here approved it. */
    imported: boolean('imported').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('supplier_invoices_number')
      .on(t.rucKey, t.kind, t.numberKey)
      .where(sql`state_id <> ${sql.raw(String(S.voided))}`),
    uniqueIndex('supplier_invoices_cufe')
      .on(t.cufe)
      .where(sql`state_id <> ${sql.raw(String(S.voided))}`),
    uniqueIndex('supplier_invoices_account')
      .on(t.progressAccountId)
      .where(sql`state_id not in ${states(S.voided, S.rejected)}`),
    index('supplier_invoices_state').on(t.stateId, t.id),
    index('supplier_invoices_due').on(t.dueOn, t.id),
    index('supplier_invoices_issued').on(t.issuedOn, t.id),
    index('supplier_invoices_partner').on(t.partnerId, t.id),
    index('supplier_invoices_order').on(t.orderId),
    index('supplier_invoices_corrects').on(t.correctsId),
    index('supplier_invoices_approved').on(t.approvedOn),
    check(
      'supplier_invoices_money',
      sql`subtotal_cents > 0 and itbms_cents >= 0 and withheld_cents between 0 and itbms_cents
        and settled_cents >= 0 and settled_cents <= subtotal_cents + itbms_cents - withheld_cents`,
    ),
    check(
      'supplier_invoices_kind',
      sql`kind in ('factura', 'nota_credito') and (kind = 'nota_credito') = (corrects_id is not null)`,
    ),
    check('supplier_invoices_days', sql`due_on >= issued_on and number_key <> ''`),
    check('supplier_invoices_people', sql`approved_by is distinct from made_by`),
    check(
      'supplier_invoices_steps',
      sql`(imported or state_id not in ${states(S.approved, S.inPayment, S.paid)} or (approved_by is not null and approved_on is not null))
        and (state_id = ${sql.raw(String(S.paid))}) = (paid_on is not null)
        and (exceptions is null) = (exception_reason is null)`,
    ),
  ],
);

export const supplierInvoiceLines = pgTable(
  'supplier_invoice_lines',
  {
    id: id(),
    invoiceId: ref('invoice_id')
      .notNull()
      .references(() => supplierInvoices.id),
    position: smallint('position').notNull(),
    description: text('description').notNull(),
    quantity: numeric('quantity', { precision: 14, scale: 3, mode: 'number' }),
    cents: cents('cents').notNull(),
    itbmsCents: cents('itbms_cents').notNull().default(0),
    orderLineId: ref('order_line_id').references(() => purchaseOrderLines.id),
    /** accounting_accounts */
    accountingAccountId: integer('accounting_account_id'),
    /** codigos_costo */
    costCodeId: integer('cost_code_id'),
    projectId: ref('project_id').references(() => projects.id),
    houseId: ref('house_id').references(() => houses.id),
    /** The house was delivered before the invoice: written when it is approved. */
    afterDelivery: boolean('after_delivery').notNull().default(false),
  },
  (t) => [
    uniqueIndex('supplier_invoice_lines_position').on(t.invoiceId, t.position),
    index('supplier_invoice_lines_order').on(t.orderLineId),
    index('supplier_invoice_lines_project').on(t.projectId),
    index('supplier_invoice_lines_house').on(t.houseId),
    check(
      'supplier_invoice_lines_values',
      sql`cents > 0 and itbms_cents >= 0 and (accounting_account_id is not null or cost_code_id is not null)
        and (house_id is null or project_id is not null) and (order_line_id is null or quantity > 0)`,
    ),
  ],
);

/** Money paid to a supplier before its invoice. */
export const supplierAdvances = pgTable(
  'supplier_advances',
  {
    id: id(),
    year: smallint('year').notNull(),
    number: integer('number').notNull(),
    partnerId: partner('partner_id'),
    companyId: partner('company_id'),
    projectId: ref('project_id').references(() => projects.id),
    orderId: ref('order_id').references(() => purchaseOrders.id),
    /** ADVANCE_STATE */
    stateId: smallint('state_id').notNull().default(1),
    reason: text('reason').notNull(),
    cents: cents('cents').notNull(),
    /** Kept by a trigger. */
    settledCents: cents('settled_cents').notNull().default(0),
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
    uniqueIndex('supplier_advances_number').on(t.year, t.number),
    index('supplier_advances_state').on(t.stateId, t.id),
    index('supplier_advances_partner').on(t.partnerId, t.id),
    check(
      'supplier_advances_values',
      sql`cents > 0 and settled_cents between 0 and cents and approved_by is distinct from made_by
        and (state_id not in ${states(A.approved, A.inPayment, A.paid)} or approved_by is not null) and (state_id = ${sql.raw(String(A.paid))}) = (paid_on is not null)
        and (settled_cents = 0 or state_id = ${sql.raw(String(A.paid))})`,
    ),
  ],
);

/** A credit note or an advance applied to an invoice; never edited. */
export const invoiceSettlements = pgTable(
  'invoice_settlements',
  {
    id: id(),
    invoiceId: ref('invoice_id')
      .notNull()
      .references(() => supplierInvoices.id),
    creditId: ref('credit_id').references(() => supplierInvoices.id),
    advanceId: ref('advance_id').references(() => supplierAdvances.id),
    cents: cents('cents').notNull(),
    settledOn: day('settled_on').notNull(),
    madeBy: by('made_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('invoice_settlements_invoice').on(t.invoiceId, t.id),
    index('invoice_settlements_credit').on(t.creditId),
    index('invoice_settlements_advance').on(t.advanceId),
    check(
      'invoice_settlements_values',
      sql`cents > 0 and num_nonnulls(credit_id, advance_id) = 1 and credit_id is distinct from invoice_id`,
    ),
  ],
);
