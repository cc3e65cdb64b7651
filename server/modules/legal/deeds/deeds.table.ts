import { sql } from 'drizzle-orm';
import {
  boolean,
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
import { DEED } from '#contract/company/catalogs/states.ts';
import type { CertificateKind } from '#contract/legal/deeds/rules.ts';
import type { DeedTaxKind, RateKind } from '#contract/legal/deeds/taxes.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { idOf } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

const percent = (name: string) => numeric(name, { precision: 6, scale: 3, mode: 'number' });

/** The deed of a sale (escritura pública), signed at the notary and followed here (domain.md §3). */
export const deeds = pgTable(
  'deeds',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** DEED */
    stateId: smallint('state_id').notNull(),
    stateSince: instant('state_since').notNull(),
    /** Day by which its step should be over; null when the deed is finished. */
    dueOn: day('due_on'),
    /** The house is in a property under the horizontal regime, whose fees need a paz y salvo. */
    ph: boolean('ph').notNull().default(false),
    sentToBankOn: day('sent_to_bank_on'),
    bankApprovedOn: day('bank_approved_on'),
    notary: text('notary'),
    /** Day of the signature at the notary. */
    notaryOn: day('notary_on'),
    buyerSignedOn: day('buyer_signed_on'),
    companySignedOn: day('company_signed_on'),
    bankSignedOn: day('bank_signed_on'),
    number: text('number'),
    closedOn: day('closed_on'),
    folio: text('folio'),
    inscribedOn: day('inscribed_on'),
    givenBankOn: day('given_bank_on'),
    givenBuyerOn: day('given_buyer_on'),
    notes: text('notes').notNull().default(''),
    voidAskedBy: ref('void_asked_by').references(() => users.id),
    voidAskedAt: instant('void_asked_at'),
    voidReason: text('void_reason'),
    version: integer('version').notNull().default(1),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    // A void deed may be followed by another one.
    uniqueIndex('deeds_one_per_sale')
      .on(t.saleId)
      .where(sql`state_id <> ${idOf(DEED.voided)}`),
    index('deeds_sale').on(t.saleId, t.id),
    index('deeds_state').on(t.stateId, t.stateSince, t.id),
    index('deeds_since').on(t.stateSince, t.id),
    index('deeds_due').on(t.dueOn, t.id),
  ],
);

/** An entry of a deed in the Registro Público, and the defect that sent it back. A re-entry is another row. */
export const deedEntries = pgTable(
  'deed_entries',
  {
    id: id(),
    deedId: ref('deed_id')
      .notNull()
      .references(() => deeds.id),
    number: text('number').notNull(),
    enteredOn: day('entered_on').notNull(),
    defect: text('defect'),
    defectOn: day('defect_on'),
    limitOn: day('limit_on'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('deed_entries_deed').on(t.deedId, t.id)],
);

/** A paid tax of a deed, with base and rate as they were on that day. */
export const deedTaxes = pgTable(
  'deed_taxes',
  {
    id: id(),
    deedId: ref('deed_id')
      .notNull()
      .references(() => deeds.id),
    kind: text('kind').$type<DeedTaxKind>().notNull(),
    baseCents: cents('base_cents').notNull(),
    percent: percent('percent'),
    computedCents: cents('computed_cents').notNull(),
    paidCents: cents('paid_cents').notNull(),
    /** Number of the receipt (boleta); null when exempt. */
    receipt: text('receipt'),
    paidOn: day('paid_on').notNull(),
    exemptReason: text('exempt_reason'),
    fileId: uuid('file_id').references(() => files.id),
    enteredBy: ref('entered_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('deed_taxes_kind').on(t.deedId, t.kind)],
);

/** A paz y salvo of a deed; a newer one takes the place of the one before. */
export const deedCertificates = pgTable(
  'deed_certificates',
  {
    id: id(),
    deedId: ref('deed_id')
      .notNull()
      .references(() => deeds.id),
    kind: text('kind').$type<CertificateKind>().notNull(),
    number: text('number').notNull(),
    issuedOn: day('issued_on').notNull(),
    expiresOn: day('expires_on').notNull(),
    fileId: uuid('file_id').references(() => files.id),
    enteredBy: ref('entered_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('deed_certificates_kind').on(t.deedId, t.kind),
    index('deed_certificates_expiry').on(t.expiresOn),
  ],
);

/** Usual calendar days of a deed in a state, from a day until the next row of that state (domain.md §1, rows 12-15). */
export const deedDays = pgTable(
  'deed_days',
  {
    stateId: smallint('state_id').notNull(),
    validFrom: day('valid_from').notNull(),
    least: smallint('least').notNull(),
    /** Later than this is late. */
    most: smallint('most').notNull(),
  },
  (t) => [primaryKey({ columns: [t.stateId, t.validFrom] })],
);

/** Rates of the taxes of a deed, with their days (domain.md §4.3). */
export const deedTaxRates = pgTable(
  'deed_tax_rates',
  {
    id: id(),
    kind: text('kind').$type<RateKind>().notNull(),
    /** For prices up to this one; null: for any. */
    upToCents: cents('up_to_cents'),
    percent: percent('percent').notNull(),
    validFrom: day('valid_from').notNull(),
    validTo: day('valid_to'),
    version: integer('version').notNull().default(1),
  },
  (t) => [index('deed_tax_rates_kind').on(t.kind, t.validFrom)],
);
