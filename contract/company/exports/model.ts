import { z } from 'zod';

export const ExportFormat = z.enum(['xlsx', 'pdf']);
export type ExportFormat = z.infer<typeof ExportFormat>;
export const ExportState = z.enum(['queued', 'running', 'ready', 'failed']);
export type ExportState = z.infer<typeof ExportState>;

/** Up to this many rows are exported directly; more are prepared in the background. */
export const DIRECT_ROWS = 20_000;
/** Maximum rows of a PDF. More is not readable; Excel takes all rows. */
export const PDF_ROWS = 1_000;
/** Maximum rows of an Excel sheet, without the heading. */
export const SHEET_ROWS = 1_000_000;
/** How long a prepared file is kept. */
export const EXPORT_HOURS = 24;

/** Names separated by commas: table columns in screen order, or ids of selected rows. */
const names = (max: number) =>
  z
    .string()
    .max(8000)
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.string().max(60)).max(max));

/** Query of `GET <list>/exportar`, in addition to the list's own filters. */
export const ExportQuery = z.object({
  formato: ExportFormat,
  columnas: names(60).optional(),
  ids: names(200).optional(),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

/** Body of `POST <list>/exportar`: prepares the file in the background. `filtro` is the list's query. */
export const ExportRequest = z.object({
  formato: ExportFormat,
  columnas: z.array(z.string().max(60)).max(60).optional(),
  filtro: z
    .record(
      z.string().max(40),
      z.union([z.string().max(400), z.number(), z.array(z.union([z.string().max(80), z.number()])).max(60)]),
    )
    .default({}),
});
export type ExportRequest = z.infer<typeof ExportRequest>;

/** A file prepared in the background. Its URL is signed for the requesting session and valid for ten minutes. */
export const PreparedExport = z.object({
  id: z.number().int(),
  title: z.string(),
  format: ExportFormat,
  state: ExportState,
  rows: z.number().int().nullable(),
  error: z.string().nullable(),
  file: z.object({ name: z.string(), size: z.number().int(), url: z.string() }).nullable(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type PreparedExport = z.infer<typeof PreparedExport>;
