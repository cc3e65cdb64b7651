import { sql } from 'drizzle-orm';
import { addDays, isoWeek, panamaDay, weekStart } from '#contract/dates.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';

/** Schedules whose work runs late, one task for each: who plans moves them or says why. */
export function lateTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'contratos.crear')) return null;
  const today = panamaDay(ctx.now);
  return {
    rows: sql`select schedules.id, contracts.name, contracts.reference, late.tasks, late.since from schedules
      join contracts on contracts.id = schedules.contract_id
      join lateral (select count(*)::int tasks, min(t.base_finish) since from schedule_tasks t
        where t.schedule_id = schedules.id and t.finished_on is null and t.base_finish < ${today}) late on late.tasks > 0
      where contracts.state_id = ${idOf(CONTRACT_STATE.inForce)} and ${contractsInReach(ctx, 'contratos.crear') ?? sql`true`}`,
    id: sql`w.id`,
    title: sql`w.reference || ' · ' || w.name`,
    text: sql`case when w.tasks = 1 then 'Ver 1 actividad atrasada' else 'Ver ' || w.tasks || ' actividades atrasadas' end`,
    due: sql`null`,
    since: sql`w.since::timestamptz`,
  };
}

/** Weeks that are over, have programmed work and are open: the manager closes them. One task for each project. */
export function weekTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'proyectos.editar') || !scopeOf(ctx, 'contratos.ver')) return null;
  const monday = weekStart(isoWeek(panamaDay(ctx.now)));
  const [now, oldest] = [isoWeek(monday), isoWeek(addDays(monday, -7 * 8))];
  return {
    rows: sql`select projects.id, projects.name, min(j.week) week from jobs j join contracts c on c.id = j.contract_id
        join projects on projects.id = c.project_id
      where j.week < ${now} and j.week >= ${oldest} and ${projectsInReach(ctx, 'proyectos.editar') ?? sql`true`}
        and not exists (select from week_closings k where k.project_id = c.project_id and k.week = j.week and k.reopened_at is null)
      group by projects.id, projects.name`,
    id: sql`w.id`,
    title: sql`w.name`,
    text: sql`'Cerrar la semana ' || substr(w.week, 7)::int`,
    due: sql`to_date(replace(w.week, 'W', ''), 'IYYY-IW') + 7`,
    since: sql`(to_date(replace(w.week, 'W', ''), 'IYYY-IW') + 6)::timestamptz`,
  };
}
