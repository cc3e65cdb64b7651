import { z } from 'zod';
import type { Catalog } from '#contract/catalogs/catalog.ts';

export interface ExtraColumn {
  key: string;
  title: string;
  kind: 'boolean' | 'number' | 'text';
  /** What a new row begins with. */
  empty: string | number | boolean;
}

const EMPTY = { boolean: false, number: 0, text: '' } as const;

/** The further columns of a list that a person fills in, as its definition declares them; `name_id` makes itself. */
export const columnsOf = (catalog: Pick<Catalog, 'stored'>): ExtraColumn[] =>
  Object.entries<unknown>(catalog.stored.shape)
    .filter(([key]) => key !== 'name_id')
    .flatMap(([key, schema]) => {
      if (!(schema instanceof z.ZodType)) return [];
      const takes = (value: unknown) => schema.safeParse(value).success;
      const kind = takes(true) ? 'boolean' : takes(1) ? 'number' : 'text';
      return [{ key, title: schema.meta()?.title ?? key, kind, empty: EMPTY[kind] } as const];
    });
