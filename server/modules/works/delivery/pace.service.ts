import { sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { forecastEnd, type Pace } from '#contract/works/schedule/forecast.ts';
import { doneOf } from '#contract/works/schedule/solving.ts';
import { COMMITTED_STATES } from '#contract/works/contracts/rules.ts';
import { JOB_STATE, WHOLE_BP } from '#contract/works/jobs/rules.ts';
import type { Acting } from '#server/kernel/context.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import { Lately } from '#server/kernel/lately.ts';
import { plansInForce } from '#server/modules/works/actionPlans/planSteps.service.ts';
import { templateOf } from '#server/modules/works/schedule/loaded.service.ts';
import { pastPaces, realDaysOf } from '#server/modules/works/schedule/pace.service.ts';
import { calendarOf } from '#server/modules/works/schedule/siteDays.service.ts';

type Reading = Pick<Acting, 'db' | 'now'>;

/** When a house will be done, by the real pace. Days are YYYY-MM-DD. */
interface HouseForecast {
  /** Half of such houses are done, and four of five. */
  from: string;
  to: string;
  /** By the schedule as it stands, or by the plan alone where none is stamped. */
  plan: string;
  /** Finished houses that it rests on. */
  houses: number;
}

interface HouseRow {
  id: number;
  modelId: number;
  projectId: number;
}

/** Paces change with each finished house; a forecast that is some minutes behind says the same days. */
const paces = new Lately<readonly Pace[]>({ ms: 10 * 60_000, max: 100 });

/**
 * When these houses will be done: what their schedules say, calculated with each change and each night. A house that is
 * scheduled in part, or not at all, is calculated here by the same paces. One without a plan, without jobs or that is
 * done has no forecast.
 */
export async function forecastHouses(
  ctx: Reading,
  houses: readonly HouseRow[],
): Promise<Map<number, HouseForecast>> {
  if (houses.length === 0) return new Map();
  const forecasts = await scheduledForecasts(
    ctx.db,
    houses.map(({ id }) => id),
  );
  const left = houses.filter(({ id }) => !forecasts.has(id));
  for (const [id, forecast] of await calculated(ctx, left)) forecasts.set(id, forecast);
  return forecasts;
}

/** The forecasts of houses whose schedules hold all that is left of their plan. */
async function scheduledForecasts(db: Db, houseIds: readonly number[]): Promise<Map<number, HouseForecast>> {
  const found = await rows<HouseForecast & { id: number }>(
    db,
    sql`with live as (select sh.* from schedule_houses sh join schedules s on s.id = sh.schedule_id
          join contracts c on c.id = s.contract_id and c.state_id = any(${sql.param([...COMMITTED_STATES])}::int[])
        where sh.house_id = any(${sql.param([...houseIds])}::bigint[]))
      select l.house_id::int id, max(l.p50)::text "from", max(l.p80)::text "to", max(t.finish)::text plan, min(l.past_houses)::int houses
      from live l join lateral (select max(finish) finish, bool_or(finished_on is null) open from schedule_tasks t
        where t.schedule_id = l.schedule_id and t.house_id = l.house_id) t on true
      where not exists (select from live p join action_plan_steps st on st.plan_id = p.plan_id
        where p.house_id = l.house_id
          and not exists (select from live m join schedule_tasks t on t.schedule_id = m.schedule_id and t.house_id = m.house_id
            where m.house_id = l.house_id and t.activity_id = st.activity_id)
          and not exists (select from jobs j where j.house_id = l.house_id and j.activity_id = st.activity_id
            and j.approved_bp = ${WHOLE_BP} and j.state_id <> ${JOB_STATE.voided}))
      group by l.house_id having bool_or(t.open) and bool_and(l.p50 is not null and l.p80 is not null)`,
  );
  return new Map(found.map(({ id, ...forecast }) => [id, forecast]));
}

async function calculated(ctx: Reading, houses: readonly HouseRow[]): Promise<Map<number, HouseForecast>> {
  const forecasts = new Map<number, HouseForecast>();
  const ids = houses.map(({ id }) => id);
  const begins = await firstDays(ctx.db, ids);
  if (begins.size === 0) return forecasts;
  const calendar = await calendarOf(ctx.db);
  const plans = await plansInForce(
    ctx.db,
    houses.map(({ modelId }) => modelId),
  );
  const days = await realDaysOf(ctx, ids);
  const today = panamaDay(ctx.now);
  const now = calendar.indexOf(today);
  for (const { id, modelId, projectId } of houses) {
    const [plan, begin] = [plans.get(modelId), begins.get(id)];
    if (!plan || begin === undefined) continue;
    const template = templateOf(plan.steps, new Set(plan.steps.map(({ activity_id }) => activity_id)));
    const done = doneOf({ tasks: days.get(id) ?? [] }, calendar);
    if (template.activities.every((one) => done.get(one.id)?.finished !== undefined)) continue;
    const begun = [...done.values()].map(({ started }) => started!);
    const first = begin !== null && begin > today ? calendar.indexOf(begin) : now;
    const start = begun.length > 0 ? Math.min(...begun) : first;
    const past = await paces.read(String(projectId), () => pastPaces(ctx, projectId));
    const ends = forecastEnd(template, { id, done }, { start, now }, past);
    // An end is the first day after the works.
    const day = (end: number) => calendar.dayAt(end - 1);
    forecasts.set(id, { from: day(ends.p50), to: day(ends.p80), plan: day(ends.plan), houses: ends.houses });
  }
  return forecasts;
}

/** The day on which the contracts of these houses let them begin, for those that have jobs; null: they do not say. */
async function firstDays(db: Db, houseIds: readonly number[]): Promise<Map<number, string | null>> {
  const found = await rows<{ id: number; first: string | null }>(
    db,
    sql`select j.house_id::int id, min(c.starts_on)::text first from jobs j join contracts c on c.id = j.contract_id
      where j.house_id = any(${sql.param([...houseIds])}::bigint[]) and j.state_id <> ${JOB_STATE.voided} group by 1`,
  );
  return new Map(found.map(({ id, first }) => [id, first]));
}

/** The last day of the works of a finished house; null while it is not. */
export async function finishedOn(db: Db, houseId: number): Promise<string | null> {
  const [found] = await rows<{ on: string | null }>(
    db,
    sql`select max(i.created_at at time zone 'America/Panama')::date::text "on" from houses h
      join jobs j on j.house_id = h.id join inspections i on i.job_id = j.id and i.result = 'aprobado'
      where h.id = ${houseId} and h.progress_percent = 100`,
  );
  return found?.on ?? null;
}

/** The approved progress of each house of a project at the end of each week in which it changed, in one statement. */
export const progressByWeek = (db: Db, projectId: number) =>
  rows<{ id: number; s: [number, number][] }>(
    db,
    sql`with weights as (select id, (extra ->> 'peso')::numeric weight from catalog_items
        where catalog = 'contract_activities' and archived_at is null),
      moved as (
        select h.lot_id, date_trunc('week', i.created_at at time zone 'America/Panama')::date monday,
          sum(w.weight * (i.approved_bp - i.before_bp)) / 100 / (select sum(weight) from weights) delta
        from houses h join jobs j on j.house_id = h.id join weights w on w.id = j.activity_id
        join inspections i on i.job_id = j.id and i.result <> 'rechazado'
        where h.project_id = ${projectId} and h.archived_at is null group by h.lot_id, monday),
      told as (
        select lot_id, monday, round(sum(delta) over (partition by lot_id order by monday), 1) percent from moved)
      select lot_id::float8 id, json_agg(json_build_array(monday - date '1970-01-01', least(percent, 100)) order by monday) s
      from told group by lot_id order by lot_id`,
  );
