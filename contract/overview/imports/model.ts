import { z } from 'zod';

/** What can be wrong with a cell, or with a row as a whole when no column is named. */
export const RowFault = z.object({
  /** The column's title, as the template has it; empty: the row as a whole. */
  column: z.string(),
  /** "Fila 37, columna «Área m²»: escribe un número mayor que cero." */
  message: z.string(),
});
export type RowFault = z.infer<typeof RowFault>;

/** The sentence of a fault, with the row's number as the spreadsheet shows it. */
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

/** A kind of import that the caller may use. */
export const ImportKind = z.object({
  name: z.string(),
  title: z.string(),
  text: z.string(),
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
  file: z.object({ name: z.string(), size: z.number().int(), url: z.string() }),
  /** Of the file's bytes; the confirmation names it. */
  sha256: z.string(),
  /** Of what the dry run found; the confirmation names it. */
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
  /** Sentence why it cannot be undone; null: it can. */
  why_not_undo: z.string().nullable(),
});
export type ImportRow = z.infer<typeof ImportRow>;

/** A row of the file as the dry run judged it. */
export const CheckedRow = z.object({
  row: z.number().int(),
  status: z.enum(['new', 'changed', 'same', 'bad']),
  label: z.string(),
  /** By the column's key, as text. */
  cells: z.record(z.string(), z.string()),
  faults: z.array(RowFault),
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
});
export type CheckedRow = z.infer<typeof CheckedRow>;

/** Of the bytes, never of the name; an archive without the usual order is told apart by what is in it. */
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
