import type { Passage, SourceFilter, UnansweredFilter } from '#contract/care/chatbot/model.ts';
import type { SourceKind, SourceState } from '#contract/care/chatbot/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import { alphabetic, hasPart, inOrder, row, rows, sql, type Db } from '#server/kernel/db.ts';
import { PUBLISHED } from './passages.queries.ts';

export interface SourceFound {
  id: number;
  kind: SourceKind;
  title: string;
  state: SourceState;
  fault: string | null;
  passages: number;
  published: 'si' | 'anterior' | 'no';
  url: string | null;
  question: string | null;
  answer: string | null;
  file: { id: string; name: string; size: number } | null;
  by: { id: number; name: string };
  changedAt: string;
}

/** A source with its newest reading, and the newest ready one for the passages. */
const columns = sql`s.id::int, s.kind, s.title, r.state, r.fault, coalesce(k.passages, 0) passages, r.url, r.question, r.answer,
  case when live.id is null then 'no' when live.id = k.id then 'si' else 'anterior' end published,
  (select jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size) from files f where f.id = r.file_id) file,
  jsonb_build_object('id', u.id, 'name', u.name) as by, s.changed_at "changedAt"`;
const joined = sql`bot_sources s join users u on u.id = s.created_by
  join lateral (select * from bot_readings r where r.source_id = s.id order by r.id desc limit 1) r on true
  left join lateral (select * from bot_readings k where k.source_id = s.id and k.state = 'listo' order by k.id desc limit 1) k on true
  left join lateral (select l.id from bot_readings l where l.source_id = s.id and l.id in (${PUBLISHED}) limit 1) live on true`;

export async function findSources(
  db: Db,
  filter: SourceFilter,
): Promise<{ found: SourceFound[]; total: number }> {
  const chosen = sql`from ${joined} where s.removed_at is null
    and ${filter.q ? hasPart(sql`s.title`, filter.q) : sql`true`}
    and ${filter.estado?.length ? sql`r.state = any(${sql.param(filter.estado)}::text[])` : sql`true`}`;
  const found = await rows<SourceFound>(
    db,
    sql`select ${columns} ${chosen} order by ${inOrder(filter, { changed_at: sql`s.changed_at`, title: alphabetic(sql`s.title`) }, sql`s.id`, ['changed_at', 'desc'])} limit ${filter.per_page} offset ${offsetOf(filter)}`,
  );
  const counted = await row<{ total: number }>(db, sql`select count(*)::int total ${chosen}`);
  return { found, total: counted!.total };
}

export const findSource = (db: Db, id: number): Promise<SourceFound | undefined> =>
  row<SourceFound>(db, sql`select ${columns} from ${joined} where s.id = ${id} and s.removed_at is null`);

/** Passages shown of one source. */
const SHOWN = 300;

export const passagesOf = (db: Db, sourceId: number): Promise<Passage[]> =>
  rows<Passage>(
    db,
    sql`select p.id::int, s.id::int source_id, s.title source, p.heading, p.page, p.content
      from bot_sources s join bot_passages p on p.reading_id = (select max(id) from bot_readings
        where source_id = s.id and state = 'listo')
      where s.id = ${sourceId} order by p.position limit ${sql.raw(String(SHOWN))}`,
  );

export async function findUnanswered(db: Db, filter: UnansweredFilter) {
  const chosen = sql`from bot_unanswered where closed_at is null
    and ${filter.q ? hasPart(sql`question`, filter.q) : sql`true`}`;
  const found = await rows<{ id: number; question: string; count: number; firstAt: string; lastAt: string }>(
    db,
    sql`select id::int, question, count, first_at "firstAt", last_at "lastAt" ${chosen}
      order by ${inOrder(filter, { count: sql`count`, last_at: sql`last_at` }, sql`id`, ['count', 'desc'])} limit ${filter.per_page} offset ${offsetOf(filter)}`,
  );
  const counted = await row<{ total: number }>(db, sql`select count(*)::int total ${chosen}`);
  return { found, total: counted!.total };
}
