import { idOf } from '#server/kernel/db.ts';
import { PROSPECT } from '#contract/sales/prospects/rules.ts';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** A possible buyer in a project, followed up until a pre-contract or a discard (domain.md §1, row 1). */
export const prospects = pgTable(
  'prospects',
  {
    id: id(),
    personId: ref('person_id')
      .notNull()
      .references(() => people.id),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    /** The model of interest. */
    modelId: ref('model_id').references(() => houseModels.id),
    /** prospect_stages: 1 Nuevo … 6 Descartado */
    stageId: smallint('stage_id').notNull(),
    stageSince: instant('stage_since').notNull(),
    version: integer('version').notNull().default(1),
    /** A value of `origen`, or free text. */
    origin: text('origin'),
    campaignNumber: text('campaign_number'),
    /** What the person wants, in one or two lines. */
    interest: text('interest'),
    /** income_ranges; only with the data consent. */
    incomeRangeId: smallint('income_range_id'),
    adviserId: ref('adviser_id').references(() => users.id),
    /** latest_actions */
    lastActionId: smallint('last_action_id').notNull().default(1),
    lastActionAt: instant('last_action_at').notNull(),
    /** The person's last answer, or else the creation time. The nightly job discards 30 days after it. */
    answeredAt: instant('answered_at').notNull(),
    /** First attempt to contact the person. */
    contactedAt: instant('contacted_at'),
    /** Null after the prospect ended. */
    nextFollowUpOn: day('next_follow_up_on'),
    discardReason: text('discard_reason'),
    /** The pre-contract made from it. */
    saleId: ref('sale_id').references(() => sales.id),
    /** Version and time of the person's data consent (Ley 81 de 2019). */
    consentVersion: text('consent_version'),
    consentAt: instant('consent_at'),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('prospects_person').on(t.personId),
    index('prospects_stage').on(t.stageId, t.id),
    index('prospects_adviser').on(t.adviserId, t.stageId, t.id),
    index('prospects_adviser_last').on(t.adviserId, t.id),
    index('prospects_project').on(t.projectId, t.stageId, t.id),
    index('prospects_due')
      .on(t.nextFollowUpOn, t.id)
      .where(sql`stage_id < ${idOf(PROSPECT.won)}`),
    // the list's sort orders
    index('prospects_follow_up').on(t.nextFollowUpOn, t.id),
    index('prospects_follow_up_last').on(t.nextFollowUpOn.desc().nullsLast(), t.id),
    index('prospects_action').on(t.lastActionAt, t.id),
    index('prospects_adviser_due')
      .on(t.adviserId, t.nextFollowUpOn, t.id)
      .where(sql`stage_id < ${idOf(PROSPECT.won)}`),
    index('prospects_silent')
      .on(t.answeredAt)
      .where(sql`stage_id < ${idOf(PROSPECT.won)}`),
    index('prospects_sale').on(t.saleId),
    index('prospects_of_sales')
      .on(t.stageId, t.id)
      .where(sql`sale_id is not null`),
  ],
);

/** Each contact with a prospect, from either side. */
export const prospectContacts = pgTable(
  'prospect_contacts',
  {
    id: id(),
    prospectId: ref('prospect_id')
      .notNull()
      .references(() => prospects.id),
    /** latest_actions */
    actionId: smallint('action_id').notNull(),
    note: text('note'),
    nextFollowUpOn: day('next_follow_up_on'),
    /** Null: the system recorded it. */
    userId: ref('user_id').references(() => users.id),
    at: instant('at').notNull(),
  },
  (t) => [index('prospect_contacts_prospect').on(t.prospectId, t.id)],
);
