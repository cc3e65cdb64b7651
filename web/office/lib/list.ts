import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { z } from 'zod';
import type { Answer, Args, EndpointSpec } from '#contract/endpoint.ts';
import type { ListExports } from '#contract/exports.ts';
import type { Pagination } from '#contract/paging.ts';
import { ListSearch, usePatchSearch } from './listSearch.ts';
import { queryOf } from './query.ts';
import type { Given } from './call.ts';

/** A list's call: rows by page, or all of them at once. */
export type ListSpec = EndpointSpec & { answer: { _zod: { output: { data: readonly unknown[] } } } };
export type RowOf<E extends ListSpec> = Answer<E>['data'][number];

type Shape<E> = E extends { query: z.ZodObject<infer S> } ? S : {};
type PageKey = 'page' | 'per_page' | 'order_column' | 'order_type' | 'q';
/** What a list can be filtered by, as its contract says. */
export type FilterKey<E> = Exclude<keyof Shape<E> & string, PageKey>;
/** The columns that a list can go by, as its contract says. */
export type OrderKey<E> =
  Shape<E> extends { order_column: infer S extends z.ZodType } ? NonNullable<z.output<S>> & string : never;

/** What the columns of a list are called: as its export calls them, or goes by; anything where it does not leave as a file. */
export type ColumnKey<E> = E extends { exports: ListExports<infer K> } ? K | OrderKey<E> : string;

/** A filter's value in the address: on and off is a number there, everything else as the call takes it. */
type Kept<S> = S extends z.ZodType ? KeptValue<Exclude<z.output<S>, undefined>> : never;
type KeptValue<V> = boolean extends V ? number : string extends V ? V : '1' extends V ? number : V;
/** The filters and the order of a list, as a page's address or tab holds them. */
export type ListFilter<E> = { [K in FilterKey<E>]?: Kept<Shape<E>[K & keyof Shape<E>]> | undefined } & {
  order_column?: OrderKey<E> | undefined;
  order_type?: 'asc' | 'desc' | undefined;
  q?: string | undefined;
};

const PAGE = ['page', 'per_page', 'order_column', 'order_type'];
/** As the address of a request says it. */
const wire = (value: unknown) => (Array.isArray(value) ? value.map(String) : String(value));
const given = (value: unknown) => value !== undefined && value !== null && value !== '';

/** The value as the call reads it; nothing where the call refuses it, so that an old link still opens its page. */
function taken(schema: z.ZodType, value: unknown): unknown {
  if (!given(value)) return undefined;
  const { success, data } = schema.safeParse(wire(value));
  if (!success) return undefined;
  if (typeof data === 'boolean') return data ? 1 : 0;
  return data === '1' || data === '0' ? Number(data) : data;
}

type SearchShape<E> = {
  [K in FilterKey<E>]: z.ZodOptional<
    z.ZodType<Kept<Shape<E>[K & keyof Shape<E>]>, Kept<Shape<E>[K & keyof Shape<E>]>>
  >;
} & { order_column: z.ZodOptional<z.ZodType<OrderKey<E>, OrderKey<E>>> };

const NOTHING = {};

/** What the address of a list's page holds: what its call can be asked, and what the page adds (an open drawer, a tab). */
export function searchOf<const E extends ListSpec, const Own extends z.ZodRawShape = {}>(
  list: E,
  own: Own = NOTHING as Own,
) {
  const shape = Object.entries(list.query?.shape ?? {}).filter(
    ([key]) => key === 'order_column' || !(key in ListSearch.shape),
  );
  const filters = shape.map(([key, schema]) => [
    key,
    z
      .unknown()
      .transform((value) => taken(schema as z.ZodType, value))
      .optional(),
  ]);
  return ListSearch.extend(Object.fromEntries(filters) as SearchShape<E>).extend(own);
}

/** What a page asks beside or instead of its address. */
type Beside<E extends ListSpec> = (E extends { params: z.ZodType }
  ? { params: z.input<E['params']> }
  : { params?: undefined }) & {
  query?: E extends { query: z.ZodType } ? Partial<z.input<E['query']>> : undefined;
};

interface Asked {
  params?: Record<string, unknown> | undefined;
  query: Record<string, unknown>;
}

/** What a list is asked: of the address what its call declares and takes, then what the page says itself. */
function askedOf(list: EndpointSpec, search: Record<string, unknown>, beside: object = {}): Asked {
  const { params, query } = beside as { params?: Record<string, unknown>; query?: Record<string, unknown> };
  const shape = list.query?.shape ?? {};
  const asked = Object.entries(search).map(([key, value]) => [
    key,
    key in shape ? taken(shape[key] as z.ZodType, value) : undefined,
  ]);
  const all = Object.entries({ ...Object.fromEntries(asked), ...query });
  return { ...(params && { params }), query: Object.fromEntries(all.filter(([, value]) => given(value))) };
}

/** What of an address another call is asked: a board, or all rows of a list. */
export const asks = <const E extends EndpointSpec>(endpoint: E, search: Record<string, unknown>) =>
  askedOf(endpoint, search).query as Partial<z.input<Extract<E['query'], z.ZodType>>>;

const optionsOf = <E extends ListSpec>(list: E, asked: Asked) =>
  queryOf(list, ...([asked as unknown as Args<E>] as unknown as Given<E>));

/** A list as its page shows it: what was asked, and the rows that came. */
export interface ListState<E extends ListSpec> {
  list: E;
  asked: Asked;
  /** Of the address, what narrows the list. */
  narrowing: readonly string[];
  search: ListSearch & Record<string, unknown>;
  onSearch: (patch: Record<string, unknown>) => void;
  query: Pick<UseQueryResult<Answer<E>>, 'data' | 'error' | 'refetch'>;
  rows: RowOf<E>[];
  pagination: Pagination | undefined;
  /** How many there are; null until that is known. */
  total: number | null;
}

/** The list of a page over its address. */
export function useList<const E extends ListSpec>(
  list: E,
  search: ListSearch & Record<string, unknown>,
  ...[beside]: E extends { params: z.ZodType }
    ? [Beside<E> & { enabled?: boolean }]
    : [(Beside<E> & { enabled?: boolean })?]
): ListState<E> {
  const asked = askedOf(list, search, beside);
  const query = useQuery({ ...optionsOf(list, asked), enabled: beside?.enabled ?? true });
  const answer = query.data as { data: RowOf<E>[]; meta?: { pagination?: Pagination } } | undefined;
  const own = Object.keys(beside?.query ?? {});
  return {
    list,
    asked,
    narrowing: Object.keys(asked.query).filter((key) => !PAGE.includes(key) && !own.includes(key)),
    search,
    onSearch: usePatchSearch(),
    query,
    rows: answer?.data ?? [],
    pagination: answer?.meta?.pagination,
    total: answer ? (answer.meta?.pagination?.total ?? answer.data.length) : null,
  };
}

/**
 * For the loader of a list's route: asks for the rows as soon as a pointer is on the link. The page shows its skeleton or its
 * refusal itself, so nothing waits for this.
 */
export function preloadList<const E extends ListSpec>(
  { queryClient }: { queryClient: QueryClient },
  list: E,
  search: Record<string, unknown>,
  beside?: Beside<E>,
): void {
  queryClient.ensureQueryData(optionsOf(list, askedOf(list, search, beside))).catch(() => undefined);
}

/** For the loader of a record's route: the same for one answer. */
export function preload<const E extends EndpointSpec>(
  { queryClient }: { queryClient: QueryClient },
  endpoint: E,
  ...args: Given<E>
): void {
  queryClient.ensureQueryData(queryOf(endpoint, ...args)).catch(() => undefined);
}

type ById = EndpointSpec & { params: z.ZodType<{ id: number }> };

/** The same for the record whose drawer the address opens over a list. */
export function preloadOpen<const E extends ById>(
  { queryClient }: { queryClient: QueryClient },
  endpoint: E,
  id: number | undefined,
): void {
  if (id === undefined) return;
  const args = [{ params: { id } }] as unknown as Given<E>;
  queryClient.ensureQueryData(queryOf(endpoint, ...args)).catch(() => undefined);
}
