import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Clause } from '#contract/legal/contractTemplates/clauses.ts';
import type { TemplateKind } from '#contract/legal/contractTemplates/fields.ts';
import { OPEN_VERSIONS, VERSION } from '#contract/legal/contractTemplates/rules.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** A contract's template: which sales it is for. Its text is in versions. */
export const contractTemplates = pgTable(
  'contract_templates',
  {
    id: id(),
    kind: text('kind').$type<TemplateKind>().notNull(),
    name: text('name').notNull(),
    /** Null: every project. */
    projectId: ref('project_id').references(() => projects.id),
    /** hipoteca · contado; null: both. */
    paymentForm: text('payment_form').$type<'hipoteca' | 'contado'>(),
    version: integer('version').notNull().default(1),
    archivedAt: instant('archived_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    // One template for each kind of sale, so that the choice is never open.
    uniqueIndex('contract_templates_one')
      .on(t.kind, sql`coalesce(project_id, 0)`, sql`coalesce(payment_form, '')`)
      .where(sql`archived_at is null`),
    index('contract_templates_name').on(t.name, t.id),
  ],
);

/** A version of a template's text. After its approval it is never changed. */
export const templateVersions = pgTable(
  'contract_template_versions',
  {
    id: id(),
    templateId: ref('template_id')
      .notNull()
      .references(() => contractTemplates.id),
    /** From 1. */
    number: integer('number').notNull(),
    /** 1 borrador · 2 en revisión · 3 aprobada · 4 retirada */
    stateId: smallint('state_id').notNull(),
    version: integer('version').notNull().default(1),
    clauses: jsonb('clauses').$type<Clause[]>().notNull(),
    note: text('note'),
    createdBy: ref('created_by').references(() => users.id),
    /** Everybody who wrote part of it: none of them approves it. */
    writers: bigint('writers', { mode: 'number' }).array().notNull(),
    createdAt: instant('created_at').notNull(),
    submittedAt: instant('submitted_at'),
    approvedBy: ref('approved_by').references(() => users.id),
    approvedAt: instant('approved_at'),
    retiredAt: instant('retired_at'),
  },
  (t) => [
    uniqueIndex('contract_template_versions_number').on(t.templateId, t.number),
    uniqueIndex('contract_template_versions_approved')
      .on(t.templateId)
      .where(sql`state_id = ${idOf(VERSION.approved)}`),
    uniqueIndex('contract_template_versions_open')
      .on(t.templateId)
      .where(sql`state_id in ${anyOf(OPEN_VERSIONS)}`),
    check('contract_template_versions_two_people', sql`approved_by is null or approved_by <> all (writers)`),
    check(
      'contract_template_versions_approval',
      sql`state_id <> ${idOf(VERSION.approved)} or approved_at is not null`,
    ),
  ],
);
