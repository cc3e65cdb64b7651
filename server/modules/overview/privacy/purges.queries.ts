import { sql } from 'drizzle-orm';
import { offsetOf, type Ordering, type PageQuery } from '#contract/paging.ts';
import type { Purge } from '#contract/overview/privacy/purges.ts';
import { countUpTo, inOrder, rows, type Db } from '#server/kernel/db.ts';
import { PURGED } from './purge.service.ts';

const sum = (key: string) => sql`sum(coalesce((data ->> ${key})::int, 0))::int`;

const ORDER = { day: sql`day`, records: sql`records` };

/** A page of the purge register, from the audit log. No line says whose data it was. */
export async function pageOfPurges(
  db: Db,
  paging: PageQuery & Ordering<keyof typeof ORDER>,
): Promise<{ list: Purge[]; total: number }> {
  const order = inOrder(paging, ORDER, sql`day || reason`, ['day', 'desc'], [sql`day desc`, sql`reason`]);
  const grouped = sql`from audit_log where action = ${PURGED}
    group by (at at time zone 'America/Panama')::date, data ->> 'reason'`;
  const list = await rows<Purge>(
    db,
    sql`select * from (select to_char((at at time zone 'America/Panama')::date, 'YYYY-MM-DD') "day", coalesce(data ->> 'reason', '') reason,
        count(*)::int records, ${sum('files')} files, ${sum('visits')} visits, ${sum('places')} places, ${sum('mails')} mails
      ${grouped}) kept order by ${order} limit ${paging.per_page} offset ${offsetOf(paging)}`,
  );
  return { list, total: await countUpTo(db, sql`select 1 ${grouped}`) };
}
