import type { Hindrance } from './calendar.ts';

/**
 * How long work takes on days of which some are lost. All numbers are working days; a span is [start, finish), so work
 * of one day that starts on day 4 finishes at 5.
 */
const FREE: Hindrance = { lost: [], closed: [] };

/** Place of the first number at or after `value` in an ordered list. */
function placeOf(list: readonly number[], value: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (list[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
const has = (list: readonly number[], value: number) => list[placeOf(list, value)] === value;

/** The first day at or after `from` on which the work may begin. */
export function beginAt(from: number, { lost, closed }: Hindrance = FREE): number {
  let at = from;
  while (has(lost, at) || has(closed, at)) at++;
  return at;
}

/** Where work of `days` that begins at `start` finishes. */
export function finishOf(start: number, days: number, { lost }: Hindrance = FREE): number {
  if (days === 0) return start;
  let finish = start + days;
  for (let at = placeOf(lost, start); at < lost.length && lost[at]! < finish; at++) finish++;
  return finish;
}

/** The latest day on which work may begin, not after `start`, to finish by `finish`. */
export function latestBegin(
  { start, finish }: { start: number; finish: number },
  days: number,
  hindrance: Hindrance = FREE,
): number {
  const { lost, closed } = hindrance;
  let at = Math.min(start, finish - days);
  while (has(lost, at) || has(closed, at) || finishOf(at, days, hindrance) > finish) at--;
  return at;
}

/** The first day on which work may begin to finish at `finish` or later. */
export function beginFor(finish: number, days: number, hindrance: Hindrance = FREE): number {
  let at = beginAt(finish - days - hindrance.lost.length, hindrance);
  while (finishOf(at, days, hindrance) < finish) at = beginAt(at + 1, hindrance);
  return at;
}

/** Days worked from `start` up to and without `now`. */
export function workedDays(start: number, now: number, { lost }: Hindrance = FREE): number {
  if (now <= start) return 0;
  return now - start - (placeOf(lost, now) - placeOf(lost, start));
}
