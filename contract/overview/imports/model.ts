import { z } from 'zod';

/** An error in a cell, or in the whole row when no column is named. */
export const RowFault = z.object({
  /** Title of the column in the template; empty: the whole row. */
  column: z.string(),
  /** "Fila 37, columna «Área m²»: escribe un número mayor que cero." */
  message: z.string(),
});
export type RowFault = z.infer<typeof RowFault>;

/** Error message with the row number of the spreadsheet. */
export const faultSentence = (row: number, column: string, fault: string): string =>
  column ? `Fila ${row}, columna «${column}»: ${fault}` : `Fila ${row}: ${fault}`;

export const IMPORT_STATES = {
  checked: 'Probada, sin importar',
  imported: 'Importada',
  undone: 'Deshecha',
} as const;

export const ImportColumn = z.object({
  key: z.string(),
  title: z.string(),
  required: z.boolean(),
  example: z.string(),
  hint: z.string(),
});

/** A kind of import that the user may run. */
export const ImportKind = z.object({
  name: z.string(),
  title: z.string(),
  text: z.string(),
  /** Most rows of a file. */
  most: z.number().int(),
  columns: z.array(ImportColumn),
});
export type ImportKind = z.infer<typeof ImportKind>;

const Counts = z.object({
  new: z.number().int(),
  changed: z.number().int(),
  same: z.number().int(),
  bad: z.number().int(),
});

export const ImportRow = z.object({
  id: z.number().int(),
  kind: z.object({ name: z.string(), title: z.string() }),
  state: z.enum(['checked', 'imported', 'undone']),
  /** Without URL: the file named somebody who was erased since. */
  file: z.object({ name: z.string(), size: z.number().int(), url: z.string().nullable() }),
  /** Hash of the file's bytes; the confirmation sends it back. */
  sha256: z.string(),
  /** Hash of the dry run's result; the confirmation sends it back. */
  plan: z.string(),
  counts: Counts,
  only_good: z.boolean(),
  unknown_headings: z.array(z.string()),
  by: z.string(),
  at: z.string(),
  confirmed_by: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  undone_by: z.string().nullable(),
  undone_at: z.string().nullable(),
  /** Why it cannot be undone; null when it can. */
  why_not_undo: z.string().nullable(),
});
export type ImportRow = z.infer<typeof ImportRow>;

/** A row of the file with the dry run's result. */
export const CheckedRow = z.object({
  row: z.number().int(),
  status: z.enum(['new', 'changed', 'same', 'bad']),
  label: z.string(),
  /** Text by column key. */
  cells: z.record(z.string(), z.string()),
  faults: z.array(RowFault),
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
});
export type CheckedRow = z.infer<typeof CheckedRow>;

/**
 * Types detected from the bytes, never from the name. A zip with entries in unusual order is identified by its content.
 */
export const IMPORT_FILE = {
  maxCount: 1,
  maxSize: 5 * 1_048_576,
  types: [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-excel.sheet.macroenabled.12',
    'application/zip',
    'text/csv',
  ],
} as const;

export const ROWS_MAX = 20_000;
