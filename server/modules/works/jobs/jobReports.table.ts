import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { CheckAnswer } from '#contract/works/jobs/model.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { jobs } from './jobs.table.ts';

/** Progress that somebody reported of a job. One at a time waits for its inspection. */
export const jobReports = pgTable(
  'job_reports',
  {
    id: id(),
    jobId: ref('job_id')
      .notNull()
      .references(() => jobs.id),
    /** Made on the phone: a report that is sent again, even after days, is the same report. */
    key: uuid('key').notNull(),
    /** Basis points since the beginning; of an item they follow the quantity. */
    reportedBp: integer('reported_bp').notNull(),
    quantity: numeric('quantity', { precision: 14, scale: 3, mode: 'number' }),
    note: text('note').notNull().default(''),
    /** motivos_atraso */
    delayReasonId: integer('delay_reason_id'),
    authorId: ref('author_id')
      .notNull()
      .references(() => users.id),
    /** The author's company; null: a colleague reported. */
    partnerId: ref('partner_id').references(() => partners.id),
    /** Null: it waits for its inspection. anulado: its job was voided before. */
    outcome: text('outcome').$type<'aprobado' | 'rechazado' | 'anulado'>(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('job_reports_key').on(t.key),
    uniqueIndex('job_reports_open')
      .on(t.jobId)
      .where(sql`outcome is null`),
    index('job_reports_job').on(t.jobId, t.id),
    check('job_reports_measures', sql`reported_bp between 0 and 10000 and quantity >= 0`),
    check('job_reports_outcome', sql`outcome in ('aprobado', 'rechazado', 'anulado')`),
  ],
);

/** The questions of an inspection, for an activity or in general. A change is a new version: old answers keep their questions. */
export const checklists = pgTable(
  'checklists',
  {
    id: id(),
    /** contract_activities (the list); 0: the general list. */
    activityId: integer('activity_id').notNull(),
    version: integer('version').notNull(),
    questions: text('questions').array().notNull(),
    /** Without a foreign key: erasing the demo keeps the lists and deletes its users. */
    createdBy: ref('created_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('checklists_version').on(t.activityId, t.version),
    check('checklists_questions', sql`cardinality(questions) between 1 and 20`),
  ],
);

/** Whatever changed a job's approved progress: the inspection of a report, or a fall without one (rebajado). */
export const inspections = pgTable(
  'inspections',
  {
    id: id(),
    jobId: ref('job_id')
      .notNull()
      .references(() => jobs.id),
    reportId: ref('report_id').references(() => jobReports.id),
    key: uuid('key').notNull(),
    inspectorId: ref('inspector_id')
      .notNull()
      .references(() => users.id),
    result: text('result').$type<'aprobado' | 'rechazado' | 'rebajado'>().notNull(),
    /** Approved basis points before and after, and the quantity of an item after. */
    beforeBp: integer('before_bp').notNull(),
    approvedBp: integer('approved_bp').notNull(),
    approvedQuantity: numeric('approved_quantity', { precision: 14, scale: 3, mode: 'number' }),
    reason: text('reason'),
    checklistId: ref('checklist_id').references(() => checklists.id),
    /** One per question of the checklist, in its order. */
    answers: jsonb('answers').$type<z.infer<typeof CheckAnswer>[]>(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('inspections_key').on(t.key),
    uniqueIndex('inspections_report').on(t.reportId),
    index('inspections_job').on(t.jobId, t.id),
    check('inspections_result', sql`result in ('aprobado', 'rechazado', 'rebajado')`),
    check('inspections_of', sql`(result = 'rebajado') = (report_id is null)`),
    check(
      'inspections_reason',
      sql`reason <> '' and (reason is not null or (result = 'aprobado' and approved_bp >= before_bp))`,
    ),
    check('inspections_checks', sql`(checklist_id is null) = (answers is null)`),
  ],
);

/** Photographs, in their order, of a report or an inspection. */
export const jobPhotos = pgTable(
  'job_photos',
  {
    fileId: uuid('file_id')
      .primaryKey()
      .references(() => files.id),
    reportId: ref('report_id').references(() => jobReports.id),
    inspectionId: ref('inspection_id').references(() => inspections.id),
    position: smallint('position').notNull(),
    /** Its bytes as a family sees them: smaller, without metadata; made when the first of them looks. */
    smallSha256: text('small_sha256'),
  },
  (t) => [
    uniqueIndex('job_photos_report').on(t.reportId, t.position),
    uniqueIndex('job_photos_inspection').on(t.inspectionId, t.position),
    check('job_photos_of', sql`(report_id is null) <> (inspection_id is null)`),
  ],
);
