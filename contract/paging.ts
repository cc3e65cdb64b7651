import { z } from 'zod';

/** meta.pagination of every paged list; links are URLs, or null at the ends. */
export const Pagination = z.object({
  count: z.number().int(),
  current_page: z.number().int(),
  links: z.object({ previous: z.string().nullable(), next: z.string().nullable() }),
  per_page: z.number().int(),
  total: z.number().int(),
  total_pages: z.number().int(),
});
export type Pagination = z.infer<typeof Pagination>;

export const PER_PAGE = 25;
export const PER_PAGE_MAX = 200;

/** Query of a paged list. per_page 0 or missing: the default; above the maximum: the maximum. */
export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .transform((n) => (n === 0 ? PER_PAGE : Math.min(n, PER_PAGE_MAX))),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** Query of a sortable list: one of the given columns, ascending or descending. Refuses other columns. */
export const orderBy = <const C extends readonly [string, ...string[]]>(...columns: C) =>
  z.object({ order_column: z.enum(columns).optional(), order_type: z.enum(['asc', 'desc']).optional() });

/** Requested order of a list with these columns. */
export interface Ordering<C extends string> {
  order_column?: C | undefined;
  order_type?: 'asc' | 'desc' | undefined;
}

/** Query of a paged list with its sort columns. */
export const pageBy = <const C extends readonly [string, ...string[]]>(...columns: C) =>
  PageQuery.extend(orderBy(...columns).shape);

/** Query of a short list for a select: its order is fixed, so it accepts and ignores the sort parameters. */
export const OrderQuery = z.object({
  order_type: z.enum(['asc', 'desc']).optional(),
  order_column: z.string().max(40).optional(),
});

/**
 * Limit of counting when the total is not stored: an exact higher number does not help a user. A total equal to this
 * means "or more".
 */
export const COUNT_LIMIT = 2000;

/** A total as text. */
export const totalText = (total: number): string =>
  total === COUNT_LIMIT ? '2,000 o más' : total.toLocaleString('en-US');

/** Rows to skip for this page. */
export const offsetOf = (query: PageQuery) => (query.page - 1) * query.per_page;

/** Builds meta.pagination; `url` is the requested URL with its query. */
export function paginate(query: PageQuery, count: number, total: number, url: string): Pagination {
  const total_pages = Math.max(1, Math.ceil(total / query.per_page));
  const at = (page: number) => {
    const [path, search] = url.split('?');
    const params = new URLSearchParams(search);
    params.set('page', String(page));
    return `${path}?${params}`;
  };
  return {
    count,
    current_page: query.page,
    links: {
      previous: query.page > 1 ? at(query.page - 1) : null,
      next: query.page < total_pages ? at(query.page + 1) : null,
    },
    per_page: query.per_page,
    total,
    total_pages,
  };
}
