import type { Hindrance } from './calendar.ts';
import { beginAt, beginFor, finishOf, latestBegin, workedDays } from './span.ts';

/**
 * The critical path method over working days. A dependency binds the start or the finish of an activity to those of
 * another, with a lag in working days that may be negative.
 */
export const LINK_KINDS = {
  FS: 'Termina y empieza',
  SS: 'Empiezan juntas',
  FF: 'Terminan juntas',
  SF: 'Empieza y termina',
} as const;
export type LinkKind = keyof typeof LINK_KINDS;

export interface Link<Id> {
  from: Id;
  to: Id;
  kind: LinkKind;
  lag: number;
}

export interface Activity<Id> {
  id: Id;
  name: string;
  /** Working days; 0 is a milestone. */
  days: number;
  /** It does not begin earlier: a start that was given, a permit that is awaited. */
  notBefore?: number | undefined;
  hindrance?: Hindrance | undefined;
  /** Real dates. They stand, whatever the dependencies say. */
  started?: number | undefined;
  finished?: number | undefined;
  /** 0-100 of an activity under way: what remains is counted from `now`. Without it the days worked count. */
  percent?: number | undefined;
}

export interface Network<Id> {
  activities: readonly Activity<Id>[];
  links: readonly Link<Id>[];
  /** The day of the forecast: what has not begun begins now or later. Without it the network is a plan. */
  now?: number | undefined;
}

/** Dates of an activity; a span is [start, finish). */
export interface Dated<Id> {
  id: Id;
  start: number;
  finish: number;
  lateStart: number;
  lateFinish: number;
  /** Days that it may slip before the end moves. */
  float: number;
  /** Days that it may slip before another activity moves. */
  freeFloat: number;
  critical: boolean;
}

export interface Solved<Id> {
  /** In the order of the network. */
  dates: Dated<Id>[];
  start: number;
  end: number;
  /** Activities that decide the end, from the first to the last, each waiting for the one before it. */
  path: Id[];
}

/** Why a network has no dates. */
export class NetworkError extends Error {}

/** Links by the position of their activities. */
interface Arc {
  from: number;
  to: number;
  kind: LinkKind;
  lag: number;
}

interface Compiled {
  incoming: Arc[][];
  outgoing: Arc[][];
  /** Predecessors before successors. */
  order: number[];
  /** Positions that wait for each other in a circle, or null. */
  cycle: number[] | null;
}

function compile<Id>({ activities, links }: Network<Id>): Compiled {
  const places = new Map(activities.map(({ id }, at) => [id, at]));
  const incoming: Arc[][] = activities.map(() => []);
  const outgoing: Arc[][] = activities.map(() => []);
  for (const { from, to, kind, lag } of links) {
    const [a, b] = [places.get(from), places.get(to)];
    if (a === undefined || b === undefined)
      throw new NetworkError('Una dependencia nombra una actividad que no está.');
    const arc = { from: a, to: b, kind, lag };
    outgoing[a]!.push(arc);
    incoming[b]!.push(arc);
  }
  const waiting = incoming.map((list) => list.length);
  const order = waiting.flatMap((count, at) => (count === 0 ? [at] : []));
  for (let at = 0; at < order.length; at++)
    for (const { to } of outgoing[order[at]!]!) if (--waiting[to]! === 0) order.push(to);
  return {
    incoming,
    outgoing,
    order,
    cycle: order.length === activities.length ? null : circleIn(incoming, waiting),
  };
}

/** A circle among the activities that still wait, in the order of the work, from the first of the network. */
function circleIn(incoming: Arc[][], waiting: number[]): number[] {
  const seen: number[] = [];
  let at = waiting.findIndex((count) => count > 0);
  while (!seen.includes(at)) {
    seen.push(at);
    at = incoming[at]!.find(({ from }) => waiting[from]! > 0)!.from;
  }
  const circle = seen.slice(seen.indexOf(at)).toReversed();
  const first = circle.indexOf(Math.min(...circle));
  return [...circle.slice(first), ...circle.slice(0, first)];
}

/** The sentence that refuses a circle of dependencies, or null. */
export function circleSentence<Id>(network: Network<Id>): string | null {
  const { cycle } = compile(network);
  return cycle && sentenceOf(cycle.map((at) => network.activities[at]!.name));
}

const sentenceOf = (names: string[]) =>
  names.length === 1
    ? `«${names[0]}» depende de sí misma.`
    : `Estas actividades se esperan en círculo: ${[...names, names[0]].map((name) => `«${name}»`).join(' → ')}. Quita una de las dependencias.`;

/** Activities that no chain of dependencies joins to the first one, by name. */
export function looseActivities<Id>({ activities, links }: Network<Id>): string[] {
  const places = new Map(activities.map(({ id }, at) => [id, at]));
  const beside: number[][] = activities.map(() => []);
  for (const link of links) {
    const [from, to] = [places.get(link.from)!, places.get(link.to)!];
    beside[from]!.push(to);
    beside[to]!.push(from);
  }
  const joined = new Set(activities.length > 0 ? [0] : []);
  for (const at of joined) for (const next of beside[at]!) joined.add(next);
  return activities.flatMap(({ name }, at) => (joined.has(at) ? [] : [name]));
}

const bindsStart = ({ kind }: Arc) => kind === 'FS' || kind === 'SS';

/** Whether a dependency still binds its successor: a real start or finish stands against it. */
const isLive = <Id>(arc: Arc, { started, finished }: Activity<Id>) =>
  finished === undefined && (started === undefined || !bindsStart(arc));

/** Earliest start or finish that a predecessor leaves its successor. */
const pushOf = ({ kind, lag }: Arc, from: { start: number; finish: number }) =>
  (kind === 'FS' || kind === 'FF' ? from.finish : from.start) + lag;

/**
 * Early and late dates, floats and the critical path of a network. Real dates override dependencies; what has no real
 * start begins at `now` or later. Raises NetworkError for a circle, with the sentence that names its activities.
 */
export function solve<Id>(network: Network<Id>): Solved<Id> {
  const { activities, now } = network;
  const { incoming, outgoing, order, cycle } = compile(network);
  if (cycle) throw new NetworkError(sentenceOf(cycle.map((at) => activities[at]!.name)));
  const early = activities.map(() => ({ start: 0, finish: 0 }));
  const drivers = new Int32Array(activities.length).fill(-1);
  for (const at of order) {
    const { date, driver } = earliest(activities[at]!, incoming[at]!, early, now);
    early[at] = date;
    drivers[at] = driver;
  }
  let end = -Infinity;
  for (const { finish } of early) end = Math.max(end, finish);
  if (activities.length === 0) end = now ?? 0;
  const live = outgoing.map((arcs) => arcs.filter((arc) => isLive(arc, activities[arc.to]!)));
  const late = activities.map(() => ({ start: 0, finish: 0 }));
  for (let place = order.length - 1; place >= 0; place--) {
    const at = order[place]!;
    late[at] = latest(activities[at]!, early[at]!, live[at]!, late, end);
  }
  const dates = activities.map((activity, at): Dated<Id> => {
    const [own, last] = [early[at]!, late[at]!];
    const free = latest(activity, own, live[at]!, early, end);
    const slip = (to: { start: number; finish: number }) =>
      activity.started === undefined ? to.start - own.start : to.finish - own.finish;
    return {
      id: activity.id,
      start: own.start,
      finish: own.finish,
      lateStart: last.start,
      lateFinish: last.finish,
      float: slip(last),
      freeFloat: slip(free),
      critical: activity.finished === undefined && slip(last) <= 0,
    };
  });
  return {
    dates,
    start: dates.reduce((least, one) => Math.min(least, one.start), end),
    end,
    path: pathOf(early, drivers, end).map((at) => activities[at]!.id),
  };
}

function earliest<Id>(
  activity: Activity<Id>,
  incoming: readonly Arc[],
  early: readonly { start: number; finish: number }[],
  now: number | undefined,
): { date: { start: number; finish: number }; driver: number } {
  const { days, hindrance, started, finished } = activity;
  if (finished !== undefined)
    return { date: { start: Math.min(started ?? finished - days, finished), finish: finished }, driver: -1 };
  let driver = -1;
  let start = started ?? Math.max(activity.notBefore ?? now ?? 0, now ?? -Infinity);
  let finish = -Infinity;
  for (const arc of incoming) {
    if (!isLive(arc, activity)) continue;
    const day = pushOf(arc, early[arc.from]!);
    if (started !== undefined) {
      finish = Math.max(finish, day);
      continue;
    }
    const needed = bindsStart(arc) ? day : beginFor(day, days, hindrance);
    if (needed <= start) continue;
    start = needed;
    driver = arc.from;
  }
  if (started === undefined) {
    start = beginAt(start, hindrance);
    return { date: { start, finish: finishOf(start, days, hindrance) }, driver };
  }
  return { date: { start, finish: Math.max(finish, underWay(activity, started, now)) }, driver: -1 };
}

/** When an activity that has begun finishes: never in the past as long as nobody says that it has. */
function underWay<Id>(
  { days, percent, hindrance }: Activity<Id>,
  started: number,
  now: number | undefined,
): number {
  if (now === undefined || now <= started) return finishOf(started, days, hindrance);
  const left =
    percent === undefined
      ? Math.max(days - workedDays(started, now, hindrance), 1)
      : Math.ceil((days * (100 - percent)) / 100);
  return finishOf(now, left, hindrance);
}

/** The latest dates of an activity that its successors' dates and the end allow. */
function latest<Id>(
  { days, hindrance, started, finished }: Activity<Id>,
  early: { start: number; finish: number },
  outgoing: readonly Arc[],
  after: readonly { start: number; finish: number }[],
  end: number,
): { start: number; finish: number } {
  if (finished !== undefined) return early;
  let start = Infinity;
  let finish = end;
  for (const { to, kind, lag } of outgoing) {
    const bound = (kind === 'FS' || kind === 'SS' ? after[to]!.start : after[to]!.finish) - lag;
    if (kind === 'FS' || kind === 'FF') finish = Math.min(finish, bound);
    else start = Math.min(start, bound);
  }
  if (started !== undefined) return { start: early.start, finish };
  const begin = latestBegin({ start, finish }, days, hindrance);
  return { start: begin, finish: finishOf(begin, days, hindrance) };
}

function pathOf(early: readonly { finish: number }[], drivers: Int32Array, end: number): number[] {
  const path: number[] = [];
  let at = early.findIndex(({ finish }) => finish === end);
  while (at >= 0) {
    path.push(at);
    at = drivers[at]!;
  }
  return path.toReversed();
}
