import { inProgress } from './standing.service.ts';
import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { Turn } from '#contract/sales/sale/turn.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** The partial indexes of the board hold only these sales. */
const onBoard = inProgress();

/** A sale, from the first form (pre-contract) to the warranty. */
export const sales = pgTable(
  'sales',
  {
    id: id(),
    /** PC-2026-00001; null for a draft. */
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
    /** Increases with every change. A change based on another version is refused with 409. */
    version: integer('version').notNull().default(1),
    /** The agreed price: model and lot, fixed when the pre-contract is received. */
    priceCents: cents('price_cents').notNull(),
    /** The lot's addition to the model's price; already included in `priceCents`. */
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
    /** The lawyer of the sale, from the letter of promise on. */
    lawyerId: ref('lawyer_id').references(() => users.id),
    lastActionId: smallint('last_action_id').notNull().default(1),
    lastActionAt: instant('last_action_at').notNull(),
    /**
     * The form data so far, by field, until the form is received. Holds personal fields only after the data consent.
     */
    draft: jsonb('draft').$type<Record<string, unknown>>().notNull().default({}),
    /** The customer's browser that began the sale. A repeated request without a key completes the same draft. */
    startedBy: uuid('started_by'),
    /** The sale that was ceded to this one's buyer (domain.md §3, 5-10 → 19). */
    cededFromId: ref('ceded_from_id').references((): AnyPgColumn => sales.id),
    receivedAt: instant('received_at'),
    stateSince: instant('state_since').notNull(),
    createdAt: instant('created_at').notNull(),
    /**
     * Derived from the 12 cells: the stage of the first open one (0: none is open), its start, and the earliest due
     * day.
     */
    boardStage: smallint('board_stage'),
    boardSince: instant('board_since'),
    boardDue: day('board_due'),
    /** When the buyer's personal data were erased (domain.md 4.7). */
    purgedAt: instant('purged_at'),
    /**
     * The turn and the next step (contract/sales/sale/turn.ts). `saleKeeper` writes them with the cells of the board.
     */
    turn: text('turn').$type<Turn>().notNull().default('cliente'),
    nextStep: text('next_step').notNull().default(''),
  },
  (t) => [
    index('sales_turn').on(t.turn, t.id),
    index('sales_turn_since').on(t.turn, t.stateSince, t.id),
    // the home page: a user's own work by date
    index('sales_turn_due').on(t.turn, t.boardDue, t.id, t.stateId),
    index('sales_processor_turn_due').on(t.processorId, t.turn, t.boardDue, t.id),
    index('sales_adviser_turn_due').on(t.adviserId, t.turn, t.boardDue, t.id),
    // with the state: totals of the board read the index alone
    index('sales_board_due').on(t.boardDue, t.id, t.stateId).where(onBoard),
    index('sales_board_since').on(t.boardSince, t.id).where(onBoard),
    // the same in reverse order, still with the rows without a day at the end
    index('sales_board_due_last').on(t.boardDue.desc().nullsLast(), t.id.desc().nullsFirst()).where(onBoard),
    index('sales_board_since_last')
      .on(t.boardSince.desc().nullsLast(), t.id.desc().nullsFirst())
      .where(onBoard),
    index('sales_board_processor').on(t.processorId, t.boardDue, t.id).where(onBoard),
    index('sales_board_adviser').on(t.adviserId, t.boardDue, t.id).where(onBoard),
    // the sales of a month
    index('sales_received').on(t.receivedAt, t.id),
    index('sales_state').on(t.stateId, t.id),
    index('sales_state_since').on(t.stateId, t.stateSince, t.id),
    index('sales_since').on(t.stateSince, t.id),
    index('sales_processor').on(t.processorId, t.stateId),
    // the newest sales of a user or a project first
    index('sales_adviser').on(t.adviserId, t.id),
    index('sales_processor_last').on(t.processorId, t.id),
    index('sales_lawyer')
      .on(t.lawyerId, t.stateId)
      .where(sql`lawyer_id is not null`),
    index('sales_project').on(t.projectId, t.stateId),
    index('sales_project_last').on(t.projectId, t.id),
    index('sales_person').on(t.personId),
    // Trigram search is slow on codes, which share most letters. One index for a typed beginning, one for the number.
    index('sales_code_prefix').on(sql`code text_pattern_ops`),
    index('sales_code_number').on(sql`reverse(code) text_pattern_ops`),
    // a sale is ceded once
    uniqueIndex('sales_ceded_from')
      .on(t.cededFromId)
      .where(sql`ceded_from_id is not null`),
    index('sales_started').on(t.startedBy, t.modelId),
  ],
);
