import { sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { PlanStep } from '#contract/works/actionPlans/model.ts';
import { JOB_STATE, WHOLE_BP } from '#contract/works/jobs/rules.ts';
import { paceOf, pastHouse, type Pace, type PastHouse } from '#contract/works/schedule/forecast.ts';
import { doneOf, type ScheduledTask } from '#contract/works/schedule/solving.ts';
import type { Template } from '#contract/works/schedule/stamp.ts';
import type { Acting } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { stepsOf } from '#server/modules/works/actionPlans/planSteps.service.ts';
import { templateOf } from './loaded.service.ts';
import { calendarOf } from './siteDays.service.ts';

type Reading = Pick<Acting, 'db' | 'now'>;

/** Finished houses that a forecast rests on: the project's last ones, then the company's. */
const PAST_MOST = 30;

/**
 * When each activity of these houses was really built, all contracts together, by house: the days of its schedule, or of
 * its job where none is stamped. Both days are worked. What was taken over as finished has no day of its own: today.
 */
export async function realDaysOf(
  { db, now }: Reading,
  houseIds: readonly number[],
): Promise<Map<number, ScheduledTask[]>> {
  const today = panamaDay(now);
  const found = await rows<ScheduledTask & { house: number }>(
    db,
    sql`select house, activity, null "notBefore", least(started, finished)::text "startedOn", finished::text "finishedOn", percent
      from (select distinct on (j.house_id, j.activity_id) j.house_id::int house, j.activity_id activity, greatest(j.approved_bp, j.reported_bp)::float * 100 / ${WHOLE_BP} percent,
          coalesce(t.started_on, r.begun, r.first, case when j.approved_bp > 0 then ${today}::date end) started,
          case when j.approved_bp = ${WHOLE_BP} then coalesce(t.finished_on, r.last, r.approved, ${today}::date) end finished
        from jobs j
          left join schedules s on s.contract_id = j.contract_id
          left join schedule_tasks t on t.schedule_id = s.id and t.house_id = j.house_id and t.activity_id = j.activity_id
          left join lateral (select
            (select min((c.at at time zone 'America/Panama')::date) from changes c
              where c.record = 'trabajo' and c.record_id = j.id and c.to_state = ${JOB_STATE.running}) begun,
            min((r.created_at at time zone 'America/Panama')::date) first, max((r.created_at at time zone 'America/Panama')::date) last,
            (select max((i.created_at at time zone 'America/Panama')::date) from inspections i where i.job_id = j.id) approved
            from job_reports r where r.job_id = j.id) r on true
        where j.house_id = any(${sql.param([...houseIds])}::bigint[]) and j.state_id <> ${JOB_STATE.voided}
        order by j.house_id, j.activity_id, j.approved_bp desc) told
      order by house, activity`,
  );
  return Map.groupBy(found, ({ house }) => house);
}

/** A finished house with its real dates, and the network that built it. */
interface PastCourse {
  template: Template;
  house: PastHouse;
  modelId: number;
}

/** The finished houses that a forecast of a project rests on, the newest first. */
export async function pastHouses(ctx: Reading, projectId: number): Promise<PastCourse[]> {
  const found = await rows<{ id: number; modelId: number; plan: number }>(
    ctx.db,
    sql`select h.id::int id, h.model_id::int "modelId", plan.id::int plan
      from houses h
        join lateral (select coalesce(
          (select sh.plan_id from schedule_houses sh where sh.house_id = h.id order by sh.schedule_id desc limit 1),
          (select p.id from action_plans p where p.model_id = h.model_id and p.published_at is not null order by p.number desc limit 1)) id
        ) plan on plan.id is not null
      where h.archived_at is null
        and exists (select from jobs j where j.house_id = h.id and j.approved_bp = ${WHOLE_BP})
        and not exists (select from jobs j join action_plan_steps st on st.plan_id = plan.id and st.activity_id = j.activity_id
          where j.house_id = h.id and j.state_id <> ${JOB_STATE.voided} and j.approved_bp < ${WHOLE_BP})
      order by h.project_id <> ${projectId},
        (select max(i.id) from inspections i join jobs j on j.id = i.job_id where j.house_id = h.id) desc nulls last, h.id desc
      limit ${PAST_MOST}`,
  );
  const calendar = await calendarOf(ctx.db);
  const days = await realDaysOf(
    ctx,
    found.map(({ id }) => id),
  );
  const plans = new Map<number, PlanStep[]>();
  const past: PastCourse[] = [];
  for (const { id, modelId, plan } of found) {
    if (!plans.has(plan)) plans.set(plan, await stepsOf(ctx.db, plan));
    const tasks = days.get(id) ?? [];
    const template = templateOf(plans.get(plan)!, new Set(tasks.map(({ activity }) => activity)));
    const done = doneOf({ tasks }, calendar);
    if (template.activities.length === 0) continue;
    const start = Math.min(...[...done.values()].map(({ started }) => started!));
    const house = pastHouse(template, { id, start, done });
    if (house) past.push({ template, house, modelId });
  }
  return past;
}

/** The real paces that a forecast of a project rests on. */
export const pastPaces = async (ctx: Reading, projectId: number): Promise<Pace[]> =>
  (await pastHouses(ctx, projectId)).map(({ template, house }) => paceOf(template, house));
