import type { z } from 'zod';
import type { Permission } from './access.ts';

/** How a value is written: real numbers and dates in Excel, as people read them in a PDF. money is in integer cents. */
export type ExportType = 'text' | 'number' | 'money' | 'percent' | 'date' | 'instant';

export interface ExportColumn<Row, Key extends string = string> {
  key: Key;
  title: string;
  type: ExportType;
  /** Width in characters; a usual one for its type otherwise. */
  width?: number;
  /** Column of the screen's table that it goes with, where that has another name. */
  of?: Key;
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
export interface ListExports<Key extends string = string> {
  /** What the rows are: the file's name and heading. */
  title: string;
  /** Needed beside what the list itself asks for. */
  permission: Permission;
  /** With this one instead only the caller's own rows leave: the permissions that show those of others are left aside. */
  own?: { permission: Permission; without: readonly Permission[] };
  columns: readonly ExportColumn<never, Key>[];
  filters?: Readonly<Record<string, ExportFilter>>;
}

/** Each of these lets somebody export a list, or their own part of it. */
export const exportPermissions = ({
  permission,
  own,
}: Pick<ListExports, 'permission' | 'own'>): readonly Permission[] =>
  own ? [permission, own.permission] : [permission];

/** Declares how a list leaves, its columns typed by the row of the list's answer. */
export const exportsOf = <S extends z.ZodType, const Key extends string>(
  _row: S,
  spec: Omit<ListExports, 'columns'> & { columns: readonly ExportColumn<z.output<S>, Key>[] },
): ListExports<Key> => spec;
