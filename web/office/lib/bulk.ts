import type { Answer, EndpointSpec, Args } from '#contract/endpoint.ts';
import { call, type Given } from './call.ts';
import { Refusal, sentence } from './refusal.ts';

/** The result for one row. `error`: the reason it failed, or null. */
export interface BulkOutcome {
  name: string;
  error: string | null;
}

/** The maximum number of rows that a bulk action processes one by one. */
export const BULK_MAX = 1000;
const AT_ONCE = 3;

/**
 * Applies an action to each row, three at a time, and returns the result of each. A failed row does not stop the
 * others.
 */
export async function eachRow<Row>(
  rows: readonly Row[],
  name: (row: Row) => string,
  act: (row: Row) => Promise<unknown>,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < rows.length; at = next++) {
      const row = rows[at]!;
      outcomes[at] = await act(row).then(
        () => ({ name: name(row), error: null }),
        (error: unknown) => ({ name: name(row), error: reasonOf(error) }),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return outcomes;
}

/** The reason for one row. There is no form to show field errors at, so it joins their messages. */
function reasonOf(error: unknown): string {
  const told = error instanceof Refusal ? [...new Set(error.fields.map(({ message }) => message))] : [];
  return told.length > 0 ? told.join(' ') : sentence(error);
}

/** All rows that match a filter, page by page, at most BULK_MAX. */
export async function allRows<
  const E extends EndpointSpec & { answer: { _zod: { output: { data: readonly unknown[] } } } },
>(spec: E, args: Args<E>): Promise<Answer<E>['data'][number][]> {
  const found: Answer<E>['data'][number][] = [];
  for (let page = 1; found.length < BULK_MAX; page += 1) {
    const asked = { ...args, query: { ...(args as { query?: object }).query, page, per_page: 200 } };
    const answer = (await call(spec, ...([asked] as unknown as Given<E>))) as { data: typeof found };
    found.push(...answer.data);
    if (answer.data.length < 200) break;
  }
  return found.slice(0, BULK_MAX);
}
