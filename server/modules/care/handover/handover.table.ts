import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { GivenKind } from '#contract/care/handover/model.ts';
import { HANDOVER, PUNCH, type Answer, type Meter, type Severity } from '#contract/care/handover/rules.ts';
import type { Room } from '#contract/care/handover/template.ts';
import type { Part } from '#contract/care/covers/parts.ts';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import { idOf } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';

/** The delivery of a house to its buyer (entrega): one for each sale, unless it was voided. */
export const handovers = pgTable(
  'handovers',
  {
    id: id(),
    code: text('code').notNull().unique(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    houseId: ref('house_id')
      .notNull()
      .references(() => houses.id),
    modelId: ref('model_id')
      .notNull()
      .references(() => houseModels.id),
    /** HANDOVER */
    stateId: smallint('state_id').notNull(),
    stateSince: instant('state_since').notNull(),
    scheduledOn: day('scheduled_on').notNull(),
    /** How many inspections were begun; a refusal begins another one. */
    round: smallint('round').notNull().default(1),
    /** A delivery before the disbursement: why, and who of management answered what (domain.md §1). */
    earlyReason: text('early_reason'),
    earlyAskedBy: ref('early_asked_by').references(() => users.id),
    earlyApproved: boolean('early_approved'),
    earlyDecidedBy: ref('early_decided_by').references(() => users.id),
    earlyDecidedAt: instant('early_decided_at'),
    earlyAnswer: text('early_answer'),
    /** The acta that was sent to sign. */
    actaFileId: uuid('acta_file_id').references(() => files.id),
    envelopeId: ref('envelope_id'),
    deliveredOn: day('delivered_on'),
    /** Why the buyer did not take the house, the last time. */
    reason: text('reason'),
    /** Delivered before the system: only its day is known. */
    imported: boolean('imported').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('handovers_one')
      .on(t.saleId)
      .where(sql`state_id <> ${idOf(HANDOVER.voided)}`),
    uniqueIndex('handovers_house')
      .on(t.houseId)
      .where(sql`state_id <> ${idOf(HANDOVER.voided)}`),
    index('handovers_state').on(t.stateId, t.id),
    index('handovers_scheduled').on(t.scheduledOn, t.id),
    index('handovers_delivered').on(t.deliveredOn, t.id),
    index('handovers_model').on(t.modelId),
    check(
      'handovers_states',
      sql`state_id between ${idOf(HANDOVER.scheduled)} and ${idOf(HANDOVER.voided)} and round >= 1`,
    ),
    check('handovers_keys', sql`(state_id = ${idOf(HANDOVER.delivered)}) = (delivered_on is not null)`),
    check(
      'handovers_acta',
      sql`imported or state_id not in (${idOf(HANDOVER.signing)}, ${idOf(HANDOVER.delivered)}) or (acta_file_id is not null and envelope_id is not null)`,
    ),
    check('handovers_two', sql`early_decided_by is distinct from early_asked_by or early_decided_by is null`),
    check(
      'handovers_early',
      sql`(early_reason is null) = (early_asked_by is null) and num_nulls(early_approved, early_decided_by, early_decided_at, early_answer) in (0, 4)
        and (early_approved is null or early_reason is not null)`,
    ),
  ],
);

/** An inspection with the buyer, as the tablet sent it. A refused delivery keeps it, and another round follows. */
export const handoverInspections = pgTable(
  'handover_inspections',
  {
    id: id(),
    handoverId: ref('handover_id')
      .notNull()
      .references(() => handovers.id),
    /** Made on the tablet: sent again, even after days, it is the same inspection. */
    key: uuid('key').notNull(),
    round: smallint('round').notNull(),
    onDay: day('on_day').notNull(),
    inspectorId: ref('inspector_id')
      .notNull()
      .references(() => users.id),
    attended: text('attended').notNull(),
    answer: text('answer').$type<Answer>().notNull(),
    reason: text('reason'),
    manual: boolean('manual').notNull(),
    rules: boolean('rules').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('handover_inspections_key').on(t.key),
    index('handover_inspections_handover').on(t.handoverId, t.id),
    check('handover_inspections_answer', sql`answer in ('conforme', 'pendientes', 'rechaza')`),
    check('handover_inspections_reason', sql`answer <> 'rechaza' or reason <> ''`),
  ],
);

export const inspectionPoints = pgTable(
  'handover_points',
  {
    inspectionId: ref('inspection_id')
      .notNull()
      .references(() => handoverInspections.id),
    position: smallint('position').notNull(),
    room: text('room').notNull(),
    point: text('point').notNull(),
    part: text('part').$type<Part>().notNull(),
    ok: boolean('ok').notNull(),
    severity: text('severity').$type<Severity>(),
    text: text('text'),
  },
  (t) => [
    primaryKey({ columns: [t.inspectionId, t.position] }),
    check('handover_points_observed', sql`ok = (severity is null) and ok = (text is null)`),
    check('handover_points_severity', sql`severity in ('leve', 'moderada', 'grave')`),
  ],
);

export const inspectionMeters = pgTable(
  'handover_meters',
  {
    inspectionId: ref('inspection_id')
      .notNull()
      .references(() => handoverInspections.id),
    kind: text('kind').$type<Meter>().notNull(),
    number: text('number').notNull(),
    reading: numeric('reading', { precision: 12, scale: 2, mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.inspectionId, t.kind] }),
    check('handover_meters_values', sql`kind in ('luz', 'agua') and reading >= 0`),
  ],
);

export const inspectionKeys = pgTable(
  'handover_keys',
  {
    inspectionId: ref('inspection_id')
      .notNull()
      .references(() => handoverInspections.id),
    name: text('name').notNull(),
    count: smallint('count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.inspectionId, t.name] }),
    check('handover_keys_count', sql`count between 1 and 20`),
  ],
);

/** The keys of a house: what there is, and what its family has. */
export const houseKeys = pgTable(
  'house_keys',
  {
    houseId: ref('house_id')
      .notNull()
      .references(() => houses.id),
    name: text('name').notNull(),
    total: smallint('total').notNull(),
    handed: smallint('handed').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.houseId, t.name] }),
    check('house_keys_counts', sql`total >= 1 and handed between 0 and total`),
  ],
);

/** An item of the punch list (pendiente): a defect of a room, from the inspection until somebody verified it. */
export const punchItems = pgTable(
  'punch_items',
  {
    id: id(),
    handoverId: ref('handover_id')
      .notNull()
      .references(() => handovers.id),
    houseId: ref('house_id')
      .notNull()
      .references(() => houses.id),
    /** The inspection that found it first. */
    inspectionId: ref('inspection_id')
      .notNull()
      .references(() => handoverInspections.id),
    room: text('room').notNull(),
    point: text('point').notNull(),
    part: text('part').$type<Part>().notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    text: text('text').notNull(),
    /** PUNCH */
    stateId: smallint('state_id').notNull(),
    /** The contract that answers for it; null: none of the house built it. */
    contractId: ref('contract_id').references(() => contracts.id),
    dueOn: day('due_on').notNull(),
    doneAt: instant('done_at'),
    /** Null with `doneAt`: nobody of the office. */
    doneBy: ref('done_by').references(() => users.id),
    doneNote: text('done_note'),
    verifiedAt: instant('verified_at'),
    /** Null with `verifiedAt`: the buyer. */
    verifiedBy: ref('verified_by').references(() => users.id),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('punch_items_open')
      .on(t.handoverId, t.room, t.point)
      .where(sql`state_id in (${idOf(PUNCH.pending)}, ${idOf(PUNCH.done)})`),
    index('punch_items_handover').on(t.handoverId, t.id),
    index('punch_items_house').on(t.houseId),
    index('punch_items_contract').on(t.contractId),
    index('punch_items_state').on(t.stateId, t.id),
    index('punch_items_due').on(t.dueOn, t.id),
    index('punch_items_words').using('gin', sql`searchable(text) gin_trgm_ops`),
    check('punch_items_severity', sql`severity in ('leve', 'moderada', 'grave') and text <> ''`),
    check(
      'punch_items_steps',
      sql`state_id between ${idOf(PUNCH.pending)} and ${idOf(PUNCH.voided)} and (state_id <> ${idOf(PUNCH.done)} or done_at is not null)
        and (state_id = ${idOf(PUNCH.verified)}) = (verified_at is not null) and (verified_by is null or verified_at is not null)`,
    ),
    check('punch_items_two', sql`verified_by is null or verified_by is distinct from done_by`),
  ],
);

/** Photographs: of a point or meter of an inspection, or of a corrected item. */
export const handoverPhotos = pgTable(
  'handover_photos',
  {
    fileId: uuid('file_id')
      .primaryKey()
      .references(() => files.id),
    inspectionId: ref('inspection_id').references(() => handoverInspections.id),
    /** The point's position in its inspection. */
    pointPosition: smallint('point_position'),
    meter: text('meter').$type<Meter>(),
    /** The item that it shows corrected. */
    itemId: ref('item_id').references(() => punchItems.id),
  },
  (t) => [
    index('handover_photos_inspection').on(t.inspectionId),
    index('handover_photos_item').on(t.itemId),
    check(
      'handover_photos_of',
      sql`(inspection_id is null) <> (item_id is null) and (inspection_id is null) = (num_nonnulls(point_position, meter) = 0)
        and num_nonnulls(point_position, meter) <= 1`,
    ),
  ],
);

/** Versions of the list of an inspection; model 0 is the company's own. Inspections keep the points that they answered. */
export const handoverTemplates = pgTable(
  'handover_templates',
  {
    modelId: ref('model_id').notNull(),
    version: integer('version').notNull(),
    rooms: jsonb('rooms').$type<Room[]>().notNull(),
    /** Without a foreign key: erasing the demo keeps the lists and deletes its users. */
    createdBy: ref('created_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.modelId, t.version] })],
);

/** Manuals and rules that a family gets with its house; the newest of a project and model counts. */
export const givenDocuments = pgTable(
  'handover_documents',
  {
    id: id(),
    kind: text('kind').$type<GivenKind>().notNull(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    /** Null: of every model of the project. */
    modelId: ref('model_id').references(() => houseModels.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    replacedAt: instant('replaced_at'),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('handover_documents_one')
      .on(t.kind, t.projectId, sql`coalesce(model_id, 0)`)
      .where(sql`replaced_at is null`),
    check('handover_documents_kind', sql`kind in ('manual', 'reglamento')`),
  ],
);
