import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from './context.ts';
import { row, type Db } from './db.ts';
import type { Counter } from './core.ts';

/** Records of one kind that wait for the caller. The expressions are over a row of `rows`, which is called `w`, and over `joins`. */
export interface TaskQuery {
  /** A select of the waiting records, without order. An index should serve it in the order of `due`. */
  rows: SQL;
  /** What the expressions need beside `w`. A count does without it. */
  joins?: SQL;
  /** Id of the record. With the kind it gives the page's URL. */
  id: SQL;
  /** The person or thing that the task is about. */
  title: SQL;
  /** What to do, as a sentence without a full stop. */
  text: SQL;
  /** Last day, YYYY-MM-DD in Panama; before today the task is late. Null: no day. */
  due: SQL;
  /** Instant of a task with an hour. */
  at?: SQL;
  /** Instant since when the record waits. */
  since: SQL;
  /** Id of the record that this one is part of, if the page's URL needs it. */
  parentId?: SQL;
  /** Kind of the record in parentId, if it differs from task to task. */
  reference?: SQL;
  /** E.164 */
  phone?: SQL;
  cents?: SQL;
}

/** The caller's tasks of one kind for the home page; null if they are not the caller's work. */
export type TaskSource = (ctx: Context) => TaskQuery | null;

/** Something to do with records of a table: who may, the sentence, and which of them. */
type TaskStep = readonly [permission: Permission, what: string, when: SQL];

/** The `rows` of a task of several steps over one table: the caller's steps, each record with its sentence as `what`; null without any. */
export function stepRows(
  ctx: Context,
  table: PgTable,
  inReach: (ctx: Context, permission: Permission) => SQL | undefined,
  steps: readonly TaskStep[],
): SQL | null {
  const mine = steps.flatMap(([permission, what, when]) =>
    scopeOf(ctx, permission)
      ? [
          sql`select ${table}.*, ${what}::text what from ${table} where ${when} and ${inReach(ctx, permission) ?? sql`true`}`,
        ]
      : [],
  );
  return mine.length === 0 ? null : sql`select * from (${sql.join(mine, sql` union all `)}) steps`;
}

/** The number of waiting records, at most 999: more would read too many rows for a number that is shown in a menu. */
const counted = ({ rows }: TaskQuery) => sql`select count(*)::int from (${rows} limit 999) waiting`;

/** A menu counter of the same records as a kind of task. */
export const counterOf =
  (source: TaskSource): Counter =>
  (ctx) => {
    const query = source(ctx);
    return query && counted(query);
  };

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
  parentId: number | null;
  reference: string | null;
  phone: string | null;
  cents: number | null;
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
      (${one.parentId ?? nothing})::bigint "parentId", (${one.reference ?? nothing})::text reference, (${one.phone ?? nothing})::text phone, (${one.cents ?? nothing})::bigint cents
      from (${one.rows}) w ${one.joins ?? sql``} order by due nulls last, "at", id limit ${limit})`,
  );
  const counts = [...queries].map(
    ([name, query]) => sql`select ${name}::text kind, (${counted(query)}) total`,
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
