import { sql } from 'drizzle-orm';
import { panamaDay, weekStart } from '#contract/dates.ts';
import type { PlanStep } from '#contract/works/actionPlans/model.ts';
import { planNetwork } from '#contract/works/actionPlans/rules.ts';
import { siteCalendar, type SiteCalendar } from '#contract/works/schedule/calendar.ts';
import {
  forecastEnd,
  paceOf,
  pastHouse,
  type Pace,
  type PastHouse,
} from '#contract/works/schedule/forecast.ts';
import type { Done, Template } from '#contract/works/schedule/stamp.ts';
import { JOB_STATE, WHOLE_BP } from '#contract/works/jobs/rules.ts';
import type { Acting } from '#server/kernel/context.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { stepsOf } from '#server/modules/works/actionPlans/planSteps.service.ts';

type Reading = Pick<Acting, 'db' | 'now'>;

/** Finished houses that a forecast rests on, the newest first. */
const PAST_MOST = 40;

/** When a house will be done, by the real pace. Days are YYYY-MM-DD. */
interface HouseForecast {
  /** Half of such houses are done, and four of five. */
  from: string;
  to: string;
  /** By the plan alone. */
  plan: string;
  /** Finished houses that it rests on. */
  houses: number;
}

interface HouseRow {
  id: number;
  modelId: number;
}

/** What was really done of a house, as working days. */
interface Course {
  /** First day on which it was worked; null: nothing yet. */
  start: number | null;
  /** The day on which its contract lets it begin. */
  notBefore: string | null;
  done: Map<number, Done>;
}

/** The days on which the site works. */
const calendarOf = async (db: Db): Promise<SiteCalendar> => siteCalendar((await readSettings(db)).site.week);

/** The network of each model by its plan in force; none for a model without one. */
async function templatesOf(db: Db, modelIds: readonly number[]): Promise<Map<number, Template>> {
  const plans = await rows<{ id: number; modelId: number }>(
    db,
    sql`select distinct on (model_id) id, model_id "modelId" from action_plans
      where model_id = any(${sql.param([...new Set(modelIds)])}::bigint[]) and published_at is not null
      order by model_id, number desc`,
  );
  const found = new Map<number, Template>();
  for (const { id, modelId } of plans) found.set(modelId, templateOf(await stepsOf(db, id)));
  return found;
}

function templateOf(steps: readonly PlanStep[]): Template {
  const outdoors = new Map(steps.map((step) => [step.activity_id, step.outdoors]));
  const { activities, links } = planNetwork(steps, String);
  return { activities: activities.map((one) => ({ ...one, outdoors: outdoors.get(one.id)! })), links };
}

/** What was reported and approved of these houses, by activity. */
async function coursesOf(
  { db, now }: Reading,
  houseIds: readonly number[],
  calendar: SiteCalendar,
): Promise<Map<number, Course>> {
  const found = await rows<{
    houseId: number;
    activityId: number;
    bp: number;
    week: string | null;
    starts: string | null;
    started: string | null;
    finished: string | null;
  }>(
    db,
    sql`select j.house_id "houseId", j.activity_id "activityId", max(j.approved_bp) bp, min(j.week) week,
        min(c.starts_on)::text starts, min(r.first)::text started, max(i.last)::text finished
      from jobs j join contracts c on c.id = j.contract_id
      left join lateral (select min(created_at at time zone 'America/Panama')::date first from job_reports where job_id = j.id) r on true
      left join lateral (select max(created_at at time zone 'America/Panama')::date last from inspections
        where job_id = j.id and result = 'aprobado' and approved_bp = ${WHOLE_BP}) i on true
      where j.house_id = any(${sql.param([...houseIds])}::bigint[]) and j.state_id <> ${JOB_STATE.voided}
      group by j.house_id, j.activity_id order by j.house_id, j.activity_id`,
  );
  const today = panamaDay(now);
  const courses = new Map<number, Course>();
  for (const one of found) {
    let course = courses.get(one.houseId);
    if (!course) courses.set(one.houseId, (course = { start: null, notBefore: null, done: new Map() }));
    if (one.starts && (course.notBefore === null || one.starts < course.notBefore))
      course.notBefore = one.starts;
    const whole = one.bp === WHOLE_BP;
    if (!one.started && !whole) continue;
    const started = calendar.indexOf(one.started ?? today);
    // What was taken over as finished has no day of its own.
    const finished = whole ? calendar.indexOf(one.finished ?? one.started ?? today) + 1 : undefined;
    const begun = one.week ? Math.min(calendar.indexOf(weekStart(one.week)), started) : started;
    course.start = Math.min(course.start ?? begun, begun);
    course.done.set(one.activityId, whole ? { started, finished } : { started, percent: one.bp / 100 });
  }
  return courses;
}

/** The finished houses of the company with their real dates, each with the network of its model. */
export async function pastHouses(
  ctx: Reading,
): Promise<{ template: Template; house: PastHouse; modelId: number }[]> {
  const found = await rows<HouseRow>(
    ctx.db,
    sql`select id, model_id "modelId" from houses h where progress_percent = 100 and archived_at is null
      and exists (select from jobs j where j.house_id = h.id) order by id desc limit ${PAST_MOST}`,
  );
  const templates = await templatesOf(
    ctx.db,
    found.map(({ modelId }) => modelId),
  );
  const courses = await coursesOf(
    ctx,
    found.map(({ id }) => id),
    await calendarOf(ctx.db),
  );
  return found.flatMap(({ id, modelId }) => {
    const [template, course] = [templates.get(modelId), courses.get(id)];
    if (!template || !course || course.start === null) return [];
    const house = pastHouse(template, { id, start: course.start, done: course.done });
    return house ? [{ template, house, modelId }] : [];
  });
}

/** When these houses will be done; a house without a plan, without jobs or that is done has no forecast. */
export async function forecastHouses(
  ctx: Reading,
  houses: readonly HouseRow[],
): Promise<Map<number, HouseForecast>> {
  if (houses.length === 0) return new Map();
  const calendar = await calendarOf(ctx.db);
  const templates = await templatesOf(
    ctx.db,
    houses.map(({ modelId }) => modelId),
  );
  const courses = await coursesOf(
    ctx,
    houses.map(({ id }) => id),
    calendar,
  );
  const paces: Pace[] = (await pastHouses(ctx)).map(({ template, house }) => paceOf(template, house));
  const today = panamaDay(ctx.now);
  const now = calendar.indexOf(today);
  const forecasts = new Map<number, HouseForecast>();
  for (const { id, modelId } of houses) {
    const [template, course] = [templates.get(modelId), courses.get(id)];
    if (!template || !course) continue;
    if (template.activities.every((one) => course.done.get(one.id)?.finished !== undefined)) continue;
    const begins = course.notBefore && course.notBefore > today ? calendar.indexOf(course.notBefore) : now;
    const at = { start: course.start ?? begins, now };
    const { p50, p80, plan } = forecastEnd(template, { id, done: course.done }, at, paces);
    // An end is the first day after the works.
    const day = (end: number) => calendar.dayAt(end - 1);
    forecasts.set(id, { from: day(p50), to: day(p80), plan: day(plan), houses: paces.length });
  }
  return forecasts;
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
