import { sql } from 'drizzle-orm';
import type { Telling } from '#server/kernel/channels.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';

/** Score of each shared key; a similar name adds up to 25. Different documents subtract. */
const WEIGHT = { documento: 60, celular: 35, correo: 30, familiar: 20, lote: 10 } as const;
const NAME_WEIGHT = 25;
const OTHER_DOCUMENT = 25;
/** Trigram similarity (1 is equal) from which a name alone makes a pair, and from which it counts as a reason. */
const NAME_ALONE = 0.72;
const NAME_ALIKE = 0.5;
/** Minimum word similarity for the index search (pg_trgm). */
const WORDS_ALIKE = 0.75;
/** A key shared by more people than this is ignored: for example an adviser's own telephone. */
export const MOST_UNDER_ONE_KEY = 20;
/** Maximum number of days between two claims on one lot that still suggest one buyer. */
const LOT_DAYS = 30;
/** Minimum score for notifying a coordinator. */
const TOLD_FROM = 60;
const TOLD_AT_ONCE = 20;

interface Pair {
  id: number;
  leftId: number;
  rightId: number;
  left: string;
  right: string;
  score: number;
  fresh: boolean;
}

/**
 * Compares people with all others and stores each pair with a shared key once: document, telephone, email, a relative's
 * document, lot, similar name (domain.md §2). Updates the score of undecided pairs, deletes those without a reason,
 * keeps decided ones. Returns the new pairs. Runs in a transaction; safe to repeat.
 */
export async function comparePeople(db: Db, ids: readonly number[]): Promise<Pair[]> {
  if (ids.length === 0) return [];
  const given = sql`${sql.param([...ids])}::bigint[]`;
  await db.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(WORDS_ALIKE)}, true)`);
  const most = sql.raw(String(MOST_UNDER_ONE_KEY + 1));
  const same = (column: 'document_key' | 'phone' | 'email', reason: string) => {
    const key = sql.raw(column);
    return sql`select g.id a, o.id b, ${reason}::text reason from given g
      cross join lateral (select o.id, count(*) over () n from (select o.id from people o where o.${key} = g.${key}
        and o.merged_into_id is null limit ${most}) o) o
      where g.${key} is not null and g.${key} <> '' and o.id <> g.id and o.n <= ${MOST_UNDER_ONE_KEY}`;
  };
  const found = sql`found (a, b, reason) as (
      ${same('document_key', 'documento')}
      union ${same('phone', 'celular')}
      union ${same('email', 'correo')}
      union select g.id, s.person_id, 'familiar' from given g join sale_family f on f.document_key = g.document_key
        join sales s on s.id = f.sale_id where s.person_id <> g.id
      union select g.id, o.id, 'familiar' from given g join sales s on s.person_id = g.id join sale_family f on f.sale_id = s.id
        join people o on o.document_key = f.document_key and o.merged_into_id is null where o.id <> g.id
      union select g.id, o.person_id, 'familiar' from given g join sales s on s.person_id = g.id
        join sale_family f on f.sale_id = s.id join sale_family h on h.document_key = f.document_key
        join sales o on o.id = h.sale_id where o.person_id <> g.id
      union select g.id, o.person_id, 'lote' from given g join sales s on s.person_id = g.id
        join lot_claims c on c.sale_id = s.id join lot_claims d on d.lot_id = c.lot_id
          and d.since between c.since - make_interval(days => ${LOT_DAYS}) and c.since + make_interval(days => ${LOT_DAYS})
        join sales o on o.id = d.sale_id where o.person_id <> g.id
      union select g.id, o.id, 'nombre' from given g
        cross join lateral (select e.ref from search_entries e where e.kind = 1 and searchable(g.name) <% e.words limit 60) e
        join people o on o.id = e.ref and o.merged_into_id is null
        where o.id <> g.id and strpos(btrim(g.name), ' ') > 0
          and similarity(searchable(g.name), searchable(o.name)) >= ${NAME_ALONE}
    )`;
  const weights = sql.join(
    Object.entries(WEIGHT).map(([reason, weight]) => sql`when ${reason} then ${weight}::int`),
    sql` `,
  );
  const pairs = await rows<Pair>(
    db,
    sql`with given as (select * from people p where p.id = any(${given}) and p.merged_into_id is null), ${found},
      pairs as (select least(a, b) l, greatest(a, b) r, array_agg(distinct reason) reasons from found group by 1, 2),
      weighed as (
        select w.*, similarity(searchable(p.name), searchable(q.name)) alike,
          coalesce(p.document_key <> q.document_key and p.document_type = q.document_type, false) differ
        from pairs w join people p on p.id = w.l and p.merged_into_id is null
          join people q on q.id = w.r and q.merged_into_id is null
      ),
      scored as (
        select l, r, greatest(1, least(100,
            (select coalesce(sum(case x ${weights} else 0 end), 0) from unnest(reasons) x)
            + case when alike >= ${NAME_ALIKE} then round(alike * ${NAME_WEIGHT}) else 0 end
            - case when differ then ${OTHER_DOCUMENT} else 0 end))::int score,
          case when alike >= ${NAME_ALIKE} and not 'nombre' = any(reasons) then reasons || 'nombre'::text else reasons end reasons
        from weighed where not (differ and reasons = array['nombre'])
      ),
      gone as (
        delete from coincidences c where c.state = 'pendiente' and (c.left_id = any(${given}) or c.right_id = any(${given}))
          and not exists (select from scored s where s.l = c.left_id and s.r = c.right_id)
      ),
      written as (
        insert into coincidences as c (left_id, right_id, score, reasons, found_at)
          select l, r, score, reasons, now() from scored order by l, r
        on conflict (left_id, right_id) do update set score = excluded.score, reasons = excluded.reasons
          where c.state = 'pendiente' and (c.score, c.reasons) is distinct from (excluded.score, excluded.reasons)
        returning id, left_id, right_id, score, xmax = 0 fresh
      )
      select w.id, w.left_id "leftId", w.right_id "rightId", p.name "left", q.name "right", w.score, w.fresh
      from written w join people p on p.id = w.left_id join people q on q.id = w.right_id order by w.score desc, w.id`,
  );
  return pairs.filter(({ fresh }) => fresh);
}

/** Notifies coordinators of new pairs that are likely one person. */
export async function tellOfPairs(ctx: Telling, pairs: readonly Pair[]): Promise<void> {
  const likely = pairs.filter(({ score }) => score >= TOLD_FROM);
  if (likely.length === 0) return;
  const to = await whoMay(ctx.db, 'ventas.aprobar');
  for (const { id, left, right } of likely.slice(0, TOLD_AT_ONCE))
    await notify(ctx, {
      kind: 'coincidencia_encontrada',
      to,
      text: `${left} y ${right} parecen ser la misma persona.`,
      url: `/oficina/coincidencias/${id}`,
      event: `coincidencia:${id}`,
    });
}
