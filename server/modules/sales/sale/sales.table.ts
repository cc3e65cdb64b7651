import { SALE } from '#contract/sales/sale/rules.ts';
import { idOf } from '#server/kernel/db.ts';
import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { Turn } from '#contract/sales/sale/turn.ts';
import { cents, id, instant, ref } from '#server/kernel/columns.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Those that stand on the board; its indexes hold no others. */
const onBoard = sql`state_id between ${idOf(SALE.received)} and ${idOf(SALE.delivered)}`;

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
    index('sales_board_turn').on(t.turn, t.boardDue, t.id).where(onBoard),
    index('sales_board_due').on(t.boardDue, t.id).where(onBoard),
    index('sales_board_since').on(t.boardSince, t.id).where(onBoard),
    // the same from the last one on, where those without a day are still behind
    index('sales_board_due_last').on(t.boardDue.desc().nullsLast(), t.id.desc().nullsFirst()).where(onBoard),
    index('sales_board_since_last')
      .on(t.boardSince.desc().nullsLast(), t.id.desc().nullsFirst())
      .where(onBoard),
    index('sales_board_processor').on(t.processorId, t.boardDue, t.id).where(onBoard),
    index('sales_board_adviser').on(t.adviserId, t.boardDue, t.id).where(onBoard),
    index('sales_state').on(t.stateId, t.id),
    index('sales_state_since').on(t.stateId, t.stateSince, t.id),
    index('sales_since').on(t.stateSince, t.id),
    index('sales_processor').on(t.processorId, t.stateId),
    // a colleague's or a project's, the newest first
    index('sales_adviser').on(t.adviserId, t.id),
    index('sales_processor_last').on(t.processorId, t.id),
    index('sales_lawyer')
      .on(t.lawyerId, t.stateId)
      .where(sql`lawyer_id is not null`),
    index('sales_project').on(t.projectId, t.stateId),
    index('sales_project_last').on(t.projectId, t.id),
    index('sales_person').on(t.personId),
    // Codes share most of their letters, which trigrams find slowly: they are typed from the beginning or by their number.
    index('sales_code_prefix').on(sql`code text_pattern_ops`),
    index('sales_code_number').on(sql`reverse(code) text_pattern_ops`),
    index('sales_started').on(t.startedBy, t.modelId),
  ],
);
