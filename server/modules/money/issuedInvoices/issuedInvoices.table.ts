import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { IssuedKind, Operation, ReceiverType } from '#contract/money/issuedInvoices/rules.ts';
import { ISSUED_STATE as S } from '#contract/money/issuedInvoices/rules.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** Where a company of the group issues from. The running number is taken in the transaction that makes the document: no gaps. */
export const invoiceSeries = pgTable(
  'invoice_series',
  {
    id: id(),
    companyId: ref('company_id')
      .notNull()
      .references(() => partners.id),
    /** dSucEm, four digits. */
    branch: text('branch').notNull(),
    /** dPtoFacDF, three digits. */
    point: text('point').notNull(),
    lastNumber: integer('last_number').notNull().default(0),
    issuesFrom: day('issues_from').notNull(),
    address: text('address').notNull().default(''),
    /** Province, district and corregimiento: 8-8-7. */
    locationCode: text('location_code').notNull().default(''),
    /** Their names, as the DGI's list has them. */
    corregimiento: text('corregimiento').notNull().default(''),
    district: text('district').notNull().default(''),
    province: text('province').notNull().default(''),
    /** dCoordEm: +8.9892,-79.5201 */
    coordinates: text('coordinates').notNull().default(''),
    phone: text('phone').notNull().default(''),
    email: text('email').notNull().default(''),
    closedOn: day('closed_on'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('invoice_series_point').on(t.companyId, t.branch, t.point),
    uniqueIndex('invoice_series_open')
      .on(t.companyId)
      .where(sql`closed_on is null`),
    check('invoice_series_values', sql`branch ~ '^[0-9]{4}$' and point ~ '^[0-9]{3}$' and last_number >= 0`),
  ],
);

/** A fiscal document that a company of the group issues, and how far its authorization is. */
export const issuedInvoices = pgTable(
  'issued_invoices',
  {
    id: id(),
    kind: text('kind').$type<IssuedKind>().notNull(),
    operation: text('operation').$type<Operation>().notNull().default('servicio'),
    seriesId: ref('series_id')
      .notNull()
      .references(() => invoiceSeries.id),
    number: integer('number').notNull(),
    /** ISSUED_STATE */
    stateId: smallint('state_id').notNull().default(1),
    /** The record and event of the books whose income it invoices; null: made by hand. */
    sourceRecord: text('source_record'),
    sourceId: ref('source_id'),
    event: text('event'),
    /** The journal entry that it was compared with last. */
    entryId: ref('entry_id'),
    projectId: ref('project_id').references(() => projects.id),
    saleId: ref('sale_id').references(() => sales.id),
    receiverType: text('receiver_type').$type<ReceiverType>().notNull(),
    receiverName: text('receiver_name').notNull(),
    receiverDocument: text('receiver_document').notNull().default(''),
    receiverDv: text('receiver_dv').notNull().default(''),
    receiverAddress: text('receiver_address').notNull().default(''),
    receiverEmail: text('receiver_email').notNull().default(''),
    issuedOn: day('issued_on').notNull(),
    concept: text('concept').notNull(),
    subtotalCents: cents('subtotal_cents').notNull(),
    itbmsCents: cents('itbms_cents').notNull().default(0),
    totalCents: cents('total_cents')
      .notNull()
      .generatedAlwaysAs(sql`subtotal_cents + itbms_cents`),
    /** Of a credit note: the invoice that it takes back, and why. */
    correctsId: ref('corrects_id').references((): AnyPgColumn => issuedInvoices.id),
    reason: text('reason'),
    /** The day from which it no longer stands for its income: voided, or with a credit note. */
    endedOn: day('ended_on'),
    attempts: integer('attempts').notNull().default(0),
    attemptedAt: instant('attempted_at'),
    /** Not before. */
    dueAt: instant('due_at'),
    /** What the provider or the line said last. */
    remark: text('remark'),
    cufe: text('cufe'),
    qr: text('qr'),
    protocol: text('protocol'),
    authorizedAt: instant('authorized_at'),
    /** The signed XML as the provider answered it. */
    xml: text('xml'),
    imported: boolean('imported').notNull().default(false),
    /** Null: the system, from the books. */
    madeBy: ref('made_by').references(() => users.id),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('issued_invoices_number').on(t.seriesId, t.number),
    uniqueIndex('issued_invoices_cufe').on(t.cufe),
    uniqueIndex('issued_invoices_source')
      .on(t.sourceRecord, t.sourceId, t.event)
      .where(sql`kind = 'factura' and ended_on is null`),
    uniqueIndex('issued_invoices_credit')
      .on(t.correctsId)
      .where(sql`state_id <> ${idOf(S.voided)}`),
    index('issued_invoices_order').on(t.issuedOn, t.id),
    index('issued_invoices_total').on(t.totalCents, t.id),
    index('issued_invoices_state').on(t.stateId, t.id),
    index('issued_invoices_waiting')
      .on(t.id)
      .where(sql`state_id in ${anyOf([S.queued, S.sent])}`),
    index('issued_invoices_project').on(t.projectId),
    index('issued_invoices_sale').on(t.saleId),
    check(
      'issued_invoices_values',
      sql`kind in ('factura', 'nota_credito') and receiver_type in ('ruc', 'cedula', 'pasaporte') and number > 0 and subtotal_cents > 0 and itbms_cents >= 0
        and (kind = 'nota_credito') = (corrects_id is not null) and num_nulls(source_record, source_id, event) in (0, 3)
        and (state_id <> ${idOf(S.authorized)} or cufe is not null) and (state_id <> ${idOf(S.voided)} or ended_on is not null and reason is not null)`,
    ),
  ],
);

export const issuedInvoiceLines = pgTable(
  'issued_invoice_lines',
  {
    id: id(),
    invoiceId: ref('invoice_id')
      .notNull()
      .references(() => issuedInvoices.id),
    position: smallint('position').notNull(),
    description: text('description').notNull(),
    cents: cents('cents').notNull(),
    /** Basis points. */
    rate: integer('rate').notNull().default(0),
    itbmsCents: cents('itbms_cents').notNull().default(0),
    /** accounting_accounts: the income of an invoice made by hand. */
    accountingAccountId: integer('accounting_account_id'),
  },
  (t) => [
    uniqueIndex('issued_invoice_lines_position').on(t.invoiceId, t.position),
    check(
      'issued_invoice_lines_values',
      sql`cents > 0 and itbms_cents >= 0 and rate in (0, 700, 1000, 1500)`,
    ),
  ],
);

/** Entries of the books with nothing to invoice, so that they are looked at once. */
export const uninvoicedEntries = pgTable('uninvoiced_entries', { entryId: ref('entry_id').primaryKey() });
