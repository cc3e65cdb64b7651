import type { Hindrance } from './calendar.ts';
import { solve, type Activity, type Link, type Network, type Solved } from './network.ts';

/** The network of one house: the activities of its model's action plan. */
export interface Template {
  activities: readonly {
    id: number;
    name: string;
    days: number;
    /** In the open: rain stops it. */
    outdoors: boolean;
  }[];
  links: readonly Link<number>[];
}

/** Real dates of an activity of a house, as working days. */
export interface Done {
  started?: number | undefined;
  finished?: number | undefined;
  percent?: number | undefined;
}

export interface StampedHouse {
  id: number;
  /** The house begins at this working day or later: its permit, its lot. */
  notBefore?: number | undefined;
  /** By activity: somebody moved it to this day or later. */
  moved?: ReadonlyMap<number, number> | undefined;
  /** By activity. */
  done?: ReadonlyMap<number, Done> | undefined;
  /** Where it is built by another plan than the others. */
  template?: Template | undefined;
  /** Where days are lost that the others work: its own stop, its model's permit. */
  hindrance?: Hindrances | undefined;
}

/** What lost days do to activities in the open, and to those under the roof. */
export interface Hindrances {
  open: Hindrance;
  covered: Hindrance;
}

/** Crews of one activity. Each builds one house at a time; the activity's house n is of crew n mod `count`. */
export interface Crews {
  count: number;
  /** Least working days between the starts of a crew in two houses. */
  every?: number | undefined;
}

export interface Stamp {
  template: Template;
  /** In the order in which they are built. */
  houses: readonly StampedHouse[];
  /** First working day of the first house. */
  start: number;
  /** By activity; without an entry one crew builds all houses, one after the other. */
  crews?: ReadonlyMap<number, Crews> | undefined;
  hindrance?: Hindrances | undefined;
  now?: number | undefined;
}

/**
 * Crews that an activity needs so that a house can be finished every `pace` working days (line of balance): as many as
 * houses are under its hands at once.
 */
export const crewsFor = (days: number, pace: number): number =>
  Math.max(1, Math.ceil(days / Math.max(pace, 1)));

/** Crews by activity for a house every `pace` working days. */
export const crewsAtPace = ({ activities }: Template, pace: number): ReadonlyMap<number, Crews> =>
  new Map(activities.map(({ id, days }) => [id, { count: crewsFor(days, pace) }]));

type Key = `${number}:${number}`;
export const keyOf = (house: number, activity: number): Key => `${house}:${activity}`;

/** The network of a house alone, without crews: its own critical path. */
export function houseNetwork(
  template: Template,
  house: StampedHouse,
  { start, hindrance, now }: Pick<Stamp, 'start' | 'hindrance' | 'now'>,
): Network<number> {
  const notBefore = Math.max(start, house.notBefore ?? start);
  const lost = house.hindrance ?? hindrance;
  const activities = template.activities.map(({ outdoors, ...one }): Activity<number> => ({
    ...one,
    notBefore: Math.max(notBefore, house.moved?.get(one.id) ?? notBefore),
    hindrance: outdoors ? lost?.open : lost?.covered,
    ...house.done?.get(one.id),
  }));
  return { activities, links: template.links, now };
}

export interface StampedTask {
  house: number;
  activity: number;
  /** From 0, among the crews of the activity. */
  crew: number;
}

/** The network of all houses: each as its template, and each crew in one house at a time. */
export function stampNetwork(stamp: Stamp): { network: Network<Key>; tasks: StampedTask[] } {
  const { template, houses, crews, now } = stamp;
  const activities: Activity<Key>[] = [];
  const links: Link<Key>[] = [];
  const tasks: StampedTask[] = [];
  /** By activity: its houses so far. */
  const lines = new Map<number, number[]>();
  for (const house of houses) {
    const own = houseNetwork(house.template ?? template, house, stamp);
    for (const one of own.activities) {
      const { count, every = 0 } = crews?.get(one.id) ?? { count: 1 };
      const id = keyOf(house.id, one.id);
      const line = lines.get(one.id) ?? [];
      lines.set(one.id, line);
      activities.push({ ...one, id });
      tasks.push({ house: house.id, activity: one.id, crew: line.length % count });
      const before = line[line.length - count];
      line.push(house.id);
      if (before === undefined) continue;
      const from = keyOf(before, one.id);
      links.push({ from, to: id, kind: 'FS', lag: 0 });
      if (every > 0) links.push({ from, to: id, kind: 'SS', lag: every });
    }
    for (const { from, to, ...link } of own.links)
      links.push({ from: keyOf(house.id, from), to: keyOf(house.id, to), ...link });
  }
  return { network: { activities, links, now }, tasks };
}

/** Stamps a template over houses: the dates of every activity of every house. Raises NetworkError for a circle. */
export function stampHouses(stamp: Stamp): Solved<Key> & { tasks: StampedTask[] } {
  const { network, tasks } = stampNetwork(stamp);
  return { ...solve(network), tasks };
}

/** A task with its base line beside its forecast; `late` in working days, negative when it is early. */
export interface Compared extends StampedTask {
  baseline: { start: number; finish: number };
  forecast: { start: number; finish: number };
  late: number;
}

/** The forecast of a stamp beside its base line: the same houses as planned, without real dates and lost days. */
export function besideBaseline(stamp: Stamp): Compared[] {
  const baseline = stampHouses({
    ...stamp,
    houses: stamp.houses.map(({ id, notBefore, template }) => ({ id, notBefore, template })),
    hindrance: undefined,
    now: undefined,
  });
  const forecast = stampHouses(stamp);
  return forecast.tasks.map((task, at) => {
    const [planned, now] = [baseline.dates[at]!, forecast.dates[at]!];
    return {
      ...task,
      baseline: { start: planned.start, finish: planned.finish },
      forecast: { start: now.start, finish: now.finish },
      late: now.finish - planned.finish,
    };
  });
}
