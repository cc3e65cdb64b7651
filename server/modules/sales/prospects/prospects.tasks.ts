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
    from: sql`(select * from prospects where stage_id < ${idOf(PROSPECT.won)} and adviser_id = ${staffOf(ctx).userId}
      and next_follow_up_on <= ${panamaDay(ctx.now)}) k join people p on p.id = k.person_id join projects r on r.id = k.project_id`,
    id: sql`k.id`,
    title: sql`p.name`,
    text: sql`case when k.contacted_at is null then 'Llamar por primera vez · ' else 'Llamar otra vez · ' end || r.name`,
    due: sql`k.next_follow_up_on`,
    since: sql`k.last_action_at`,
    phone: sql`p.phone`,
    version: sql`k.version`,
    stateId: sql`k.stage_id`,
  };
}
