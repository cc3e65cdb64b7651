import { sql } from 'drizzle-orm';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { awake } from './chat.queries.ts';

/** Conversations that wait for the caller's answer; with the widest scope, also those that nobody has. */
export function messageTasks(ctx: Context): TaskQuery | null {
  const reach = scopeOf(ctx, 'chat.crear');
  if (!reach) return null;
  const { userId } = staffOf(ctx);
  const whose =
    reach.scope === 'todo'
      ? sql`(assignee_id = ${userId} or assignee_id is null)`
      : sql`assignee_id = ${userId}`;
  return {
    rows: sql`select * from conversations where waiting_since is not null and ${whose} and ${awake(ctx.now)}`,
    joins: sql`join people p on p.id = w.person_id`,
    id: sql`w.id`,
    title: sql`p.name`,
    text: sql`'Responder en el chat'`,
    due: sql`(w.waiting_since at time zone 'America/Panama')::date`,
    since: sql`w.waiting_since`,
    phone: sql`p.phone`,
  };
}
