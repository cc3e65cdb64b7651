import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Cell, CellValue } from '#contract/overview/imports/cells.ts';
import type { RowFault } from '#contract/overview/imports/model.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** A file that was tried, and what became of it. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    /** What it brings: lots, houses … */
    kind: text('kind').notNull(),
    /** checked · imported · undone */
    state: text('state').notNull().default('checked'),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    fileName: text('file_name').notNull(),
    /** Hash of the file's bytes, which a confirmation must name. */
    sha256: text('sha256').notNull(),
    /** Hash of what the dry run found; another one at the confirmation means that something changed meanwhile. */
    planHash: text('plan_hash').notNull(),
    /** Headings of the file that no column answers to. */
    unknownHeadings: jsonb('unknown_headings').$type<string[]>().notNull().default([]),
    newRows: integer('new_rows').notNull(),
    changedRows: integer('changed_rows').notNull(),
    sameRows: integer('same_rows').notNull(),
    badRows: integer('bad_rows').notNull(),
    /** Confirmed although some rows were bad. */
    onlyGood: boolean('only_good').notNull().default(false),
    createdBy: ref('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    confirmedBy: ref('confirmed_by').references(() => users.id),
    confirmedAt: instant('confirmed_at'),
    undoneBy: ref('undone_by').references(() => users.id),
    undoneAt: instant('undone_at'),
  },
  (t) => [index('imports_recent').on(t.createdAt), index('imports_maker').on(t.createdBy, t.id)],
);

/** A row of a tried file, as it was read, judged and written. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: ref('import_id')
      .notNull()
      .references(() => imports.id),
    /** The number that the spreadsheet shows beside it. */
    row: integer('row').notNull(),
    /** new · changed · same · bad */
    status: text('status').notNull(),
    /** As read, by the column's key. */
    cells: jsonb('cells').$type<Record<string, Cell>>().notNull(),
    faults: jsonb('faults').$type<RowFault[]>().notNull().default([]),
    /** What a change writes: column → before, after. */
    changes: jsonb('changes').$type<Record<string, [CellValue, CellValue]>>().notNull().default({}),
    /** How people call the record: A-07. */
    label: text('label').notNull().default(''),
    /** What was made or changed. */
    recordId: ref('record_id'),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.row] }),
    index('import_rows_status').on(t.importId, t.status, t.row),
    index('import_rows_record').on(t.recordId),
  ],
);
