import { sql } from 'drizzle-orm';
import { OPEN_TICKETS, PAUSED_TICKETS } from '#contract/care/tickets/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { anyOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';

/** Tickets that the caller has, and those of a department that the caller leads and nobody has. */
export function ticketTasks(ctx: Context): TaskQuery | null {
  const reach = ctx.staff?.colleague ? scopeOf(ctx, 'tickets.editar') : null;
  if (!reach) return null;
  const running = OPEN_TICKETS.filter((id) => !PAUSED_TICKETS.includes(id));
  return {
    rows: sql`select t.* from tickets t where t.state_id in ${anyOf(running)} and t.merged_into_id is null
      and (t.assignee_id = ${reach.userId} or (t.assignee_id is null and t.department_id in
        (select m.department_id from department_members m where m.user_id = ${reach.userId} and m.head)))`,
    joins: sql`left join houses h on h.id = w.house_id`,
    id: sql`w.id`,
    title: sql`w.title`,
    text: sql`case when w.assignee_id is null then 'Asignar' when w.answered_at is null then 'Responder' else 'Resolver' end
      || ' · ' || w.code || coalesce(' · ' || h.name, '')`,
    due: sql`(case when w.answered_at is null then least(w.answer_due, w.solve_due) else w.solve_due end at time zone 'America/Panama')::date`,
    at: sql`case when w.answered_at is null then least(w.answer_due, w.solve_due) else w.solve_due end`,
    since: sql`w.created_at`,
  };
}
