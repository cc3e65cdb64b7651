import { sql } from 'drizzle-orm';
import { seek, type Found } from '#contract/overview/search/endpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import { containing, row, rows } from '#server/kernel/db.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { soughtBy } from '#server/modules/sales/sale/search.service.ts';
import { newestFirst, SOURCES } from './sources.ts';

/** Global search (Ctrl-K): each source returns matches within the caller's scope, all in one statement. */
export const searchModule: Module = {
  name: 'search',
  routes(app) {
    route(app, seek, async (ctx, { body }) => ({ data: await find(ctx, body.q, body.limit) }));
  },
};

interface Row {
  source: number;
  id: number;
  title: string;
  detail: Record<string, string | number | null>;
}

/** Whether a word of the text is part of a project's name. */
async function namesProject(ctx: Context, q: string): Promise<boolean> {
  const words = q.split(/\s+/).filter((word) => /\p{L}{3}/u.test(word));
  if (words.length === 0) return false;
  const named = words.map((word) => sql`searchable(name) like searchable(${containing(word)})`);
  return (
    (await row(ctx.db, sql`select from projects where ${sql.join(named, sql` or `)} limit 1`)) !== undefined
  );
}

async function find(ctx: Context, q: string, most: number): Promise<Found[]> {
  if (q.length < 2) return [];
  const sought = soughtBy(q);
  // Words of one or two letters are not indexed.
  const asked = {
    q,
    sought: /[\p{L}\d]{3,}/u.test(q) ? sought : { ...sought, words: null },
    newest: newestFirst(await namesProject(ctx, q)),
    limit: sql.raw(String(most)),
  };
  const selects = SOURCES.flatMap((source, at) => {
    if (!ctx.staff?.grants.has(source.permission)) return [];
    const select = source.select(ctx, asked);
    return select ? [sql`(select ${sql.raw(String(at))} source, found.* from (${select}) found)`] : [];
  });
  if (selects.length === 0) return [];
  const found = await rows<Row>(ctx.db, sql.join(selects, sql` union all `));
  return found.map(({ source, id, title, detail }) => {
    const { kind, subtitle, url } = SOURCES[source]!;
    return { kind, id, title, subtitle: subtitle(detail), url: url(id, detail) };
  });
}
