import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { cents, citext, id, instant, ref } from '#server/kernel/columns.ts';
import { houseModels, projects } from '#server/modules/projects/projects.table.ts';
import { users } from '#server/modules/users/users.table.ts';

/** Customers and everybody who may become one. */
export const people = pgTable(
  'people',
  {
    id: id(),
    name: text('name').notNull(),
    /** cedula · pasaporte · ruc; null until the data consent is given */
    documentType: text('document_type'),
    documentNumber: text('document_number'),
    /** The number without leading zeros and case, for finding the same person. */
    documentKey: text('document_key'),
    /** E.164 */
    phone: text('phone').notNull(),
    email: citext('email'),
    /** Goes up with every change made in the office. */
    version: integer('version').notNull().default(1),
    /** The person that this one was merged into: kept, so that it can be undone, and shown nowhere. */
    mergedIntoId: ref('merged_into_id').references((): AnyPgColumn => people.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('people_document').on(t.documentKey),
    index('people_phone').on(t.phone),
    index('people_email').on(t.email),
    index('people_merged')
      .on(t.mergedIntoId)
      .where(sql`merged_into_id is not null`),
  ],
);

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
    lastActionId: smallint('last_action_id').notNull().default(1),
    lastActionAt: instant('last_action_at').notNull(),
    /** What the form holds so far, by field, until it is received; personal fields only after the data consent. */
    draft: jsonb('draft').$type<Record<string, unknown>>().notNull().default({}),
    /** The customer's browser that began it: a repeat without key completes the same draft. */
    startedBy: uuid('started_by'),
    receivedAt: instant('received_at'),
    stateSince: instant('state_since').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('sales_state').on(t.stateId, t.id),
    index('sales_state_since').on(t.stateId, t.stateSince, t.id),
    index('sales_processor').on(t.processorId, t.stateId),
    index('sales_adviser').on(t.adviserId),
    index('sales_project').on(t.projectId, t.stateId),
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
  (t) => [index('consents_sale').on(t.saleId, t.kind)],
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
  },
  (t) => [primaryKey({ columns: [t.saleId, t.stage] })],
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
