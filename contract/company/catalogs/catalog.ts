import { withoutAccents } from '#contract/accents.ts';
import { z } from 'zod';
import type { Access, Module } from '#contract/access.ts';
import { data, endpoint, type EndpointSpec } from '#contract/endpoint.ts';

/**
 * What an administrator may change. fixed: only labels and order, because state machines use the ids · extensible: may
 * also add and archive rows · free: the same, and the seed is only an example. Nothing is ever deleted.
 */
export type CatalogKind = 'fixed' | 'extensible' | 'free';

/** A seed row: stable id, label, and extra columns if the list has any. */
type Seed = readonly [id: number, label: string, extra?: Readonly<Record<string, unknown>>];

/** A column that refers to rows of the list: by id, by word (name_id) or by label. */
export interface CatalogUse {
  table: string;
  column: string;
  holds?: 'id' | 'word' | 'label';
  /** Column with the province label, for lists in which two rows may have the same label. */
  province?: string;
}

interface Spec<L extends string, E extends z.ZodRawShape, R extends readonly Seed[]> {
  /** Name of the list in the catalogs table. */
  name: string;
  /** Title in the office. */
  title: string;
  /** Module of the list; the office groups lists by it. */
  module: Module;
  kind: CatalogKind;
  /** Field name of the label in responses. */
  label: L;
  /** Extra fields in responses. `name_id` is a stable word that does not change with the label. */
  extra?: E;
  /** Extra columns that responses leave out. */
  inner?: z.ZodRawShape;
  /** Inner column placed before the label in responses: "1.1.01 Caja menuda". */
  prefix?: string;
  /** Columns that refer to this list; none while nothing uses it. */
  uses?: readonly CatalogUse[];
  rows: R;
}

type Row<L extends string, E extends z.ZodRawShape> = z.ZodObject<
  { id: z.ZodNumber } & Record<L, z.ZodString> & E
>;

/**
 * Declares a value list once: its rows, endpoint, options and screen derive from this (rulings 34). The endpoint `path`
 * answers in the data envelope, in the office's order by default. `filter` names a query parameter that keeps rows
 * whose label contains it.
 */
export function catalog<
  const L extends 'name' | 'nombre' | 'display_name',
  const R extends readonly Seed[],
  E extends z.ZodRawShape = Record<never, never>,
>(spec: Spec<L, E, R> & { path: string; access: Access; filter?: 'name' }) {
  const { path, access, ...rest } = spec;
  const row = z.object({ id: z.number().int(), [spec.label]: z.string(), ...spec.extra }) as Row<L, E>;
  const columns = ['position', ...Object.keys(row.shape)];
  const query = z.object({
    order_type: z.enum(['asc', 'desc']).optional(),
    order_column: z.enum(columns).optional(),
    ...(spec.filter && { [spec.filter]: z.string().max(80).optional() }),
  });
  const list = endpoint({
    method: 'GET',
    path,
    access,
    shows: ['catalog_item'],
    summary: spec.title,
    query,
    answer: data(z.array(row)),
  });
  return { ...rest, stored: stored(spec), list };
}

/** Declares a value list without its own endpoint: other responses and pages include it. */
export function innerCatalog<const R extends readonly Seed[], E extends z.ZodRawShape = Record<never, never>>(
  spec: Spec<'name', E, R>,
) {
  return { ...spec, stored: stored(spec) };
}

const stored = (spec: Pick<Spec<string, z.ZodRawShape, readonly Seed[]>, 'extra' | 'inner'>) =>
  z.strictObject({ ...spec.extra, ...spec.inner });

/** A list of any kind, for code that treats all lists alike. */
export interface Catalog extends Spec<string, z.ZodRawShape, readonly Seed[]> {
  /** Validates the extra columns, inner ones included; refuses unknown ones. */
  stored: z.ZodObject;
  filter?: 'name';
  list?: EndpointSpec & { query: z.ZodObject; answer: z.ZodType };
}

/** Ids from here on are rows added by users; lower ids belong to the seed of this or a later release. */
export const FIRST_ADDED_ID = 1000;

/** `name_id` for an added row: its label as one lower-case word of ASCII letters, digits and underscores. */
export const wordOf = (label: string) =>
  withoutAccents(label)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
