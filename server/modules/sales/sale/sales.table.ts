import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Turn } from '#contract/sales/sale/turn.ts';
import { cents, id, instant, ref } from '#server/kernel/columns.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** A sale, from the first form (pre-contract) to the warranty. */
export const sales = pgTable(
  'sales',
  {
    id: id(),
    /** PC-2026-00001; null while it is a draft. */
    code: text('code').unique(),
    personId: ref('person_id')
      .notNull()
      .references(() => people.id),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    modelId: ref('model_id')
      .notNull()
      .references(() => houseModels.id),
    stateId: smallint('state_id').notNull(),
    /** Goes up with every change; a change made on another version is refused with 409. */
    version: integer('version').notNull().default(1),
    /** Price agreed: model and lot, fixed when the pre-contract was received. */
    priceCents: cents('price_cents').notNull(),
    /** What the lot adds to the model's price; already in `priceCents`. */
    lotPremiumCents: cents('lot_premium_cents').notNull().default(0),
    /** hipoteca · contado */
    paymentForm: text('payment_form').notNull().default('hipoteca'),
    /** Público · Privado · Independiente · Jubilado */
    workSector: text('work_sector'),
    employmentStatus: text('employment_status'),
    origin: text('origin'),
    campaignNumber: text('campaign_number'),
    adviserId: ref('adviser_id').references(() => users.id),
    processorId: ref('processor_id').references(() => users.id),
    /** Who does its legal work, from the letter of promise on. */
    lawyerId: ref('lawyer_id').references(() => users.id),
    lastActionId: smallint('last_action_id').notNull().default(1),
    lastActionAt: instant('last_action_at').notNull(),
    /** What the form holds so far, by field, until it is received; personal fields only after the data consent. */
    draft: jsonb('draft').$type<Record<string, unknown>>().notNull().default({}),
    /** The customer's browser that began it: a repeat without key completes the same draft. */
    startedBy: uuid('started_by'),
    receivedAt: instant('received_at'),
    stateSince: instant('state_since').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Of the 12 cards, kept with them: the first open one's stage (0: none is open), when it began, and the first day that one is due. */
    boardStage: smallint('board_stage'),
    boardSince: instant('board_since'),
    boardDue: date('board_due', { mode: 'string' }),
    /** When its buyer's data were taken out (domain.md 4.7). */
    purgedAt: instant('purged_at'),
    /** Whose turn it is and what is to be done (contract/sales/sale/turn.ts), written by `saleKeeper` with the cells of the board. */
    turn: text('turn').$type<Turn>().notNull().default('cliente'),
    nextStep: text('next_step').notNull().default(''),
  },
  (t) => [
    index('sales_turn').on(t.turn, t.id),
    index('sales_turn_since').on(t.turn, t.stateSince, t.id),
    index('sales_processor_turn').on(t.processorId, t.turn),
    index('sales_board_turn')
      .on(t.turn, t.boardDue, t.id)
      .where(sql`state_id between 2 and 14`),
    index('sales_board_due')
      .on(t.boardDue, t.id)
      .where(sql`state_id between 2 and 14`),
    index('sales_board_since')
      .on(t.boardSince, t.id)
      .where(sql`state_id between 2 and 14`),
    // the same from the last one on, where those without a day are still behind
    index('sales_board_due_last')
      .on(t.boardDue.desc().nullsLast(), t.id.desc().nullsFirst())
      .where(sql`state_id between 2 and 14`),
    index('sales_board_since_last')
      .on(t.boardSince.desc().nullsLast(), t.id.desc().nullsFirst())
      .where(sql`state_id between 2 and 14`),
    index('sales_board_processor')
      .on(t.processorId, t.boardDue, t.id)
      .where(sql`state_id between 2 and 14`),
    index('sales_board_adviser')
      .on(t.adviserId, t.boardDue, t.id)
      .where(sql`state_id between 2 and 14`),
    index('sales_board_unset')
      .on(t.id)
      .where(sql`board_stage is null and state_id between 2 and 14`),
    index('sales_state').on(t.stateId, t.id),
    index('sales_state_since').on(t.stateId, t.stateSince, t.id),
    index('sales_since').on(t.stateSince, t.id),
    index('sales_processor').on(t.processorId, t.stateId),
    // a colleague's or a project's, the newest first
    index('sales_adviser').on(t.adviserId, t.id),
    index('sales_processor_last').on(t.processorId, t.id),
    index('sales_project').on(t.projectId, t.stateId),
    index('sales_project_last').on(t.projectId, t.id),
    index('sales_person').on(t.personId),
    index('sales_started').on(t.startedBy, t.modelId),
  ],
);

/** Family group of the form: who lives and earns with the buyer. */
export const saleFamily = pgTable(
  'sale_family',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    position: smallint('position').notNull(),
    name: text('name').notNull(),
    documentNumber: text('document_number'),
    documentKey: text('document_key'),
    relationshipId: smallint('relationship_id').notNull(),
  },
  (t) => [
    index('sale_family_sale').on(t.saleId, t.position),
    index('sale_family_document').on(t.documentKey),
  ],
);

/** What was agreed to, with the version of the text that was shown (Ley 81 de 2019). */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** datos · apc */
    kind: text('kind').notNull(),
    textVersion: text('text_version').notNull(),
    textHash: text('text_hash').notNull(),
    channel: text('channel').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    givenAt: instant('given_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    index('consents_sale').on(t.saleId, t.kind),
    index('consents_given').on(t.givenAt, t.id),
    index('consents_revoked')
      .on(t.id)
      .where(sql`revoked_at is not null`),
  ],
);

/** Who worked on the sale, and how it came to them. */
export const assignments = pgTable(
  'assignments',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    processorId: ref('processor_id')
      .notNull()
      .references(() => users.id),
    typeId: smallint('type_id').notNull(),
    assignedBy: ref('assigned_by').references(() => users.id),
    reason: text('reason'),
    at: instant('at').notNull(),
  },
  (t) => [
    index('assignments_sale').on(t.saleId, t.id),
    index('assignments_processor').on(t.processorId, t.at),
  ],
);

/** One cell of the follow-up board: the state of a stage of the sale. */
export const saleCards = pgTable(
  'sale_cards',
  {
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** 1 Separación … 12 Entrega (domain.md §3, sales card) */
    stage: smallint('stage').notNull(),
    stateId: smallint('state_id').notNull(),
    since: instant('since').notNull(),
    blocked: boolean('blocked').notNull().default(false),
    version: integer('version').notNull().default(1),
    /** State that a person gave it, which holds while the rule of the stage has nothing better: 3, 4 or 8. */
    held: smallint('held'),
    /** A coordinator opened it again: it waits for a person to complete it. */
    reopened: boolean('reopened').notNull().default(false),
    /** Last day. */
    dueOn: date('due_on', { mode: 'string' }),
    /** The day was written by a person: the normal time does not move it. */
    dueByHand: boolean('due_by_hand').notNull().default(false),
    /** Who has it in particular; null: whoever works on this stage of the sale. */
    ownerId: ref('owner_id').references(() => users.id),
    note: text('note').notNull().default(''),
    /** When somebody could first begin it, and when it was complete. */
    startedAt: instant('started_at'),
    doneAt: instant('done_at'),
  },
  (t) => [
    primaryKey({ columns: [t.saleId, t.stage] }),
    index('sale_cards_open')
      .on(t.stage, t.stateId, t.saleId)
      .where(sql`state_id in (2, 3, 4, 6)`),
    index('sale_cards_due')
      .on(t.dueOn, t.saleId)
      .where(sql`state_id in (2, 3, 4)`),
    index('sale_cards_done')
      .on(t.doneAt)
      .where(sql`done_at is not null`),
  ],
);

/** What happened to a card of the board. */
export const saleCardChanges = pgTable(
  'sale_card_changes',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    stage: smallint('stage').notNull(),
    fromState: smallint('from_state').notNull(),
    toState: smallint('to_state').notNull(),
    reason: text('reason'),
    /** Null: it happened by itself. */
    userId: ref('user_id').references(() => users.id),
    at: instant('at').notNull(),
  },
  (t) => [index('sale_card_changes_sale').on(t.saleId, t.id)],
);

/** Days that a stage normally takes, where the office has changed them. */
export const stageTimes = pgTable('stage_times', {
  stage: smallint('stage').primaryKey(),
  days: smallint('days').notNull(),
  updatedBy: ref('updated_by').references(() => users.id),
  updatedAt: instant('updated_at').notNull(),
});

/** Days that a stage took in the past of a project: the median, computed each night. */
export const stageMedians = pgTable(
  'stage_medians',
  {
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    stage: smallint('stage').notNull(),
    days: smallint('days').notNull(),
    /** How many sales it is the median of. */
    sample: integer('sample').notNull(),
    computedAt: instant('computed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.stage] })],
);

/** What the customer did last, as a colleague wrote it down, and when to speak with them again. */
export const customerActions = pgTable(
  'customer_actions',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** latest_actions */
    actionId: smallint('action_id').notNull(),
    note: text('note').notNull().default(''),
    nextOn: date('next_on', { mode: 'string' }),
    userId: ref('user_id').references(() => users.id),
    at: instant('at').notNull(),
  },
  (t) => [index('customer_actions_sale').on(t.saleId, t.id)],
);

/** The one extension of a separation: of a claim there is never a second. */
export const separationExtensions = pgTable(
  'separation_extensions',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    fromUntil: instant('from_until').notNull(),
    toUntil: instant('to_until').notNull(),
    reason: text('reason').notNull(),
    userId: ref('user_id').references(() => users.id),
    at: instant('at').notNull(),
  },
  (t) => [uniqueIndex('separation_extensions_sale').on(t.saleId)],
);

/**
 * How many sales there are of each state, project, processor and adviser, as changes (+1, −1) that triggers write with
 * every change of a sale and a job folds: the sum is exact at any moment, and no row is waited for (quality.md).
 */
export const saleTotals = pgTable(
  'sale_totals',
  {
    id: id(),
    stateId: smallint('state_id').notNull(),
    projectId: ref('project_id').notNull(),
    processorId: ref('processor_id'),
    adviserId: ref('adviser_id'),
    total: integer('total').notNull(),
  },
  (t) => [index('sale_totals_processor').on(t.processorId), index('sale_totals_adviser').on(t.adviserId)],
);

/** By what a row of `saleCounts` counts; what its key is. */
export const COUNTED = { all: 0, project: 1, processor: 2, adviser: 3 } as const;

/**
 * The same totals by one thing alone, so that the usual questions (all of them, mine, a project's) read a few rows at any size.
 * `key` is the thing's id, 0 for none and for all.
 */
export const saleCounts = pgTable(
  'sale_counts',
  {
    id: id(),
    kind: smallint('kind').notNull(),
    key: ref('key').notNull(),
    stateId: smallint('state_id').notNull(),
    total: integer('total').notNull(),
  },
  (t) => [index('sale_counts_key').on(t.kind, t.key, t.stateId)],
);
