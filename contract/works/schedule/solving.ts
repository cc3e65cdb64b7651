import { addDays } from '#contract/dates.ts';
import { hindranceOf, type LostDay, type SiteCalendar } from './calendar.ts';
import { solve, type Dated } from './network.ts';
import {
  houseNetwork,
  keyOf,
  stampHouses,
  type Done,
  type Hindrances,
  type Stamp,
  type StampedHouse,
  type Template,
} from './stamp.ts';

/**
 * A schedule with its days as dates, as the database keeps it and the screen receives it. Both compute from it by
 * `solveSchedule`, so what is drawn while somebody drags is what will be stored.
 */
export interface ScheduledHouse {
  id: number;
  planId: number;
  /** Somebody moved the house to this day or later. */
  notBefore: string | null;
  /** Which of the schedule's lists of lost days are its own. */
  lost: string;
  tasks: readonly ScheduledTask[];
}

export interface ScheduledTask {
  activity: number;
  notBefore: string | null;
  /** Real days; the last day is worked. */
  startedOn: string | null;
  finishedOn: string | null;
  /** 0-100; null: unknown. */
  percent: number | null;
}

export interface Schedule {
  startsOn: string;
  /** Crews of each activity; one where there is no entry. */
  crews: ReadonlyMap<number, number>;
  templates: ReadonlyMap<number, Template>;
  /** In the order in which they are built. */
  houses: readonly ScheduledHouse[];
  lost: ReadonlyMap<string, readonly LostDay[]>;
}

/** Dates of an activity of a house; both days are worked. */
export interface SolvedTask {
  house: number;
  activity: number;
  crew: number;
  start: string;
  finish: string;
  /** Working days that it may slip before its house ends later. */
  float: number;
  /** It has no float in its house. */
  critical: boolean;
  /** It decides the end of the whole schedule. */
  driving: boolean;
}

/** The last working day before the end of a span. */
export const lastDay = (calendar: SiteCalendar, start: number, finish: number): string =>
  calendar.dayAt(Math.max(finish - 1, start));

/** The end of a span whose last worked day is known; it may be no working day. */
const endOf = (calendar: SiteCalendar, lastWorked: string) => calendar.indexOf(addDays(lastWorked, 1));

/** A house's real dates as working days. */
export function doneOf(
  house: Pick<ScheduledHouse, 'tasks'>,
  calendar: SiteCalendar,
): ReadonlyMap<number, Done> {
  return new Map(
    house.tasks.flatMap(({ activity, startedOn, finishedOn, percent }) =>
      startedOn === null && finishedOn === null
        ? []
        : [
            [
              activity,
              {
                started: startedOn === null ? undefined : calendar.indexOf(startedOn),
                finished: finishedOn === null ? undefined : endOf(calendar, finishedOn),
                percent: percent === null || percent === 0 ? undefined : Math.min(percent, 99),
              },
            ] as const,
          ],
    ),
  );
}

/** The engine's input. `today`: the forecast of that day; null: the plan, without real dates, moves and lost days. */
export function stampOf(schedule: Schedule, calendar: SiteCalendar, today: string | null): Stamp {
  const index = (day: string | null) => (day === null ? undefined : calendar.indexOf(day));
  const hindrances = new Map<string, Hindrances>(
    [...schedule.lost].map(([key, days]) => [key, hindranceOf(days, calendar)]),
  );
  const houses = schedule.houses.map((house): StampedHouse => {
    const template = schedule.templates.get(house.planId);
    if (today === null) return { id: house.id, template };
    return {
      id: house.id,
      template,
      notBefore: index(house.notBefore),
      moved: new Map(
        house.tasks.flatMap(({ activity, notBefore }) =>
          notBefore === null ? [] : [[activity, calendar.indexOf(notBefore)] as const],
        ),
      ),
      done: doneOf(house, calendar),
      hindrance: hindrances.get(house.lost),
    };
  });
  return {
    template: { activities: [], links: [] },
    houses,
    start: calendar.indexOf(schedule.startsOn),
    crews: new Map([...schedule.crews].map(([activity, count]) => [activity, { count }])),
    now: today === null ? undefined : calendar.indexOf(today),
  };
}

/**
 * Dates of every activity of every house, in the order of the houses. The float is that within the house: its crews'
 * days stand, and its own end may not move.
 */
export function solveSchedule(
  schedule: Schedule,
  calendar: SiteCalendar,
  today: string | null,
): SolvedTask[] {
  const stamp = stampOf(schedule, calendar, today);
  const { dates, tasks, path } = stampHouses(stamp);
  const driving = new Set(path);
  const answer: SolvedTask[] = [];
  let at = 0;
  for (const house of stamp.houses) {
    const template = house.template ?? stamp.template;
    const size = template.activities.length;
    const own = dates.slice(at, at + size);
    const alone = floatsOf(house, template, own, stamp);
    for (const [place, { start, finish }] of own.entries()) {
      const { activity, crew } = tasks[at + place]!;
      answer.push({
        house: house.id,
        activity,
        crew,
        start: calendar.dayAt(start),
        finish: lastDay(calendar, start, finish),
        float: Math.max(alone[place]!.float, 0),
        critical: alone[place]!.critical,
        driving: driving.has(keyOf(house.id, activity)),
      });
    }
    at += size;
  }
  return answer;
}

function floatsOf(house: StampedHouse, template: Template, own: readonly Dated<unknown>[], stamp: Stamp) {
  const moved = new Map(template.activities.map(({ id }, place) => [id, own[place]!.start]));
  return solve(houseNetwork(template, { ...house, moved }, stamp)).dates;
}
