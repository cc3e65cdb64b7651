import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Cell, CellValue } from '#contract/overview/imports/cells.ts';
import type { RowFault } from '#contract/overview/imports/model.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** An uploaded import file, its dry run and its state. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    /** The kind of records: lots, houses … */
    kind: text('kind').notNull(),
    /** checked · imported · undone */
    state: text('state').notNull().default('checked'),
    /** Null: it named somebody who was erased since. */
    fileId: uuid('file_id').references(() => files.id),
    fileName: text('file_name').notNull(),
    /** Hash of the file's bytes; the confirmation must send it. */
    sha256: text('sha256').notNull(),
    /** Hash of the dry run's result. A different hash at the confirmation means that records changed. */
    planHash: text('plan_hash').notNull(),
    /** Headings of the file without a matching column. */
    unknownHeadings: jsonb('unknown_headings').$type<string[]>().notNull().default([]),
    newRows: integer('new_rows').notNull(),
    changedRows: integer('changed_rows').notNull(),
    sameRows: integer('same_rows').notNull(),
    badRows: integer('bad_rows').notNull(),
    /** Confirmed without the bad rows. */
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

/** A row of an import file: as read, checked and written. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: ref('import_id')
      .notNull()
      .references(() => imports.id),
    /** Row number in the spreadsheet. */
    row: integer('row').notNull(),
    /** new · changed · same · bad */
    status: text('status').notNull(),
    /** Cells as read, by column key. */
    cells: jsonb('cells').$type<Record<string, Cell>>().notNull(),
    faults: jsonb('faults').$type<RowFault[]>().notNull().default([]),
    /** Values that a change writes: column → before, after. */
    changes: jsonb('changes').$type<Record<string, [CellValue, CellValue]>>().notNull().default({}),
    /** Name of the record for users: A-07. */
    label: text('label').notNull().default(''),
    /** Id of the created or changed record. */
    recordId: ref('record_id'),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.row] }),
    index('import_rows_status').on(t.importId, t.status, t.row),
    index('import_rows_record').on(t.recordId),
  ],
);
