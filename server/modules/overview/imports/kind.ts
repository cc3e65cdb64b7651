import type { Permission } from '#contract/access.ts';
import type { CellReader, CellValue } from '#contract/overview/imports/cells.ts';
import type { Context } from '#server/kernel/context.ts';

/** A column of an import: how it is called in files, and how its cells are read. */
export interface ImportColumn<Known> {
  key: string;
  title: string;
  /** Other headings that mean it; case, accents and spaces do not count. */
  aliases: readonly string[];
  required: boolean;
  example: string | number;
  /** A sentence for the template. */
  hint: string;
  /** Depends on what the caller may name: projects, models. */
  read: (known: Known) => CellReader<CellValue>;
  /** How a value is shown, where it is not simply its text: cents. */
  show?: (value: CellValue) => string;
  /** Values to choose from in the template. */
  choices?: (known: Known) => readonly string[];
}

/** The values of a row by column; empty cells are null. */
export type RowValues = Record<string, CellValue>;

/** What a row means to the records there are. */
export type Match =
  | { fault: string; column: string }
  | {
      /** Says when two rows of one file mean the same record. */
      key: string;
      label: string;
      /** The record that is there, with its values under the columns' keys; null: it would be new. */
      existing: { id: number; values: RowValues } | null;
      /** What the row writes; keys that begin with _ are no column's and no change of their own. */
      values: RowValues;
    };

/** A row that is written. */
export interface PlannedRow {
  row: number;
  existingId: number | null;
  values: RowValues;
  /** Column → before, after; of a new record everything. */
  changes: Record<string, [CellValue, CellValue]>;
}

/**
 * An import, declared: people, balances or papers are one more of these in IMPORT_KINDS. `Known` is what its rows are matched
 * against, read once for a whole file and only from within the caller's reach.
 */
export interface ImportKind<Known> {
  name: string;
  title: string;
  text: string;
  permission: Permission;
  columns: readonly ImportColumn<Known>[];
  /** `lock` when it is about to be written: what was read does not change until the transaction ends. */
  load: (ctx: Context, lock: boolean) => Promise<Known>;
  match: (values: RowValues, known: Known) => Match;
  /** Writes in the caller's transaction; answers the record's id by row. */
  write: (ctx: Context, rows: readonly PlannedRow[], importId: number) => Promise<Map<number, number>>;
  /** Takes back what an import wrote. Answers a sentence, and writes nothing, where somebody used it since. */
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

/** Any import, with its own knowledge hidden. */
// oxlint-disable-next-line typescript/no-explicit-any -- each kind's Known is only ever given back to itself
export type AnyImportKind = ImportKind<any>;
