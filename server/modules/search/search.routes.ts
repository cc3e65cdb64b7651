import { sql } from 'drizzle-orm';
import { seek, type Found } from '#contract/search/endpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { soughtBy } from '#server/modules/sales/search.service.ts';
import { readSettings } from '#server/modules/settings/settings.service.ts';
import { SOURCES } from './sources.ts';

/** One box over everything (Ctrl-K): each source says what it finds within the caller's reach, all in one statement. */
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

async function find(ctx: Context, q: string, most: number): Promise<Found[]> {
  if (q.length < 2) return [];
  const sought = soughtBy(q);
  // Words of one and two letters are in no index.
  const asked = {
    q,
    sought: /[\p{L}\d]{3,}/u.test(q) ? sought : { ...sought, words: null },
    receipts: (await readSettings(ctx.db)).receipts,
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
