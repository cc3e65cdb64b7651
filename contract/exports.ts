import type { z } from 'zod';
import type { Permission } from './access.ts';

/** Format of a value: real numbers and dates in Excel, text in a PDF. money is integer centavos. */
export type ExportType = 'text' | 'number' | 'money' | 'percent' | 'date' | 'instant';

export interface ExportColumn<Row, Key extends string = string> {
  key: Key;
  title: string;
  type: ExportType;
  /** Width in characters; by default depends on the type. */
  width?: number;
  /** Matching column of the screen's table, when its name differs. */
  of?: Key;
  /** Takes a row of the list's response. percent: 0–100. */
  value: (row: Row) => string | number | boolean | null | undefined;
}

/** Label of a filter on the sheet that lists the filters, and the source of its value labels. */
export interface ExportFilter {
  label: string;
  values?: Readonly<Record<string, string>>;
  of?: 'proyecto' | 'usuario' | 'rol' | 'contratista' | `catalog:${string}`;
}

/** Export of a list, declared next to the list's endpoint; the kernel adds `<list>/exportar`. */
export interface ListExports<Key extends string = string> {
  /** Name of the rows: used as file name and heading. */
  title: string;
  /** Required in addition to the list's own access. */
  permission: Permission;
  /** With this permission instead, only the user's own rows are exported: the permissions in `without` are ignored. */
  own?: { permission: Permission; without: readonly Permission[] };
  columns: readonly ExportColumn<never, Key>[];
  filters?: Readonly<Record<string, ExportFilter>>;
}

/** Each of these permissions allows exporting the list, or the user's own part of it. */
export const exportPermissions = ({
  permission,
  own,
}: Pick<ListExports, 'permission' | 'own'>): readonly Permission[] =>
  own ? [permission, own.permission] : [permission];

/** Declares the export of a list; the row of the list's response types its columns. */
export const exportsOf = <S extends z.ZodType, const Key extends string>(
  _row: S,
  spec: Omit<ListExports, 'columns'> & { columns: readonly ExportColumn<z.output<S>, Key>[] },
): ListExports<Key> => spec;
