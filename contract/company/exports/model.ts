import { z } from 'zod';
import type { Permission } from '#contract/access.ts';

/** How a value is written: real numbers and dates in Excel, as people read them in a PDF. money is in integer cents. */
export type ExportType = 'text' | 'number' | 'money' | 'percent' | 'date' | 'instant';

export interface ExportColumn<Row> {
  key: string;
  title: string;
  type: ExportType;
  /** Width in characters; a usual one for its type otherwise. */
  width?: number;
  /** Column of the screen's table that it goes with, where that has another name. */
  of?: string;
  /** From a row of the list's answer. percent: 0–100. */
  value: (row: Row) => string | number | boolean | null | undefined;
}

/** What a filter is called on the sheet that says what was filtered, and where the words of its values come from. */
export interface ExportFilter {
  label: string;
  values?: Readonly<Record<string, string>>;
  of?: 'proyecto' | 'usuario' | 'rol' | 'contratista' | `catalog:${string}`;
}

/** A list that can leave as a file. Declared beside the list's call; the kernel gives `<list>/exportar`. */
export interface ListExports {
  /** What the rows are: the file's name and heading. */
  title: string;
  /** Needed beside what the list itself asks for. */
  permission: Permission;
  /** With this one instead only the caller's own rows leave: the permissions that show those of others are left aside. */
  own?: { permission: Permission; without: readonly Permission[] };
  columns: readonly ExportColumn<never>[];
  filters?: Readonly<Record<string, ExportFilter>>;
}

/** Each of these lets somebody export a list, or their own part of it. */
export const exportPermissions = ({
  permission,
  own,
}: Pick<ListExports, 'permission' | 'own'>): readonly Permission[] =>
  own ? [permission, own.permission] : [permission];

/** Declares how a list leaves, its columns typed by the row of the list's answer. */
export const exportsOf = <S extends z.ZodType>(
  _row: S,
  spec: Omit<ListExports, 'columns'> & { columns: readonly ExportColumn<z.output<S>>[] },
): ListExports => spec;

export const ExportFormat = z.enum(['xlsx', 'pdf']);
export type ExportFormat = z.infer<typeof ExportFormat>;
export const ExportState = z.enum(['queued', 'running', 'ready', 'failed']);
export type ExportState = z.infer<typeof ExportState>;

/** Rows that are answered at once; more are prepared aside. */
export const DIRECT_ROWS = 20_000;
/** Rows of a PDF: nobody reads more, and Excel takes them all. */
export const PDF_ROWS = 1_000;
/** Rows that a sheet of Excel holds, less its heading. */
export const SHEET_ROWS = 1_000_000;
/** How long a prepared file waits. */
export const EXPORT_HOURS = 24;

/** Names separated by commas: columns of the screen's table in its order, and ids of the chosen rows. */
const names = (max: number) =>
  z
    .string()
    .max(8000)
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.string().max(60)).max(max));

/** Query of `GET <list>/exportar`, beside the list's own filters. */
export const ExportQuery = z.object({
  formato: ExportFormat,
  columnas: names(60).optional(),
  ids: names(200).optional(),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

/** Body of `POST <list>/exportar`: the file is prepared aside. `filtro` is the list's query. */
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

/** A file that is prepared aside. Its address is signed for the session that asks, and good for ten minutes. */
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
