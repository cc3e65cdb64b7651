import { sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { PROSPECT } from '#contract/sales/prospects/rules.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';

/** Prospects whom the caller has to call today or should have called. */
export function callTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'ventas.editar')) return null;
  return {
    rows: sql`select * from prospects where stage_id < ${idOf(PROSPECT.won)} and adviser_id = ${staffOf(ctx).userId}
      and next_follow_up_on <= ${panamaDay(ctx.now)}`,
    joins: sql`join people p on p.id = w.person_id join projects r on r.id = w.project_id`,
    id: sql`w.id`,
    title: sql`p.name`,
    text: sql`case when w.contacted_at is null then 'Llamar por primera vez · ' else 'Llamar otra vez · ' end || r.name`,
    due: sql`w.next_follow_up_on`,
    since: sql`w.last_action_at`,
    phone: sql`p.phone`,
  };
}
