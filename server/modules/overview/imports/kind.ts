import type { Permission } from '#contract/access.ts';
import type { Cell, CellReader, CellValue } from '#contract/overview/imports/cells.ts';
import type { Context } from '#server/kernel/context.ts';

/** A column of an import: its headings in files, and how its cells are read. */
export interface ImportColumn<Known> {
  key: string;
  title: string;
  /** Other accepted headings; ignores case, accents and spaces. */
  aliases: readonly string[];
  required: boolean;
  /** A text of several lines keeps them. */
  lines?: boolean;
  example: string | number;
  /** A sentence for the template. */
  hint: string;
  /** Depends on the records that the caller may name: projects, models. */
  read: (known: Known) => CellReader<CellValue>;
  /** Formats a value that is not shown as it is, for example cents. */
  show?: (value: CellValue) => string;
  /** Allowed values in the template. */
  choices?: (known: Known) => readonly string[];
}

/** The values of a row by column; empty cells are null. */
export type RowValues = Record<string, CellValue>;

/** How a row matches the existing records. */
export type Match =
  | { fault: string; column: string }
  | {
      /** Identity of the record: two rows with the same key mean the same record. */
      key: string;
      label: string;
      /** The existing record with its values by column key; null: the row creates a new one. */
      existing: { id: number; values: RowValues } | null;
      /** The values to write. Keys that begin with _ are not columns and do not count as changes. */
      values: RowValues;
    };

/** A row to be written. */
export interface PlannedRow {
  row: number;
  existingId: number | null;
  values: RowValues;
  /** Column → before, after; for a new record all columns. */
  changes: Record<string, [CellValue, CellValue]>;
}

/**
 * An import kind, declared once and listed in IMPORT_KINDS. `Known` holds the records that rows are matched against; it
 * is read once per file, only within the caller's scope.
 */
export interface ImportKind<Known> {
  name: string;
  title: string;
  text: string;
  permission: Permission;
  /** Shows the kind's imports: all of them with the scope todo, otherwise the own ones. */
  seenBy: Permission;
  /** Most rows of a file, where each takes several statements; by default ROWS_MAX. */
  most?: number;
  columns: readonly ImportColumn<Known>[];
  /**
   * `lock` before writing: the records read cannot change until the transaction ends. `rows`: the cells of the file, for
   * reading only what they name; without a file there are none.
   */
  load: (ctx: Context, lock: boolean, rows: readonly Record<string, Cell>[]) => Promise<Known>;
  match: (values: RowValues, known: Known) => Match;
  /** Writes in the caller's transaction; returns record ids by row. */
  write: (ctx: Context, rows: readonly PlannedRow[], importId: number) => Promise<Map<number, number>>;
  /** Undoes what an import wrote. If a record has been used since, returns the reason and writes nothing. */
  undo: (
    ctx: Context,
    rows: readonly {
      recordId: number;
      made: boolean;
      changes: Record<string, [CellValue, CellValue]>;
    }[],
    importId: number,
  ) => Promise<string | null>;
}

/** Any import kind, without its `Known` type. */
// oxlint-disable-next-line typescript/no-explicit-any -- each kind's Known is only ever given back to itself
export type AnyImportKind = ImportKind<any>;
