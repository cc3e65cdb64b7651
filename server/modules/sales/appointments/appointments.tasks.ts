import { sql } from 'drizzle-orm';
import { OPEN } from '#contract/sales/appointments/rules.ts';
import { addDays, panamaDay, panamaInstant } from '#contract/dates.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { anyOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';

/** The caller's visits until the end of today whose outcome nobody has noted. */
export function visitTasks(ctx: Context): TaskQuery | null {
  const reach = scopeOf(ctx, 'citas.editar');
  if (!reach) return null;
  const tomorrow = panamaInstant(addDays(panamaDay(ctx.now), 1)).toISOString();
  return {
    rows: sql`select * from appointments where agent_id = ${reach.userId} and state_id in ${anyOf(OPEN)}
      and starts_at < ${tomorrow}::timestamptz`,
    joins: sql`join projects r on r.id = w.project_id`,
    id: sql`w.id`,
    title: sql`w.name`,
    text: sql`'Visita en ' || coalesce(w.place, r.name)`,
    due: sql`(w.starts_at at time zone 'America/Panama')::date`,
    at: sql`w.starts_at`,
    since: sql`w.created_at`,
    parentId: sql`w.sale_id`,
    phone: sql`w.phone`,
  };
}
