import { randomBytes } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { EndpointSpec, Input } from '#contract/endpoint.ts';
import { isExportable, type ExportableList } from '#contract/company/exports/endpoints.ts';
import type { Context } from '../context.ts';
import { rows, type Db } from '../db.ts';
import { Prepared } from '../prepared.ts';

type Given = { params: unknown; query: unknown };
type Batches = (ctx: Context, given: Given) => AsyncIterable<readonly unknown[]>;

/** A list that can be exported, and how its rows are read. */
export interface ExportedList {
  spec: ExportableList;
  batches: Batches;
}

const lists = new Map<string, ExportedList>();
const BATCH = 500;

/** Every list that declares `exports`, once its module has registered its routes. */
export const exportedLists = (): readonly ExportedList[] => [...lists.values()];
export const exportedList = (path: string): ExportedList | undefined => lists.get(path);

/**
 * Registers an exportable list. By default its own handler is called page after page, in one snapshot: fine for thousands
 * of rows. A list with hundreds of thousands uses a cursor (`exportBatches`), because OFFSET costs all rows before it.
 */
export function noteList<E extends EndpointSpec>(
  spec: E,
  handler: (ctx: Context, input: Input<E>) => unknown,
): void {
  if (!isExportable(spec)) return;
  const paged = spec.query !== undefined && 'page' in spec.query.shape;
  lists.set(spec.path, {
    spec,
    async *batches(ctx, { params, query }) {
      for (let page = 1; ; page += 1) {
        const asked = paged ? { ...(query as object), page, per_page: BATCH } : query;
        const answer = await handler(ctx, { params, query: asked, body: undefined } as Input<E>);
        const { data } = (answer instanceof Prepared ? JSON.parse(answer.body) : answer) as {
          data: readonly unknown[];
        };
        yield data;
        if (!paged || data.length < BATCH) return;
      }
    },
  });
}

/** Reads the rows of a long list with a cursor instead of pages, in the list's order and shape. */
export function exportBatches<E extends EndpointSpec>(
  spec: E,
  batches: (ctx: Context, given: Pick<Input<E>, 'params' | 'query'>) => AsyncIterable<readonly unknown[]>,
): void {
  const list = lists.get(spec.path);
  if (!list) throw new Error(`${spec.path} declares no exports, or its route comes later`);
  list.batches = batches as Batches;
}

/** The rows of a statement, 500 at a time through a cursor, in the caller's transaction. */
export async function* cursorRows<R extends object>(db: Db, statement: SQL): AsyncGenerator<R[]> {
  const name = sql.identifier(`export_${randomBytes(6).toString('hex')}`);
  await db.execute(sql`declare ${name} no scroll cursor for ${statement}`);
  for (;;) {
    const found = await rows<R>(db, sql`fetch forward ${sql.raw(String(BATCH))} from ${name}`);
    if (found.length > 0) yield found;
    if (found.length < BATCH) break;
  }
  await db.execute(sql`close ${name}`);
}
