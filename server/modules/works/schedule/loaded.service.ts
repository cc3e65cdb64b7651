import { asc, eq, inArray, sql } from 'drizzle-orm';
import { WHOLE_BP } from '#contract/works/jobs/rules.ts';
import type { PlanStep } from '#contract/works/actionPlans/model.ts';
import { planNetwork } from '#contract/works/actionPlans/rules.ts';
import type { Schedule, ScheduledHouse, ScheduledTask } from '#contract/works/schedule/solving.ts';
import type { Template } from '#contract/works/schedule/stamp.ts';
import { partOf } from '#contract/works/schedule/template.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import { stepsOf } from '#server/modules/works/actionPlans/planSteps.service.ts';
import { contractActivities, contracts } from '#server/modules/works/contracts/construction.table.ts';
import { lostDaysFor, type Site } from './lostDays.service.ts';
import { scheduleCrews, scheduleHouses, schedules } from './schedule.table.ts';

/** The network of a plan's activities that a contract builds. */
export function templateOf(steps: readonly PlanStep[], kept: ReadonlySet<number>): Template {
  const outdoors = new Map(steps.map((step) => [step.activity_id, step.outdoors]));
  const { activities, links } = planNetwork(steps, String);
  return partOf(
    { activities: activities.map((one) => ({ ...one, outdoors: outdoors.get(one.id)! })), links },
    (id) => kept.has(id),
  );
}

/** The activities that a contract builds in each of its houses. */
export async function activitiesOf(db: Db, contractId: number): Promise<Set<number>> {
  const found = await db
    .select({ id: contractActivities.activityId })
    .from(contractActivities)
    .where(eq(contractActivities.contractId, contractId));
  return new Set(found.map(({ id }) => id));
}

export type ScheduleRow = typeof schedules.$inferSelect;

/** A row of schedule_tasks as the engine and the screen need it. */
export interface TaskLine extends ScheduledTask {
  id: number;
  houseId: number;
  crew: number;
  baseStart: string;
  baseFinish: string;
  start: string;
  finish: string;
  float: number;
  critical: boolean;
  driving: boolean;
}

export type HouseLine = Omit<ScheduledHouse, 'tasks'> & {
  tasks: TaskLine[];
  p50: string | null;
  p80: string | null;
  pastHouses: number;
};

export type LoadedSchedule = Omit<Schedule, 'houses'> & { houses: HouseLine[]; site: Site };

/** A schedule with its houses in order, its activities, plans and lost days. */
export async function loadSchedule(db: Db, schedule: ScheduleRow, today: string): Promise<LoadedSchedule> {
  const [contract] = await db.select().from(contracts).where(eq(contracts.id, schedule.contractId));
  const site = {
    projectId: contract!.projectId,
    typeId: contract!.typeId,
    contractId: contract!.id,
    startsOn: schedule.startsOn,
  };
  const lines = await db
    .select()
    .from(scheduleHouses)
    .where(eq(scheduleHouses.scheduleId, schedule.id))
    .orderBy(asc(scheduleHouses.position));
  const tasks = Map.groupBy(await tasksOf(db, schedule.id), ({ houseId }) => houseId);
  const kept = await activitiesOf(db, schedule.contractId);
  const templates = new Map<number, Template>();
  for (const line of lines)
    if (!templates.has(line.planId))
      templates.set(line.planId, templateOf(await stepsOf(db, line.planId), kept));
  const crews = await db.select().from(scheduleCrews).where(eq(scheduleCrews.scheduleId, schedule.id));
  const { lost, keyOf } = await lostDaysFor(
    db,
    site,
    lines.map(({ houseId }) => houseId),
    today,
  );
  return {
    site,
    startsOn: schedule.startsOn,
    crews: new Map(crews.map(({ activityId, count }) => [activityId, count])),
    templates,
    lost,
    houses: lines.map((line) => ({
      id: line.houseId,
      planId: line.planId,
      notBefore: line.notBefore,
      lost: keyOf(line.houseId),
      p50: line.p50,
      p80: line.p80,
      pastHouses: line.pastHouses,
      tasks: tasks.get(line.houseId) ?? [],
    })),
  };
}

const tasksOf = (db: Db, scheduleId: number) =>
  rows<TaskLine>(
    db,
    sql`select t.id::int id, t.house_id::int "houseId", t.activity_id activity, t.crew, t.base_start::text "baseStart", t.base_finish::text "baseFinish",
        t.start::text start, t.finish::text finish, t.float, t.critical, t.driving, t.not_before::text "notBefore",
        t.started_on::text "startedOn", t.finished_on::text "finishedOn",
        case when t.finished_on is not null then 100 else coalesce(greatest(j.approved_bp, j.reported_bp), 0)::float * 100 / ${WHOLE_BP} end percent
      from schedule_tasks t join schedules s on s.id = t.schedule_id
        left join jobs j on j.contract_id = s.contract_id and j.house_id = t.house_id and j.activity_id = t.activity_id
      where t.schedule_id = ${scheduleId} order by t.house_id, t.position`,
  );

/** The rows of some schedules, locked against other calculations, in the order of their ids. */
export const lockSchedules = (db: Db, ids: readonly number[]): Promise<ScheduleRow[]> =>
  db
    .select()
    .from(schedules)
    .where(inArray(schedules.id, [0, ...ids]))
    .orderBy(asc(schedules.id))
    .for('no key update');
