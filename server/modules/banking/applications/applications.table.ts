import { anyOf, idOf } from '#server/kernel/db.ts';
import { ENDED_APPLICATIONS } from '#contract/banking/applications/applicationRules.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, numeric, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { bankExecutives } from '#server/modules/projects/projects/banks.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** A buyer's request for a mortgage at one bank. A sale may have several at once, of which one is chosen. */
export const bankApplications = pgTable(
  'bank_applications',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** bank_type */
    bankId: smallint('bank_id').notNull(),
    /** Bank application status (domain.md §2): 1 Por enviar … 12 Desembolsada */
    stateId: smallint('state_id').notNull(),
    version: integer('version').notNull().default(1),
    /** The one whose letter pays the house: at most one of a sale's. */
    chosen: boolean('chosen').notNull().default(false),
    executiveId: ref('executive_id').references(() => bankExecutives.id),
    requestedCents: cents('requested_cents').notNull(),
    termMonths: smallint('term_months'),
    /** Number that the bank gave the request. */
    bankReference: text('bank_reference').notNull().default(''),
    /** What the bank granted, with its rate in percent a year. */
    approvedCents: cents('approved_cents'),
    ratePercent: numeric('rate_percent', { precision: 5, scale: 3, mode: 'number' }),
    /** What the bank wants before the letter, or which papers it asks for. */
    conditions: text('conditions').notNull().default(''),
    /** Last day of the pre-approval, which a nightly job ends. */
    preapprovedUntil: day('preapproved_until'),
    reason: text('reason'),
    /** Why it was sent with a paper missing or about to die, by whom. */
    sentDespite: text('sent_despite'),
    sentBy: ref('sent_by').references(() => users.id),
    sentAt: instant('sent_at'),
    answeredAt: instant('answered_at'),
    /** Working days that the bank took for its first answer: what its usual time is made of. */
    answerDays: smallint('answer_days'),
    /** The day on which this bank usually answers, as it was known when the request left. */
    answerDueOn: day('answer_due_on'),
    lastFollowUpAt: instant('last_follow_up_at'),
    /** Every third working day while the bank has it; null when nobody need ask. */
    followUpDueOn: day('follow_up_due_on'),
    stateSince: instant('state_since').notNull(),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('bank_applications_sale').on(t.saleId, t.id),
    index('bank_applications_state').on(t.stateId, t.id),
    index('bank_applications_bank').on(t.bankId, t.stateId, t.id),
    index('bank_applications_follow_up')
      .on(t.followUpDueOn, t.id)
      .where(sql`follow_up_due_on is not null`),
    index('bank_applications_answered')
      .on(t.bankId, t.answeredAt)
      .where(sql`answered_at is not null and sent_at is not null`),
    index('bank_applications_due')
      .on(t.answerDueOn, t.id)
      .where(sql`answered_at is null and answer_due_on is not null`),
    index('bank_applications_preapproved')
      .on(t.preapprovedUntil)
      .where(sql`state_id = ${idOf(APPLICATION.preapproved)}`),
    uniqueIndex('bank_applications_chosen')
      .on(t.saleId)
      .where(sql`chosen`),
    uniqueIndex('bank_applications_one_per_bank')
      .on(t.saleId, t.bankId)
      .where(sql`state_id not in ${anyOf(ENDED_APPLICATIONS)}`),
  ],
);

/** What was spoken with the bank: each follow-up, and what else is worth knowing. */
export const bankContacts = pgTable(
  'bank_contacts',
  {
    id: id(),
    applicationId: ref('application_id')
      .notNull()
      .references(() => bankApplications.id),
    /** llamada · correo · visita · mensaje · portal */
    channel: text('channel').notNull(),
    note: text('note').notNull(),
    executiveId: ref('executive_id').references(() => bankExecutives.id),
    userId: ref('user_id').references(() => users.id),
    at: instant('at').notNull(),
  },
  (t) => [index('bank_contacts_application').on(t.applicationId, t.id)],
);
