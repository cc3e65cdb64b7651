import { withoutAccents } from '#contract/accents.ts';
import { z } from 'zod';
import type { Access, Module } from '#contract/access.ts';
import { data, endpoint, type EndpointSpec } from '#contract/endpoint.ts';

/**
 * What an administrator may change. fixed: ids drive state machines, so only labels and order · extensible: rows may
 * be added and archived · free: the same, and the seed is only an example. Nothing is ever deleted.
 */
export type CatalogKind = 'fixed' | 'extensible' | 'free';

/** A seed row: stable id, label, and the extra columns where the list has some. */
type Seed = readonly [id: number, label: string, extra?: Readonly<Record<string, unknown>>];

/** Where records hold a row of the list: its id, its word (name_id) or its label. */
export interface CatalogUse {
  table: string;
  column: string;
  holds?: 'id' | 'word' | 'label';
  /** Column with the label of the province, where two rows of the list may share a label. */
  province?: string;
}

interface Spec<L extends string, E extends z.ZodRawShape, R extends readonly Seed[]> {
  /** Name of the list in the table of all lists. */
  name: string;
  /** How the office calls it. */
  title: string;
  /** The part of the house that it belongs to; the office groups by it. */
  module: Module;
  kind: CatalogKind;
  /** Name of the label on the wire. */
  label: L;
  /** Further columns on the wire. `name_id` is a stable word that never changes with the label. */
  extra?: E;
  /** Further columns that stay inside. */
  inner?: z.ZodRawShape;
  /** Inner column that stands before the label on the wire: "1.1.01 Caja menuda". */
  prefix?: string;
  /** Columns of records that hold rows of this list; none while nothing does yet. */
  uses?: readonly CatalogUse[];
  rows: R;
}

type Row<L extends string, E extends z.ZodRawShape> = z.ZodObject<
  { id: z.ZodNumber } & Record<L, z.ZodString> & E
>;

/**
 * Declares a value list once: its table rows, its endpoint, its options and its screen come from this (rulings 34).
 * With `path` and `access` it answers there in the data envelope, in the office's order unless asked otherwise.
 * `filter` names a query parameter that keeps the rows whose label holds it.
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
    summary: spec.title,
    query,
    answer: data(z.array(row)),
  });
  return { ...rest, stored: stored(spec), list };
}

/** Declares a value list that has no call of its own: other answers and pages carry it. */
export function innerCatalog<const R extends readonly Seed[], E extends z.ZodRawShape = Record<never, never>>(
  spec: Spec<'name', E, R>,
) {
  return { ...spec, stored: stored(spec) };
}

const stored = (spec: Pick<Spec<string, z.ZodRawShape, readonly Seed[]>, 'extra' | 'inner'>) =>
  z.strictObject({ ...spec.extra, ...spec.inner });

/** Any list, as the parts that treat all lists alike see it. */
export interface Catalog extends Spec<string, z.ZodRawShape, readonly Seed[]> {
  /** Checks the extra columns, inner ones included; unknown ones are refused. */
  stored: z.ZodObject;
  filter?: 'name';
  list?: EndpointSpec & { query: z.ZodObject; answer: z.ZodType };
}

/** Ids from here on belong to rows that people added; smaller ones to the seed, of this release or a later one. */
export const FIRST_ADDED_ID = 1000;

/** `name_id` of a row that people add: its label as one lower-case word of ASCII letters, digits and underscores. */
export const wordOf = (label: string) =>
  withoutAccents(label)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
