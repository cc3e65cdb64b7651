import { asc, inArray } from 'drizzle-orm';
import { addDays, isoWeek, panamaDay, panamaInstant } from '#contract/dates.ts';
import type { PlanStep } from '#contract/works/actionPlans/model.ts';
import { bpOfQuantity, WHOLE_BP } from '#contract/works/jobs/rules.ts';
import { siteCalendar, type SiteCalendar } from '#contract/works/schedule/calendar.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { contractItems } from '#server/modules/works/contracts/construction.table.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';
import { demoPlan } from '../actionPlans.ts';
import type { Drawn } from './contracts.ts';
import { courseOf } from './course.ts';
import { MANAGER, type Site } from './telling.ts';

/** Something that was reported and inspected on one day. */
export interface Step {
  job: typeof jobs.$inferSelect;
  contract: Drawn;
  /** The week in which the job was programmed. */
  week: string;
  on: string;
  at: Date;
  bp: number;
  quantity: number | null;
  approved: boolean;
}

/** What was done by the day of the demo, in its order; what is under way, and what comes next. */
export interface Steps {
  past: Step[];
  current: { job: Step['job']; contract: Drawn }[];
  next: Step['job'][];
}

type Job = Step['job'];
type Mark = Pick<Step, 'on' | 'bp' | 'quantity' | 'approved'>;

/** An activity that takes so long is also inspected in the middle. */
const LONG = 8;
/** One job in so many is returned once. */
const RETURNED = 11;
/** Days ago between which it rained. */
const RAIN = [78, 48] as const;
const ITEM_DAYS = 54;

/** What is reported and inspected of the contracts' jobs, by the course of each house. */
export async function planSteps(site: Site, contracts: readonly Drawn[]): Promise<Steps> {
  const { db } = site.at(0, MANAGER);
  const calendar = siteCalendar('L-S');
  const today = panamaDay(site.now);
  const all = await db
    .select()
    .from(jobs)
    .where(inArray(jobs.contractId, [0, ...contracts.map(({ id }) => id)]))
    .orderBy(asc(jobs.id));
  const models = new Map(
    (await db.select().from(houseModels)).map(({ id, areaM2 }) => [id, demoPlan(areaM2)] as const),
  );
  const inContract = new Set(all.map((job) => `${job.houseId} ${job.activityId}`));
  const codes = new Map((await db.select().from(contractItems)).map(({ id, position }) => [id, position]));
  const steps: Steps = { past: [], current: [], next: [] };
  for (const contract of contracts) {
    const mine = all.filter((job) => job.contractId === contract.id);
    const courses = coursesOf(contract, models, inContract, calendar, today);
    for (const job of mine) {
      const span =
        job.houseId === null
          ? spanOfItem(contract, codes.get(job.itemId!) ?? 0, calendar, today)
          : courses.get(`${job.houseId} ${job.activityId}`);
      if (!span) continue;
      const done = marksOf(job, span, calendar).filter(({ on }) => on < today);
      const week = isoWeek(calendar.dayAt(span.started));
      steps.past.push(
        ...done.map((mark) => ({ ...mark, job, contract, week, at: panamaInstant(mark.on, '15:40') })),
      );
      if (done.at(-1)?.bp === WHOLE_BP && done.at(-1)!.approved) continue;
      const day = calendar.dayAt(span.started);
      if (done.length === 0 && day <= today) steps.current.push({ job, contract });
      else if (day > today && day <= addDays(today, 10)) steps.next.push(job);
    }
  }
  steps.past.sort((a, b) => a.at.getTime() - b.at.getTime() || a.job.id - b.job.id);
  return steps;
}

interface Span {
  started: number;
  finished: number;
}

/** The course of each activity of a contract's houses; without what waits for an activity that nobody builds. */
function coursesOf(
  contract: Drawn,
  models: ReadonlyMap<number, PlanStep[]>,
  inContract: ReadonlySet<string>,
  calendar: SiteCalendar,
  today: string,
): Map<string, Span> {
  const [wetFrom, wetTo] = RAIN.map((ago) => calendar.indexOf(addDays(today, -ago))) as [number, number];
  const found = new Map<string, Span>();
  for (const [nth, house] of contract.houses.entries()) {
    const plan = models.get(house.modelId)!;
    const start = calendar.indexOf(addDays(today, contract.from + nth * contract.every));
    const stuck = new Set(
      plan.map(({ activity_id }) => activity_id).filter((id) => !inContract.has(`${house.id} ${id}`)),
    );
    for (const { activity_id, after } of plan)
      if (after.some((one) => stuck.has(one.activity_id))) stuck.add(activity_id);
    for (const { activityId, ...span } of courseOf(
      { id: house.id, steps: plan, start },
      (day) => day >= wetFrom && day < wetTo,
    ))
      if (!stuck.has(activityId)) found.set(`${house.id} ${activityId}`, span);
  }
  return found;
}

const spanOfItem = (contract: Drawn, position: number, calendar: SiteCalendar, today: string): Span => {
  const from = addDays(today, contract.from + contract.every * position);
  return { started: calendar.indexOf(from), finished: calendar.indexOf(addDays(from, ITEM_DAYS)) };
};

/** The days on which a job is inspected, and what of it. */
function marksOf(job: Job, { started, finished }: Span, calendar: SiteCalendar): Mark[] {
  const days = finished - started;
  const mark = (day: number, part: number, approved = true): Mark => {
    const quantity = job.quantity === null ? null : Math.floor(job.quantity * part * 1000) / 1000;
    return {
      on: calendar.dayAt(day),
      bp: quantity === null ? WHOLE_BP * part : bpOfQuantity(quantity, job.quantity!),
      quantity,
      approved,
    };
  };
  const middle = days >= LONG ? [mark(started + Math.floor(days / 2), 0.5)] : [];
  const returned = job.id % RETURNED === 0 && days > 2 ? [mark(finished - 2, 1, false)] : [];
  return [...middle, ...returned, mark(finished - 1, 1)];
}
