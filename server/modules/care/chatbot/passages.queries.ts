import { sql, type SQL } from 'drizzle-orm';
import { row, rows, type Db } from '#server/kernel/db.ts';
import { mayMean, queryOf, type Term } from './text.ts';

/** The readings that a question is asked of, as a subquery. */
export const PUBLISHED: SQL = sql`select vr.reading_id from bot_version_readings vr join bot_versions v on v.id = vr.version_id
  where v.current`;
/** The newest ready reading of each source that was not removed: what publishing would publish. */
export const DRAFT: SQL = sql`select max(r.id) from bot_readings r join bot_sources s on s.id = r.source_id
  where s.removed_at is null and r.state = 'listo' group by r.source_id`;

/** Passages that are weighed further. */
const WEIGHED = 6;
/** Candidates of a misspelled word. */
const NEAREST = 8;

export interface Found {
  id: number;
  sourceId: number;
  source: string;
  kind: string;
  heading: string;
  page: number | null;
  content: string;
  /** Sum of the weights of the terms that it has, more for the heading and for repeated ones. */
  score: number;
  /** Places of the terms that it has. */
  has: number[];
  /** Places of the terms that its heading has. */
  headed: number[];
  /** Cosine of its vector to the question's, 0-1; null without vectors. */
  near: number | null;
}

export interface Search {
  found: Found[];
  /** Weight of each term: a word that few passages have says more. */
  weights: number[];
  known: boolean[];
}

/**
 * The passages that share most with the terms of a question. A term weighs by its rarity, as in BM25; one that no passage
 * has weighs more than one that a single passage has, because the question is about something else.
 */
export async function findPassages(
  db: Db,
  readings: SQL,
  terms: readonly Term[],
  vector?: readonly number[],
): Promise<Search> {
  const queries = terms.map(queryOf);
  const live = sql`select p.* from bot_passages p where p.reading_id in (${readings})`;
  const weighed = await row<{ weights: number[] | null; known: boolean[] | null }>(
    db,
    sql`with live as materialized (${live}), n as (select count(*)::float8 n from live),
      df as (select t.place, (select count(*) from live where search @@ to_tsquery('spanish', t.q))::float8 df
        from unnest(${sql.param(queries)}::text[]) with ordinality t(q, place))
      select array_agg(ln(1 + (n.n + 0.5) / (greatest(df.df, 1) + 0.5)) * case when df.df = 0 then 1.2 else 1 end
          order by df.place) weights,
        array_agg(df.df > 0 order by df.place) known from df, n`,
  );
  const weights = (weighed?.weights ?? []).map((one, at) => (terms[at]!.guessed ? one / 2 : one));
  const nearness = vector
    ? sql`1 - (p.embedding::vector <=> ${sql.param(JSON.stringify(vector).replace('[', '{').replace(']', '}'))}::real[]::vector)`
    : sql`null::float8`;
  const found = await rows<Found>(
    db,
    sql`with live as materialized (${live}),
      term as (select t.place::int - 1 place, to_tsquery('spanish', t.q) q, t.w
        from unnest(${sql.param(queries)}::text[], ${sql.param(weights)}::float8[]) with ordinality t(q, w, place)),
      hit as (select p.id, term.place, term.w,
          ts_rank('{0.1, 0.2, 0.4, 1.0}', p.search, term.q) rank, ts_filter(p.search, '{a}') @@ term.q headed
        from live p join term on p.search @@ term.q),
      scored as (select id, sum(w * (0.7 + 0.5 * rank)) score, array_agg(place) has,
          coalesce(array_agg(place) filter (where headed), '{}') headed
        from hit group by id),
      near as (select p.id, ${nearness} near from live p ${vector ? sql`where p.embedding is not null` : sql`where false`}
        order by 2 desc limit ${sql.raw(String(WEIGHED))})
      select p.id::int, r.source_id::int "sourceId", s.title source, s.kind, p.heading, p.page, p.content,
        coalesce(scored.score, 0)::float8 score, coalesce(scored.has, '{}') has, coalesce(scored.headed, '{}') headed,
        near.near::float8 near
      from live p left join scored on scored.id = p.id left join near on near.id = p.id
        join bot_readings r on r.id = p.reading_id join bot_sources s on s.id = r.source_id
      where scored.id is not null or near.id is not null
      order by coalesce(scored.score, 0) + 4 * coalesce(near.near, 0) desc, p.id
      limit ${sql.raw(String(WEIGHED))}`,
  );
  return { found, weights, known: weighed?.known ?? [] };
}

/** Which sentences have which terms: per sentence, the places of the terms. */
export async function termsOfSentences(
  db: Db,
  sentences: readonly string[],
  terms: readonly Term[],
): Promise<number[][]> {
  if (sentences.length === 0 || terms.length === 0) return sentences.map(() => []);
  const found = await rows<{ place: number; has: number[] }>(
    db,
    sql`select s.place::int - 1 place, array_agg(t.place::int - 1) has
      from unnest(${sql.param([...sentences])}::text[]) with ordinality s(words, place)
      join unnest(${sql.param(terms.map(queryOf))}::text[]) with ordinality t(q, place)
        on to_tsvector('spanish', s.words) @@ to_tsquery('spanish', t.q)
      group by s.place`,
  );
  const byPlace = new Map(found.map(({ place, has }) => [place, has]));
  return sentences.map((_, at) => byPlace.get(at) ?? []);
}

/** The words of the passages that a misspelled word may mean, by its letters (trigrams) and its sound. */
export async function nearWords(db: Db, word: string): Promise<string[]> {
  if (word.length < 4) return [];
  const found = await rows<{ word: string }>(
    db,
    sql`select word from bot_words where word % ${word} order by similarity(word, ${word}) desc limit ${sql.raw(String(NEAREST))}`,
  );
  return found.map((one) => one.word).filter((near) => mayMean(word, near));
}

/** Whether the database can compare vectors. */
export const comparesVectors = async (db: Db): Promise<boolean> =>
  (await row<{ yes: boolean }>(db, sql`select to_regtype('vector') is not null yes`))!.yes;
