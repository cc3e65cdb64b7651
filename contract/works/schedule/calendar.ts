import type { WorkWeek } from '#contract/company/settings/model.ts';
import { dayNumber, isoWeekday, numberedDay } from '#contract/dates.ts';
import { holidayOn } from '#contract/holidays.ts';

/**
 * Working days as whole numbers: a schedule adds and subtracts, and no step of it walks over days. Day 0 is the first
 * working day of 2000; numbers before it are negative.
 */
export interface SiteCalendar {
  works: (day: string) => boolean;
  /** Number of a working day. Another day has the number of the next working day. */
  indexOf: (day: string) => number;
  /** The working day with this number. */
  dayAt: (index: number) => string;
  /** The working day `days` after a day, or before it when negative. */
  add: (day: string, days: number) => string;
  /** Working days from `from` up to and without `to`; negative when `to` is earlier. */
  between: (from: string, to: string) => number;
}

/** One year: the number of working days before each of its days, and the days that are worked. */
interface Year {
  first: number;
  before: Int16Array;
  worked: Int16Array;
}

function yearOf(year: number, works: (day: string) => boolean): Year {
  const first = dayNumber(`${year}-01-01`);
  const length = dayNumber(`${year + 1}-01-01`) - first;
  const before = new Int16Array(length + 1);
  const worked: number[] = [];
  for (let at = 0; at < length; at++) {
    before[at] = worked.length;
    if (works(numberedDay(first + at))) worked.push(at);
  }
  before[length] = worked.length;
  return { first, before, worked: Int16Array.from(worked) };
}

const ORIGIN = 2000;
const calendars = new Map<string, SiteCalendar>();

/**
 * The days on which the site works: those of its week, without the holidays of art. 46 Código de Trabajo and the
 * company's own days off. The site closes at noon on Saturdays (domain.md §6), but a Saturday that counts is a whole
 * working day: plans and crews count days, not hours. Years are indexed when they are first asked for.
 */
export function siteCalendar(week: WorkWeek, daysOff: readonly string[] = []): SiteCalendar {
  const key = [week, ...daysOff].join(' ');
  let calendar = calendars.get(key);
  if (!calendar) {
    const last = week === 'L-S' ? 6 : 5;
    const off = new Set(daysOff);
    calendar = makeCalendar(
      (day) => isoWeekday(day) <= last && holidayOn(day) === undefined && !off.has(day),
    );
    // Settings change rarely: more than a few calendars are those of old settings.
    if (calendars.size > 20) calendars.clear();
    calendars.set(key, calendar);
  }
  return calendar;
}

function makeCalendar(works: (day: string) => boolean): SiteCalendar {
  const years = new Map<number, Year>();
  const inYear = (year: number) => {
    let found = years.get(year);
    if (!found) years.set(year, (found = yearOf(year, works)));
    return found;
  };
  /** Working days before the first of January, from the origin. */
  const starts = new Map([[ORIGIN, 0]]);
  const startOf = (year: number): number => {
    let known = starts.get(year);
    if (known === undefined) {
      known =
        year > ORIGIN
          ? startOf(year - 1) + inYear(year - 1).worked.length
          : startOf(year + 1) - inYear(year).worked.length;
      starts.set(year, known);
    }
    return known;
  };
  const indexOf = (day: string) => {
    const year = Number(day.slice(0, 4));
    const { first, before } = inYear(year);
    return startOf(year) + before[dayNumber(day) - first]!;
  };
  const dayAt = (index: number) => {
    let year = ORIGIN + Math.floor(index / 300);
    while (index < startOf(year)) year--;
    while (index >= startOf(year + 1)) year++;
    const { first, worked } = inYear(year);
    return numberedDay(first + worked[index - startOf(year)]!);
  };
  return {
    works: (day) => {
      const { first, before } = inYear(Number(day.slice(0, 4)));
      const at = dayNumber(day) - first;
      return before[at + 1] !== before[at];
    },
    indexOf,
    dayAt,
    add: (day, days) => dayAt(indexOf(day) + days),
    between: (from, to) => indexOf(to) - indexOf(from),
  };
}

/** Why a day was lost, and what it does to an activity. */
export const LOST_REASONS = {
  /** Stops what is in the open. */
  lluvia: 'Lluvia',
  /** Stops everything: strike, accident, lack of payment, order of an authority. */
  paro: 'Paro de la obra',
  /** Nothing new begins; what has begun goes on. */
  permiso: 'Permiso atrasado',
} as const;
export type LostReason = keyof typeof LOST_REASONS;

export interface LostDay {
  day: string;
  reason: LostReason;
}

/** Working days, as numbers in order, on which an activity does not work, and on which it may not begin. */
export interface Hindrance {
  lost: readonly number[];
  closed: readonly number[];
}

/**
 * What lost days do to activities in the open and to those under the roof. A day that is no working day takes nothing.
 * A day counts whole: the diary marks it as lost when half of the site's hours were.
 */
export function hindranceOf(
  lost: readonly LostDay[],
  calendar: SiteCalendar,
): { open: Hindrance; covered: Hindrance } {
  const worked = lost.filter(({ day }) => calendar.works(day));
  const numbers = (...reasons: LostReason[]) =>
    [
      ...new Set(
        worked.filter(({ reason }) => reasons.includes(reason)).map(({ day }) => calendar.indexOf(day)),
      ),
    ].sort((a, b) => a - b);
  const closed = numbers('permiso');
  return {
    open: { lost: numbers('lluvia', 'paro'), closed },
    covered: { lost: numbers('paro'), closed },
  };
}
