import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { z } from 'zod';
import type { Answer, Args, EndpointSpec } from '#contract/endpoint.ts';
import type { ListExports } from '#contract/exports.ts';
import type { Pagination } from '#contract/paging.ts';
import { ListSearch, usePatchSearch } from './listSearch.ts';
import { queryOf } from './query.ts';
import type { Given } from './call.ts';

/** An endpoint that returns rows, paged or all at once. */
export type ListSpec = EndpointSpec & { answer: { _zod: { output: { data: readonly unknown[] } } } };
export type RowOf<E extends ListSpec> = Answer<E>['data'][number];

type Shape<E> = E extends { query: z.ZodObject<infer S> } ? S : {};
type PageKey = 'page' | 'per_page' | 'order_column' | 'order_type' | 'q';
/** The filters that the contract declares for the list. */
export type FilterKey<E> = Exclude<keyof Shape<E> & string, PageKey>;
/** The columns that the contract allows the list to sort by. */
export type OrderKey<E> =
  Shape<E> extends { order_column: infer S extends z.ZodType } ? NonNullable<z.output<S>> & string : never;

/** The column keys of a list: those of its export and its sort columns. Any string if the list has no export. */
export type ColumnKey<E> = E extends { exports: ListExports<infer K> } ? K | OrderKey<E> : string;

/** A filter's value in the URL: a boolean is 1 or 0 there, everything else has the type that the endpoint takes. */
type Kept<S> = S extends z.ZodType ? KeptValue<Exclude<z.output<S>, undefined>> : never;
type KeptValue<V> = boolean extends V ? number : string extends V ? V : '1' extends V ? number : V;
/** The filters and the sort order of a list, as a URL or a tab stores them. */
export type ListFilter<E> = { [K in FilterKey<E>]?: Kept<Shape<E>[K & keyof Shape<E>]> | undefined } & {
  order_column?: OrderKey<E> | undefined;
  order_type?: 'asc' | 'desc' | undefined;
  q?: string | undefined;
};

const PAGE = ['page', 'per_page', 'order_column', 'order_type'];
/** The value as text, as it is in a query string. */
const wire = (value: unknown) => (Array.isArray(value) ? value.map(String) : String(value));
const given = (value: unknown) => value !== undefined && value !== null && value !== '';

/** The parsed value; undefined if the endpoint rejects it, so that an old link still opens its page. */
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

/**
 * The search schema of a list page: what its endpoint accepts, plus the page's own parameters (an open drawer, a
 * tab).
 */
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

/** Parameters that the page sets in addition to its URL, or instead of it. */
type Beside<E extends ListSpec> = (E extends { params: z.ZodType }
  ? { params: z.input<E['params']> }
  : { params?: undefined }) & {
  query?: E extends { query: z.ZodType } ? Partial<z.input<E['query']>> : undefined;
};

interface Asked {
  params?: Record<string, unknown> | undefined;
  query: Record<string, unknown>;
}

/** The request of a list: the URL's parameters that the endpoint declares and accepts, overridden by the page's own. */
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

/** The part of the URL's search that another endpoint accepts: a board, or all rows of a list. */
export const asks = <const E extends EndpointSpec>(endpoint: E, search: Record<string, unknown>) =>
  askedOf(endpoint, search).query as Partial<z.input<Extract<E['query'], z.ZodType>>>;

const optionsOf = <E extends ListSpec>(list: E, asked: Asked) =>
  queryOf(list, ...([asked as unknown as Args<E>] as unknown as Given<E>));

/** The state of a list on its page: the request and the returned rows. */
export interface ListState<E extends ListSpec> {
  list: E;
  asked: Asked;
  /** The URL parameters that filter the list. */
  narrowing: readonly string[];
  search: ListSearch & Record<string, unknown>;
  onSearch: (patch: Record<string, unknown>) => void;
  query: Pick<UseQueryResult<Answer<E>>, 'data' | 'error' | 'refetch'>;
  rows: RowOf<E>[];
  pagination: Pagination | undefined;
  /** The number of rows; null until known. */
  total: number | null;
}

/** The list of a page; its request comes from the URL. */
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

/** An endpoint with the sums of a list over its whole filter (`sumsOf`). */
type SumsSpec = EndpointSpec & { answer: { _zod: { output: { data: Record<string, number | null> } } } };

/** The sums of a list over its whole filter, in centavos by column key; null until known. For DataTable's `sums`. */
export function useSums<const E extends SumsSpec>(
  spec: E,
  { asked }: Pick<ListState<ListSpec>, 'asked'>,
  enabled = true,
): Answer<E>['data'] | null {
  const filter = Object.fromEntries(Object.entries(asked.query).filter(([key]) => !PAGE.includes(key)));
  const args = [{ query: filter } as unknown as Args<E>] as unknown as Given<E>;
  return useQuery({ ...queryOf(spec, ...args), enabled }).data?.data ?? null;
}

/**
 * For the loader of a list's route: fetches the rows when the pointer is over the link. Nothing waits for it, because
 * the page shows its own skeleton or error.
 */
export function preloadList<const E extends ListSpec>(
  { queryClient }: { queryClient: QueryClient },
  list: E,
  search: Record<string, unknown>,
  beside?: Beside<E>,
): void {
  queryClient.ensureQueryData(optionsOf(list, askedOf(list, search, beside))).catch(() => undefined);
}

/** For the loader of a record's route: like preloadList, for one record. */
export function preload<const E extends EndpointSpec>(
  { queryClient }: { queryClient: QueryClient },
  endpoint: E,
  ...args: Given<E>
): void {
  queryClient.ensureQueryData(queryOf(endpoint, ...args)).catch(() => undefined);
}

type ById = EndpointSpec & { params: z.ZodType<{ id: number }> };

/** Like preload, for the record in the drawer that the URL opens over a list. */
export function preloadOpen<const E extends ById>(
  { queryClient }: { queryClient: QueryClient },
  endpoint: E,
  id: number | undefined,
): void {
  if (id === undefined) return;
  const args = [{ params: { id } }] as unknown as Given<E>;
  queryClient.ensureQueryData(queryOf(endpoint, ...args)).catch(() => undefined);
}
