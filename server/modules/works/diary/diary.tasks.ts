import { sql } from 'drizzle-orm';
import { isoWeekday, panamaDay, panamaInstant } from '#contract/dates.ts';
import { holidayOn } from '#contract/holidays.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';

/**
 * The diaries that the caller is to write today, of contracts that are being built: nobody wrote yet, or work or people are
 * missing before the seal. The record is the diary's first contract. None on a day on which the sites rest.
 */
export function diaryTasks(ctx: Context): TaskQuery | null {
  const reach = scopeOf(ctx, 'bitacora.crear');
  // Who seals looks after those who write.
  if (!reach || !ctx.staff?.colleague || scopeOf(ctx, 'bitacora.aprobar')) return null;
  const today = panamaDay(ctx.now);
  const written = (section: string) =>
    sql`exists (select from diaries d join diary_entries e on e.diary_id = d.id
      where d.project_id = c.project_id and d.type_id = c.type_id and d.day = ${today} and e.section = ${section})`;
  const mine =
    reach.scope === 'todo'
      ? sql`true`
      : sql`c.project_id = any(${sql.param([...reach.projectIds])}::bigint[])`;
  // The holidays of the law are known here, the company's week and days off are settings.
  const rests = isoWeekday(today) === 7 || holidayOn(today) !== undefined;
  return {
    rows: sql`select min(c.id) id, c.project_id, c.type_id, ${written('trabajo')} work, ${written('personal')} people
      from contracts c where ${mine} and c.state_id = ${CONTRACT_STATE.inForce} and (c.starts_on is null or c.starts_on <= ${today})
        and not ${sql.raw(String(rests))}
        and not (${isoWeekday(today)} = 6 and exists (select from settings where key = 'site' and value ->> 'week' = 'L-V'))
        and not exists (select from settings, jsonb_array_elements(value) off where key = 'ownHolidays' and off ->> 'day' = ${today})
      group by c.project_id, c.type_id having not (${written('trabajo')} and ${written('personal')})`,
    joins: sql`join projects p on p.id = w.project_id
      left join catalog_items t on t.catalog = 'tipo_contratos' and t.id = w.type_id`,
    id: sql`w.id`,
    title: sql`concat_ws(' · ', p.name, t.label)`,
    text: sql`case when w.work then 'Falta el personal en la bitácora de hoy' when w.people then 'Falta el trabajo hecho en la bitácora de hoy'
      else 'Escribir la bitácora de hoy' end`,
    due: sql`${today}::date`,
    since: sql`${panamaInstant(today, '07:00').toISOString()}::timestamptz`,
  };
}
