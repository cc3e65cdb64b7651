import { sql } from 'drizzle-orm';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { forMe, toInspect, toReport } from './jobs.scope.ts';

/** Jobs that the caller is to build and report, due at the end of their week, and reports to inspect, due at once. */
export function jobTasks(ctx: Context): TaskQuery | null {
  if (!toReport(ctx) && !toInspect(ctx)) return null;
  return {
    rows: sql`select jobs.* from jobs join contracts on contracts.id = jobs.contract_id where ${forMe(ctx)}`,
    joins: sql`join contracts c on c.id = w.contract_id join projects p on p.id = c.project_id left join houses h on h.id = w.house_id
      left join catalog_items a on a.catalog = 'contract_activities' and a.id = w.activity_id
      left join contract_items i on i.id = w.item_id`,
    id: sql`w.id`,
    // Two projects may have a house or a contract of the same name.
    title: sql`concat_ws(' · ', coalesce(h.name, c.name), coalesce(a.label, i.description), p.name)`,
    text: sql`case w.state_id when ${JOB_STATE.inspecting} then 'Inspeccionar lo reportado'
      when ${JOB_STATE.toCorrect} then 'Corregir y reportar de nuevo' else 'Reportar el avance' end`,
    due: sql`case when w.state_id = ${JOB_STATE.inspecting} then (select (r.created_at at time zone 'America/Panama')::date + 1
        from job_reports r where r.job_id = w.id and r.outcome is null)
      when w.week is not null then to_date(replace(w.week, 'W', ''), 'IYYY-IW') + 6 end`,
    since: sql`coalesce((select max(r.created_at) from job_reports r where r.job_id = w.id), w.created_at)`,
  };
}
