import { urlOf } from '#contract/endpoint.ts';
import type { ListExports } from '#contract/exports.ts';
import { offsetOf, paginate, type Ordering, type PageQuery } from '#contract/paging.ts';

/**
 * A page of rows that are all in memory, sorted by a column of the list's export; by default in their own order. Rows
 * without a value come last. For short lists of figures.
 */
export function paged<Row>(
  list: { path: string; exports: ListExports },
  query: PageQuery & Ordering<string>,
  rows: readonly Row[],
) {
  const column = list.exports.columns.find(({ key }) => key === query.order_column);
  const down = query.order_type === 'desc' ? -1 : 1;
  const valueOf = (row: Row) => column?.value(row as never) ?? null;
  const all = column
    ? rows.toSorted((a, b) => {
        const [one, other] = [valueOf(a), valueOf(b)];
        if (one === null || other === null) return Number(one === null) - Number(other === null);
        return down * compared(one, other);
      })
    : down < 0
      ? rows.toReversed()
      : rows;
  const data = all.slice(offsetOf(query), offsetOf(query) + query.per_page);
  return { data, meta: { pagination: paginate(query, data.length, all.length, urlOf(list, { query })) } };
}

const compared = (a: unknown, b: unknown) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
