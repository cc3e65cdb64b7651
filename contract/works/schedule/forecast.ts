import { houseNetwork, type Done, type StampedHouse, type Template } from './stamp.ts';
import { solve } from './network.ts';

/**
 * When a house ends, from the pace of the houses before it. Each past house is one course that the new one may take:
 * its activities last as many times their planned days as there. The quantiles of the ends are the forecast, so what
 * goes together in reality (a slow crew, a wet season) stays together. Waiting and rain are part of the real pace.
 */

/** A finished house: its real dates by activity, as working days. */
export interface PastHouse {
  id: number;
  /** First day on which it could begin. */
  start: number;
  done: ReadonlyMap<number, { started: number; finished: number }>;
}

/** Real days per planned day of the activities of one house, from the day on which each could begin. */
export type Pace = ReadonlyMap<number, number>;

/** No activity counts as more than ten times slower or faster than planned: a wrong date must not decide a forecast. */
const WORST = 10;

/** The real pace of a past house. */
export function paceOf(template: Template, { start, done }: PastHouse): Pace {
  return new Map(
    template.activities.flatMap(({ id, days }) => {
      const real = done.get(id);
      if (!real || days === 0) return [];
      const ready = readyAt(template, id, start, done);
      const taken = real.finished - Math.min(ready, real.started);
      return [[id, Math.min(Math.max(taken / days, 1 / WORST), WORST)] as const];
    }),
  );
}

/** When an activity could begin after what really happened before it. */
function readyAt(
  { links, activities }: Template,
  id: number,
  start: number,
  done: PastHouse['done'],
): number {
  const days = activities.find((one) => one.id === id)!.days;
  let ready = start;
  for (const { from, to, kind, lag } of links) {
    const before = to === id ? done.get(from) : undefined;
    if (!before) continue;
    const base = kind === 'FS' || kind === 'FF' ? before.finished : before.started;
    ready = Math.max(ready, base + lag - (kind === 'FF' || kind === 'SF' ? days : 0));
  }
  return ready;
}

/**
 * What is believed before a house has been built: the plan is kept at best, and one house in four takes half as long
 * again. It weighs as much as four past houses and fades as they come.
 */
const PRIOR: readonly number[] = [1, 1.1, 1.25, 1.5];

export interface Forecast {
  /** Working day by which half of such houses are done, and four of five. */
  p50: number;
  p80: number;
  /** The end by the plan alone, from what is done today. */
  plan: number;
  /** Past houses that it rests on. */
  houses: number;
}

/** A value that the share `q` of the list does not pass; the list is not empty. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.max(Math.ceil(q * sorted.length) - 1, 0), sorted.length - 1)]!;
}

/** Days of an activity at a pace, at least one. */
const atPace = (days: number, ratio: number) => (days === 0 ? 0 : Math.max(1, Math.round(days * ratio)));

function endAt(
  template: Template,
  house: StampedHouse,
  at: { start: number; now?: number | undefined },
  ratio: (activity: number) => number,
): number {
  const slowed = {
    ...template,
    activities: template.activities.map((one) => ({ ...one, days: atPace(one.days, ratio(one.id)) })),
  };
  return solve(houseNetwork(slowed, house, at)).end;
}

/** Forecast of a house's end from past paces; with real dates of the house only what is left is guessed. */
export function forecastEnd(
  template: Template,
  house: StampedHouse,
  at: { start: number; now?: number | undefined },
  past: readonly Pace[],
): Forecast {
  const usual = new Map(
    template.activities.map(({ id }) => {
      const known = past.flatMap((pace) => pace.get(id) ?? []);
      return [id, known.length > 0 ? quantile(known, 0.5) : 1];
    }),
  );
  const ends = [
    ...past.map((pace) => endAt(template, house, at, (id) => pace.get(id) ?? usual.get(id)!)),
    ...PRIOR.map((ratio) => endAt(template, house, at, () => ratio)),
  ];
  return {
    p50: quantile(ends, 0.5),
    p80: quantile(ends, 0.8),
    plan: endAt(template, house, at, () => 1),
    houses: past.length,
  };
}

/** How wrong the forecast was on houses that it had not seen, in working days. */
export interface Backtest {
  houses: number;
  /** Mean distance between the real end and the forecast of the first day. */
  error: number;
  /** The same for the plan's own dates. */
  planError: number;
  /** Real end less forecast: positive when it is too hopeful. */
  bias: number;
  /** Share of the houses done by their p80, 0-1. */
  within80: number;
}

/** Leaves out one house at a time and forecasts it from the others; null with fewer than two. */
export function backtest(template: Template, houses: readonly PastHouse[]): Backtest | null {
  if (houses.length < 2) return null;
  const paces = houses.map((house) => paceOf(template, house));
  const tried = houses.map((house, at) => {
    const others = paces.filter((_, other) => other !== at);
    const forecast = forecastEnd(template, { id: house.id }, { start: house.start }, others);
    return { ...forecast, real: Math.max(...[...house.done.values()].map(({ finished }) => finished)) };
  });
  const mean = (of: (one: (typeof tried)[number]) => number) =>
    tried.reduce((sum, one) => sum + of(one), 0) / tried.length;
  return {
    houses: tried.length,
    error: mean(({ real, p50 }) => Math.abs(real - p50)),
    planError: mean(({ real, plan }) => Math.abs(real - plan)),
    bias: mean(({ real, p50 }) => real - p50),
    within80: mean(({ real, p80 }) => (real <= p80 ? 1 : 0)),
  };
}

/** Real dates of a house as a past one, when all its activities are finished; otherwise null. */
export function pastHouse(
  template: Template,
  { id, start, done }: { id: number; start: number; done: ReadonlyMap<number, Done> },
): PastHouse | null {
  const dates = new Map<number, { started: number; finished: number }>();
  for (const { id: activity } of template.activities) {
    const { started, finished } = done.get(activity) ?? {};
    if (started === undefined || finished === undefined || finished < started) return null;
    dates.set(activity, { started, finished });
  }
  return { id, start, done: dates };
}
