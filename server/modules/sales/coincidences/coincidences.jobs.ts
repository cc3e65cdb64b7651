import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { rows } from '#server/kernel/db.ts';
import { job } from '#server/kernel/jobs.ts';
import { comparePeople, MOST_UNDER_ONE_KEY, tellOfPairs } from './finder.service.ts';

const AT_ONCE = 200;
const MOST_A_MINUTE = 2000;
const MOST_A_NIGHT = 20_000;

/**
 * Each minute: compares the people changed since the last run (triggers list them). One transaction: after an error
 * they are compared again.
 */
export const compareChanged = job({
  name: 'coincidences.compare',
  payload: z.object({}),
  cron: '* * * * *',
  async run(ctx) {
    for (let done = 0; done < MOST_A_MINUTE; done += AT_ONCE) {
      const taken = await rows<{ id: number }>(
        ctx.db,
        sql`delete from people_to_compare where person_id in
          (select person_id from people_to_compare limit ${sql.raw(String(AT_ONCE))} for no key update skip locked) returning person_id id`,
      );
      const ids = taken.map(({ id }) => id);
      await tellOfPairs(ctx, await comparePeople(ctx.db, ids));
      if (taken.length < AT_ONCE) return;
    }
  },
});

/**
 * Each night: compares pairs that share a key and were never compared (imported rows), a few thousand per night. Names
 * start a comparison only when a person is written; here they only add to the score.
 */
export const sweepCoincidences = job({
  name: 'coincidences.sweep',
  payload: z.object({}),
  cron: '40 0 * * *',
  ownTransactions: true,
  async run(ctx) {
    let compared = 0;
    for (const column of ['document_key', 'phone', 'email'] as const) {
      const key = sql.raw(column);
      const missed = await rows<{ id: number }>(
        ctx.db,
        sql`with shared as (
            select ${key} from people where merged_into_id is null and ${key} is not null and ${key} <> ''
            group by 1 having count(*) between 2 and ${MOST_UNDER_ONE_KEY}
          )
          select distinct p.id from shared join people p using (${key}) join people q using (${key})
          where p.id < q.id and p.merged_into_id is null and q.merged_into_id is null
            and not exists (select from coincidences c where c.left_id = p.id and c.right_id = q.id)
          limit ${sql.raw(String(MOST_A_NIGHT))}`,
      );
      compared += await inParts(missed);
    }
    const kin = await rows<{ id: number }>(
      ctx.db,
      sql`select distinct p.id from sale_family f join sales s on s.id = f.sale_id join people p on p.document_key = f.document_key
        where f.document_key is not null and p.id <> s.person_id and p.merged_into_id is null
          and not exists (select from coincidences c where c.left_id = least(p.id, s.person_id) and c.right_id = greatest(p.id, s.person_id))
        limit ${sql.raw(String(MOST_A_NIGHT))}`,
    );
    compared += await inParts(kin);
    ctx.log.info({ compared }, 'people compared');

    async function inParts(list: readonly { id: number }[]): Promise<number> {
      for (let at = 0; at < list.length; at += AT_ONCE)
        await ctx.db.transaction((tx) =>
          comparePeople(
            tx,
            list.slice(at, at + AT_ONCE).map(({ id }) => id),
          ),
        );
      return list.length;
    }
  },
});
