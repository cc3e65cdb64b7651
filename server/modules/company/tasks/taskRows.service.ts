import { inArray, sql } from 'drizzle-orm';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { tasks } from './tasks.table.ts';

// Bulk writes for features that have validated the rows: imports, the demo.

/** Rows per statement: PostgreSQL allows 65,535 parameters. */
const AT_ONCE = 1_000;

function* partsOf<T>(list: readonly T[]): Generator<T[]> {
  for (let at = 0; at < list.length; at += AT_ONCE) yield list.slice(at, at + AT_ONCE);
}

const tell = (ctx: Context, ids: readonly number[], verb: string) =>
  announce(ctx, ...ids.map((id) => ({ record: 'tarea' as const, id, verb })));

/** Inserts tasks. Returns their ids in the order of the rows. */
export async function insertTasks(
  ctx: Context,
  list: readonly (typeof tasks.$inferInsert)[],
): Promise<number[]> {
  const made: number[] = [];
  for (const part of partsOf(list)) {
    const ids = (await ctx.db.insert(tasks).values(part).returning({ id: tasks.id })).map(({ id }) => id);
    await tell(ctx, ids, 'creada');
    made.push(...ids);
  }
  return made;
}

type Changed = Pick<typeof tasks.$inferSelect, 'id' | 'assigneeId' | 'dueTime' | 'doneAt' | 'doneBy'>;

/** Updates who does tasks, at what time, and whether they are done. A task that stays done keeps who did it. */
export async function updateTasks(ctx: Context, list: readonly Changed[]): Promise<void> {
  for (const part of partsOf(list)) {
    await ctx.db.execute(
      sql`update tasks t set assignee_id = n."assigneeId", due_time = n."dueTime", done_at = n."doneAt",
          done_by = case when t.done_at = n."doneAt" then t.done_by else n."doneBy" end,
          version = t.version + 1
        from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) n (id bigint, "assigneeId" bigint, "dueTime" text,
          "doneAt" timestamptz, "doneBy" bigint)
        where t.id = n.id`,
    );
    await tell(
      ctx,
      part.map(({ id }) => id),
      'cambiada',
    );
  }
}

/** Deletes tasks. */
export async function deleteTasks(ctx: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db.delete(tasks).where(inArray(tasks.id, [...ids]));
  await tell(ctx, ids, 'quitada');
}
