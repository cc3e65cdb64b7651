import { addDays, daysBetween } from '#contract/dates.ts';
import { siteCalendar, type SiteCalendar } from '#contract/works/schedule/calendar.ts';
import type { Gantt, GanttHouse, GanttSchedule, GanttTask } from '#contract/works/schedule/model.ts';
import { solveSchedule, type Schedule } from '#contract/works/schedule/solving.ts';

/** An activity or a whole house that somebody is moving, and where to. */
export interface Moving {
  schedule: GanttSchedule;
  house: GanttHouse;
  /** Null: the whole house. */
  task: GanttTask | null;
  from: string;
  to: string;
}

/** Dates that a move would give, by activity. */
export type Preview = ReadonlyMap<number, { s: string; f: string }>;

export const calendarOf = ({ week, days_off }: Gantt): SiteCalendar => siteCalendar(week, days_off);

/** The first day of a house. */
export const startOf = ({ tasks }: GanttHouse): string =>
  tasks.reduce((least, { s }) => (s < least ? s : least), tasks[0]?.s ?? '');

/** First and last day of a list of spans. */
export function spanOf(list: readonly { s: string; f: string }[]): { s: string; f: string } | null {
  const [first] = list;
  if (!first) return null;
  let { s, f } = first;
  for (const one of list) {
    if (one.s < s) s = one.s;
    if (one.f > f) f = one.f;
  }
  return { s, f };
}

/** A schedule as the engine takes it, with a move that nobody has saved yet. */
function scheduleOf(gantt: GanttSchedule, moving: Moving): Schedule {
  return {
    startsOn: gantt.starts_on,
    crews: new Map(gantt.crews.map(({ activity_id, count }) => [activity_id, count])),
    templates: new Map(
      gantt.plans.map(({ id, activities, links }) => [
        id,
        { activities: activities.map((one) => ({ ...one, name: String(one.id) })), links },
      ]),
    ),
    lost: new Map(gantt.lost.map(({ key, days }) => [key, days])),
    houses: gantt.houses.map((house) => {
      const mine = house.id === moving.house.id;
      return {
        id: house.id,
        planId: house.plan_id,
        notBefore: mine && !moving.task ? moving.to : house.not_before,
        lost: house.lost,
        tasks: house.tasks.map((task) => ({
          activity: task.a,
          notBefore: mine && task.id === moving.task?.id ? moving.to : task.nb,
          startedOn: task.started,
          finishedOn: task.finished,
          percent: task.percent,
        })),
      };
    }),
  };
}

/** What a move would do to its schedule: the same calculation as the server's. */
export function previewOf(gantt: Gantt, moving: Moving): Preview {
  const ids = new Map(
    moving.schedule.houses.flatMap(({ id, tasks }) =>
      tasks.map((task) => [`${id} ${task.a}`, task.id] as const),
    ),
  );
  const solved = solveSchedule(scheduleOf(moving.schedule, moving), calendarOf(gantt), gantt.today);
  return new Map(
    solved.map(({ house, activity, start, finish }) => [
      ids.get(`${house} ${activity}`) ?? 0,
      { s: start, f: finish },
    ]),
  );
}

/** A line of the drawing. */
export type Line =
  | { kind: 'block'; key: string; level: number; name: string; open: boolean; houses: GanttHouse[] }
  | {
      kind: 'house';
      key: string;
      level: number;
      name: string;
      open: boolean;
      schedule: GanttSchedule;
      house: GanttHouse;
    }
  | {
      kind: 'task';
      key: string;
      level: number;
      name: string;
      schedule: GanttSchedule;
      house: GanttHouse;
      task: GanttTask;
    };

/** The lines that are shown: block → house → activity. A house of several contracts has a line for each. */
export function linesOf(gantt: Gantt, opened: ReadonlySet<string>, closed: ReadonlySet<string>): Line[] {
  const names = new Map(gantt.activities.map(({ id, name }) => [id, name]));
  const several = gantt.schedules.length > 1;
  const all = gantt.schedules.flatMap((schedule) => schedule.houses.map((house) => ({ schedule, house })));
  const blocks = Map.groupBy(all, ({ house }) => house.block);
  const lines: Line[] = [];
  for (const [block, list] of [...blocks].toSorted(([a], [b]) => a.localeCompare(b))) {
    const key = `m${block}`;
    const open = !closed.has(key);
    lines.push({
      kind: 'block',
      key,
      level: 1,
      name: `Manzana ${block}`,
      open,
      houses: list.map(({ house }) => house),
    });
    if (!open) continue;
    const ordered = list.toSorted((a, b) => a.house.name.localeCompare(b.house.name));
    for (const { schedule, house } of ordered) {
      const own = `v${schedule.id}-${house.id}`;
      const shown = opened.has(own);
      lines.push({
        kind: 'house',
        key: own,
        level: 2,
        name: several ? `${house.name} · ${schedule.contract.reference}` : house.name,
        open: shown,
        schedule,
        house,
      });
      if (shown)
        for (const task of house.tasks)
          lines.push({
            kind: 'task',
            key: `t${task.id}`,
            level: 3,
            name: names.get(task.a) ?? '',
            schedule,
            house,
            task,
          });
    }
  }
  return lines;
}

/** Days to pixels. A bar covers its last day. */
export interface Scale {
  first: string;
  last: string;
  /** Pixels of a calendar day. */
  perDay: number;
  width: number;
  x: (day: string) => number;
  wide: (from: string, to: string) => number;
}

function scaleOf(perDay: number, first: string, last: string): Scale {
  const x = (day: string) => daysBetween(first, day) * perDay;
  return {
    first,
    last,
    perDay,
    width: (daysBetween(first, last) + 1) * perDay,
    x,
    wide: (from, to) => (daysBetween(from, to) + 1) * perDay,
  };
}

/** From a month before the first day of any bar to a month after the last. */
export function wholeScale(gantt: Gantt, perDay: number): Scale {
  const all = gantt.schedules.flatMap(({ houses }) =>
    houses.flatMap(({ tasks, p80 }) => [
      ...tasks.flatMap(({ s, f, bs, bf }) => [
        { s, f },
        { s: bs, f: bf },
      ]),
      ...(p80 ? [{ s: p80, f: p80 }] : []),
    ]),
  );
  const span = spanOf(all) ?? { s: gantt.today, f: gantt.today };
  const first = span.s < gantt.today ? span.s : gantt.today;
  const last = span.f > gantt.today ? span.f : gantt.today;
  return scaleOf(perDay, addDays(first, -14), addDays(last, 45));
}

export type Movable = Extract<Line, { kind: 'house' | 'task' }>;
/** Whether the caller may move a line: nothing of it has begun. */
export const isMovable = (line: Line | undefined): line is Movable =>
  line !== undefined &&
  line.kind !== 'block' &&
  line.schedule.may_move &&
  (line.kind === 'task'
    ? line.task.started === null && line.task.finished === null
    : line.house.tasks.every(({ started }) => started === null));
