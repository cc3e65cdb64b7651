import { z } from 'zod';
import type { Catalog } from '#contract/company/catalogs/catalog.ts';

export interface ExtraColumn {
  key: string;
  schema: z.ZodType;
  title: string;
  /** flag: 0 or 1 in the API, a checkbox on screen. */
  kind: 'boolean' | 'flag' | 'number' | 'text';
  decimals: boolean;
  /** Initial value of a new row. */
  empty: string | number | boolean | null;
}

const EMPTY = { boolean: false, flag: 0, number: 0, text: '' } as const;

/** A catalog's editable extra columns, from its definition. `name_id` is left out: the server generates it. */
export const columnsOf = (catalog: Pick<Catalog, 'stored'>): ExtraColumn[] =>
  Object.entries<unknown>(catalog.stored.shape)
    .filter(([key]) => key !== 'name_id')
    .flatMap(([key, schema]) => {
      if (!(schema instanceof z.ZodType)) return [];
      const takes = (value: unknown) => schema.safeParse(value).success;
      const kind = takes(true)
        ? 'boolean'
        : takes(0) && takes(1) && !takes(2)
          ? 'flag'
          : takes(1)
            ? 'number'
            : 'text';
      const title = schema.meta()?.title ?? key;
      // 0 is not a province, so a new row starts without one.
      const empty = key === 'provincia_id' ? null : EMPTY[kind];
      return [{ key, schema, title, kind, decimals: takes(1.5), empty } as const];
    });

/** A row's extra columns as text: "Peso (%): 11", "Da hipotecas". */
export const detailsOf = (
  columns: readonly ExtraColumn[],
  extra: Readonly<Record<string, unknown>>,
): string[] =>
  columns.flatMap(({ key, title, kind }) => {
    const value = extra[key];
    if (kind === 'boolean' || kind === 'flag') return value ? [title] : [];
    return value === undefined || value === '' ? [] : [`${title}: ${String(value)}`];
  });
