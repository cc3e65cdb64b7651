import { sql } from 'drizzle-orm';
import { seek, type Found } from '#contract/overview/search/endpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import { containing, rows } from '#server/kernel/db.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { soughtBy } from '#server/modules/sales/sale/search.service.ts';
import { namedKind, newestFirst, SOURCES } from './sources.ts';

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

/**
 * The words of the text that are part of a project's name, and those that name a document type. One statement over two
 * short tables.
 */
async function knownWords(ctx: Context, q: string): Promise<{ projects: string[]; documents: string[] }> {
  const words = q.split(/\s+/).filter((word) => /\p{L}{3}/u.test(word));
  if (words.length === 0) return { projects: [], documents: [] };
  const found = await rows<{ word: string; project: boolean; document: boolean }>(
    ctx.db,
    sql`select word, exists (select from projects where searchable(name) like searchable(part)) project,
        exists (select from document_types where searchable(label) like searchable(part)) document
      from unnest(${sql.param(words)}::text[], ${sql.param(words.map(containing))}::text[]) words(word, part)`,
  );
  return {
    projects: found.flatMap(({ word, project }) => (project ? [word] : [])),
    documents: found.flatMap(({ word, document }) => (document ? [word] : [])),
  };
}

/** The parts of a text that the sources ask for. Words of one or two letters are not indexed. */
const askedOf = (q: string) => {
  const sought = soughtBy(q);
  return { q, sought: /[\p{L}\d]{3,}/u.test(q) ? sought : { ...sought, words: null } };
};

async function find(ctx: Context, q: string, most: number): Promise<Found[]> {
  if (q.length < 2) return [];
  const known = await knownWords(ctx, q);
  const person = q
    .split(/\s+/)
    .filter((word) => !known.documents.includes(word) && !/^(de|del|la|el|los|las)$/i.test(word))
    .join(' ');
  const around = {
    newest: newestFirst(known.projects.length > 0),
    limit: sql.raw(String(most)),
    documents:
      known.documents.length > 0 && person !== ''
        ? { types: known.documents, sought: askedOf(person).sought }
        : null,
  };
  const asked = { ...askedOf(q), ...around };
  const named = namedKind(q);
  const askedByKind = named && { ...askedOf(named.rest), ...around };
  const selects = SOURCES.flatMap((source, at) => {
    if (!ctx.staff?.grants.has(source.permission)) return [];
    const select = source.select(ctx, source.kind === named?.kind ? askedByKind! : asked);
    return select ? [sql`(select ${sql.raw(String(at))} source, found.* from (${select}) found)`] : [];
  });
  if (selects.length === 0) return [];
  const found = await rows<Row>(ctx.db, sql.join(selects, sql` union all `));
  return found.map(({ source, id, title, detail }) => {
    const { kind, subtitle, url } = SOURCES[source]!;
    return { kind, id, title, subtitle: subtitle(detail), url: url(id, detail) };
  });
}
