import { createHash } from 'node:crypto';
import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import { siteCalendar } from '#contract/works/schedule/calendar.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { type Db, holdName, rows } from '#server/kernel/db.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { diaries } from './diary.table.ts';
import { stampWeather } from './stamp.ts';

/** One writer per chain: entries and seals of a chain never overlap, also across its days. */
export const holdChain = (db: Db, projectId: number, typeId: number) =>
  holdName(db, `bitacora:${projectId}:${typeId}`);

/** The days on which the company's sites work. */
export async function siteDays(db: Db): Promise<(day: string) => boolean> {
  const { site, ownHolidays } = await readSettings(db);
  return siteCalendar(
    site.week,
    ownHolidays.map(({ day }) => day),
  ).works;
}

interface Link {
  id: number;
  day: string;
  sealed_at: string | null;
  link: number | null;
  hash: string | null;
}

/** The contents of days as the seal covers them: entries in order of id, with the hashes of their photographs. */
async function contentsOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await rows<{ id: number; content: string }>(
    db,
    sql`select d.id::float8 as id, coalesce((
      select jsonb_agg(jsonb_build_array(e.client_id, told.day, e.section, e.text, e.count, e.reason, e.hours, e.author_id,
        e.contract_id, extract(epoch from e.written_at), e.clock_offset, extract(epoch from e.received_at), e.weather, e.latitude, e.longitude, e.version,
        (select jsonb_agg(jsonb_build_array(f.sha256, extract(epoch from p.taken_at)) order by p.position, f.id) from diary_photos p join files f on f.id = p.file_id where p.entry_id = e.id)
      ) order by e.id) from diary_entries e join diaries told on told.id = e.diary_id where e.sealed_in_id = d.id), '[]')::text as content
      from diaries d where d.id = any(${sql.param([...ids])})`,
  );
  return new Map(found.map(({ id, content }) => [id, content]));
}

const hashOf = (chain: Chain, day: string, link: number, sealedAt: string, content: string, before: string) =>
  createHash('sha256')
    .update(JSON.stringify([chain.projectId, chain.typeId, day, link, sealedAt, content, before]))
    .digest('hex');

/** The diary of a project and a type of contract. */
export interface Chain {
  projectId: number;
  typeId: number;
}

/** Seals every open day until `until`, empty working days too. The first link's predecessor is ''. */
export async function sealUntil(ctx: Acting, chain: Chain, until: string): Promise<void> {
  const { projectId, typeId } = chain;
  await holdChain(ctx.db, projectId, typeId);
  const ofChain = and(eq(diaries.projectId, projectId), eq(diaries.typeId, typeId));
  const [last] = await rows<{ day: string | null; link: number; hash: string | null; first: string | null }>(
    ctx.db,
    sql`select max(day) filter (where link is not null)::text as day, coalesce(max(link), 0)::int as link, min(day)::text as first,
      (select hash from diaries where project_id = ${projectId} and type_id = ${typeId} and link is not null order by link desc limit 1) as hash
      from diaries where project_id = ${projectId} and type_id = ${typeId}`,
  );
  if (!last?.first) return;
  const isWorkday = await siteDays(ctx.db);
  const missing: string[] = [];
  for (let day = last.day ?? last.first; day <= until; day = addDays(day, 1))
    if (isWorkday(day)) missing.push(day);
  if (missing.length > 0)
    await ctx.db
      .insert(diaries)
      .values(missing.map((day) => ({ projectId, typeId, day, createdAt: ctx.now })))
      .onConflictDoNothing();
  const open = await ctx.db
    .select({ id: diaries.id, day: diaries.day })
    .from(diaries)
    .where(and(ofChain, isNull(diaries.sealedAt), lte(diaries.day, until)))
    .orderBy(asc(diaries.day));
  const ids = open.map(({ id }) => id);
  await stampWeather(ctx.db, ids);
  const contents = await contentsOf(ctx.db, ids);
  let { link } = last;
  let before = last.hash ?? '';
  for (const { id, day } of open) {
    link += 1;
    before = hashOf(chain, day, link, ctx.now.toISOString(), contents.get(id)!, before);
    await ctx.db.update(diaries).set({ sealedAt: ctx.now, link, hash: before }).where(eq(diaries.id, id));
    await audit(ctx, 'sellar', 'bitacora', id, { day, hash: before });
    await announce(ctx, { record: 'bitacora', id, verb: 'sellar' });
  }
}

/** Recomputes every seal of a chain from what is stored. */
export async function verifyChain(db: Db, chain: Chain) {
  const links: Link[] = (
    await db
      .select()
      .from(diaries)
      .where(
        and(
          eq(diaries.projectId, chain.projectId),
          eq(diaries.typeId, chain.typeId),
          isNotNull(diaries.link),
        ),
      )
      .orderBy(asc(diaries.link))
  ).map((one) => ({ ...one, sealed_at: one.sealedAt!.toISOString() }));
  const contents = await contentsOf(
    db,
    links.map(({ id }) => id),
  );
  let before = '';
  for (const [at, { id, day, link, sealed_at, hash }] of links.entries()) {
    const right = hashOf(chain, day, at + 1, sealed_at!, contents.get(id)!, before);
    if (link !== at + 1 || hash !== right) return { dias: links.length, integra: false, rota_en: day };
    before = right;
  }
  return { dias: links.length, integra: true, rota_en: null };
}

export const chainsOf = (db: Db): Promise<Chain[]> =>
  db
    .selectDistinct({ projectId: diaries.projectId, typeId: diaries.typeId })
    .from(diaries)
    .orderBy(diaries.projectId, diaries.typeId);
