import { eq, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { solveSchedule, type SolvedTask } from '#contract/works/schedule/solving.ts';
import type { SiteCalendar } from '#contract/works/schedule/calendar.ts';
import { WHOLE_BP, JOB_STATE } from '#contract/works/jobs/rules.ts';
import type { Acting } from '#server/kernel/context.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import { forecastHouses } from './forecast.service.ts';
import { loadSchedule, type LoadedSchedule, type ScheduleRow } from './loaded.service.ts';
import { calendarOf } from './siteDays.service.ts';
import { schedules } from './schedule.table.ts';

/**
 * Calculates a locked schedule for today from its moves, its real days and its lost days, and stores what changed. The
 * base line stays.
 */
export async function recalculate(
  ctx: Pick<Acting, 'db' | 'now'>,
  schedule: ScheduleRow,
): Promise<SolvedTask[]> {
  const { db } = ctx;
  const today = panamaDay(ctx.now);
  const calendar = await calendarOf(db);
  const loaded = await loadSchedule(db, schedule, today);
  const solved = solveSchedule(loaded, calendar, today);
  await storeDates(db, schedule.id, loaded, solved, calendar);
  await forecastHouses(ctx, schedule.id, loaded, solved, { calendar, today });
  await db.update(schedules).set({ forecastOn: today }).where(eq(schedules.id, schedule.id));
  return solved;
}

/** Writes the dates that differ, in one statement. */
async function storeDates(
  db: Db,
  scheduleId: number,
  { houses }: LoadedSchedule,
  solved: readonly SolvedTask[],
  calendar: SiteCalendar,
): Promise<void> {
  const lines = new Map(
    houses.flatMap(({ id, tasks }) => tasks.map((task) => [`${id} ${task.activity}`, task] as const)),
  );
  const changed = solved.flatMap((one) => {
    const line = lines.get(`${one.house} ${one.activity}`);
    if (!line) return [];
    const { start, finish, float, critical, driving, crew } = one;
    const same =
      line.start === start &&
      line.finish === finish &&
      line.float === float &&
      line.critical === critical &&
      line.driving === driving;
    return same
      ? []
      : [
          {
            id: line.id,
            start,
            finish,
            float,
            critical,
            driving,
            crew,
            late: calendar.between(line.baseFinish, finish),
          },
        ];
  });
  if (changed.length === 0) return;
  await db.execute(sql`update schedule_tasks t set start = n.start, finish = n.finish, float = n.float, critical = n.critical,
      driving = n.driving, crew = n.crew, late = n.late
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) n(id bigint, start date, finish date, float int, critical boolean,
      driving boolean, crew int, late int)
    where t.id = n.id and t.schedule_id = ${scheduleId}`);
}

/**
 * Takes the real days of activities from their jobs: it began when the job did, and ended with its last report once all
 * of it is approved. Work that was approved without reports, as an import brings it, takes the days of the base line.
 * `of` is a condition over jobs j and tasks t. Answers the schedules that changed, or whose progress may have.
 */
export async function takeRealDays(
  db: Db,
  of: ReturnType<typeof sql>,
  today: string,
): Promise<{ schedules: number[] }> {
  const begun = sql`(j.state_id not in (${JOB_STATE.pending}, ${JOB_STATE.programmed}, ${JOB_STATE.suspended}, ${JOB_STATE.voided}) or j.approved_bp > 0)`;
  const found = await rows<{ schedule: number }>(
    db,
    sql`with told as (
        select t.id, t.schedule_id,
          case when ${begun} then coalesce(t.started_on,
            (select (min(c.at) at time zone 'America/Panama')::date from changes c where c.record_id = j.id and c.record = 'trabajo' and c.to_state = ${JOB_STATE.running}),
            least(t.base_start, ${today}::date)) end started,
          case when j.approved_bp = ${WHOLE_BP} then coalesce(t.finished_on,
            (select (max(r.created_at) at time zone 'America/Panama')::date from job_reports r where r.job_id = j.id),
            least(t.base_finish, ${today}::date)) end finished
        from jobs j join schedules s on s.contract_id = j.contract_id
          join schedule_tasks t on t.schedule_id = s.id and t.house_id = j.house_id and t.activity_id = j.activity_id
        where not t.imported and ${of}
      ), written as (
        update schedule_tasks t set started_on = least(n.started, n.finished), finished_on = n.finished from told n
        where t.id = n.id and (t.started_on, t.finished_on) is distinct from (least(n.started, n.finished), n.finished)
      )
      select distinct schedule_id::int schedule from told order by 1`,
  );
  return { schedules: found.map(({ schedule }) => schedule) };
}
