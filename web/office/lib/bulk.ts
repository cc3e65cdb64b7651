import type { Answer, EndpointSpec, Args } from '#contract/endpoint.ts';
import { call, type Given } from './call.ts';
import { Refusal, sentence } from './refusal.ts';

/** What became of one row. `error`: why not; null when it was done. */
export interface BulkOutcome {
  name: string;
  error: string | null;
}

/** Most rows that are worked off one by one from the page. */
export const BULK_MAX = 1000;
const AT_ONCE = 3;

/** Does the same to each row, a few at a time, and tells what became of each: one that is refused stops no other. */
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

/** Why one row was refused: what stands at its fields, for here there are none to read it at. */
function reasonOf(error: unknown): string {
  const told = error instanceof Refusal ? [...new Set(error.fields.map(({ message }) => message))] : [];
  return told.length > 0 ? told.join(' ') : sentence(error);
}

/** The rows of a filter, page after page: for acting on all that match. At most a thousand. */
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
