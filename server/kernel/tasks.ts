import { sql, type SQL } from 'drizzle-orm';
import type { Context } from './context.ts';
import { row, type Db } from './db.ts';

/** The records of one kind that wait for the caller: expressions over the rows of `from`. */
export interface TaskQuery {
  /** Tables, joins and conditions, from the first table on. An index serves it in the order of `due`. */
  from: SQL;
  /** Of the record: with the kind it gives the address. */
  id: SQL;
  /** The person or thing that it is about. */
  title: SQL;
  /** What to do, as a sentence without a full stop. */
  text: SQL;
  /** Last day, YYYY-MM-DD in Panama; an earlier day than today is late. Null: no day. */
  due: SQL;
  /** The hour of what has one, as an instant. */
  at?: SQL;
  /** Since when it waits, as an instant. */
  since: SQL;
  saleId?: SQL;
  /** E.164 */
  phone?: SQL;
  cents?: SQL;
  /** Version and state, for what can be changed without opening the record. */
  version?: SQL;
  stateId?: SQL;
}

/** What waits for the caller on their home page; null when this work is not theirs. */
export type TaskSource = (ctx: Context) => TaskQuery | null;

/** A kind is counted up to this number. */
export const TASKS_COUNTED = 999;

const nothing = sql`null`;

/** A task as the statement answers it. Instants are ISO 8601. */
export interface FoundTask {
  kind: string;
  id: number;
  title: string;
  text: string;
  due: string | null;
  at: string | null;
  since: string;
  saleId: number | null;
  phone: string | null;
  cents: number | null;
  version: number | null;
  stateId: number | null;
}

/**
 * What waits, of all kinds, in one statement: the first `most` by day and hour, and how many there are of each kind. With `kind` the
 * tasks are of that kind alone; every kind is counted all the same.
 */
export async function findTasks(
  db: Db,
  queries: ReadonlyMap<string, TaskQuery>,
  { most, kind }: { most: number; kind?: string | undefined },
): Promise<{ tasks: FoundTask[]; totals: Map<string, number> }> {
  if (queries.size === 0) return { tasks: [], totals: new Map() };
  const limit = sql.raw(String(Math.trunc(most)));
  const asked = [...queries].filter(([name]) => kind === undefined || name === kind);
  const branches = asked.map(
    ([
      name,
      one,
    ]) => sql`(select ${name}::text kind, (${one.id})::bigint id, (${one.title})::text title, (${one.text})::text "text",
      (${one.due})::date due, (${one.at ?? nothing})::timestamptz "at", (${one.since})::timestamptz since,
      (${one.saleId ?? nothing})::bigint "saleId", (${one.phone ?? nothing})::text phone, (${one.cents ?? nothing})::bigint cents,
      (${one.version ?? nothing})::int version, (${one.stateId ?? nothing})::int "stateId"
      from ${one.from} order by due nulls last, "at", id limit ${limit})`,
  );
  const counts = [...queries].map(
    ([name, { from }]) =>
      sql`select ${name}::text kind, (select count(*)::int from (select from ${from} limit ${TASKS_COUNTED}) counted) total`,
  );
  const order = sql`due nulls last, "at" nulls last, since, kind, id`;
  const first =
    branches.length > 0
      ? sql`(select json_agg(tasks order by ${order}) from (select * from (${sql.join(branches, sql` union all `)}) tasks
        order by ${order} limit ${limit}) tasks)`
      : nothing;
  const found = await row<{ tasks: FoundTask[] | null; totals: { kind: string; total: number }[] }>(
    db,
    sql`select ${first} tasks, (select json_agg(totals) from (${sql.join(counts, sql` union all `)}) totals) totals`,
  );
  return {
    tasks: found?.tasks ?? [],
    totals: new Map(found?.totals.map(({ kind: name, total }) => [name, total])),
  };
}
