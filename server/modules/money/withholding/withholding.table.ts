import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** A certificate of the ITBMS withheld from a supplier or contractor in a month; its lines are frozen. */
export const withholdingCertificates = pgTable(
  'withholding_certificates',
  {
    id: id(),
    year: smallint('year').notNull(),
    number: integer('number').notNull(),
    companyId: ref('company_id')
      .notNull()
      .references(() => partners.id),
    partnerId: ref('partner_id')
      .notNull()
      .references(() => partners.id),
    /** 2026-11 */
    month: text('month').notNull(),
    itbmsCents: cents('itbms_cents').notNull(),
    withheldCents: cents('withheld_cents').notNull(),
    issuedOn: day('issued_on').notNull(),
    voidReason: text('void_reason'),
    madeBy: ref('made_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('withholding_certificates_number').on(t.companyId, t.year, t.number),
    uniqueIndex('withholding_certificates_one')
      .on(t.companyId, t.partnerId, t.month)
      .where(sql`void_reason is null`),
    index('withholding_certificates_partner').on(t.partnerId, t.id),
    check(
      'withholding_certificates_values',
      sql`withheld_cents > 0 and itbms_cents >= withheld_cents and month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`,
    ),
  ],
);

export const withholdingCertificateLines = pgTable(
  'withholding_certificate_lines',
  {
    id: id(),
    certificateId: ref('certificate_id')
      .notNull()
      .references(() => withholdingCertificates.id),
    document: text('document').notNull(),
    paidOn: day('paid_on').notNull(),
    baseCents: cents('base_cents').notNull(),
    itbmsCents: cents('itbms_cents').notNull(),
    withheldCents: cents('withheld_cents').notNull(),
  },
  (t) => [index('withholding_certificate_lines_of').on(t.certificateId, t.id)],
);
