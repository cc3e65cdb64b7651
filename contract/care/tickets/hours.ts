import { addDays, isoWeekday, panamaDay, panamaInstant, panamaTime } from '#contract/dates.ts';
import { holidayOn } from '#contract/holidays.ts';

/** Hours in which deadlines of tickets run, in America/Panama. */
export interface BusinessHours {
  /** HH:mm, the same on each working day. */
  from: string;
  to: string;
  /** ISO weekdays that count: 1 Monday … 7 Sunday. */
  weekdays: readonly number[];
  /** The company's days off, beside the legal holidays. */
  daysOff: readonly string[];
}

/** The office's hours of domain.md §6. */
export const OFFICE_HOURS: BusinessHours = {
  from: '08:00',
  to: '17:00',
  weekdays: [1, 2, 3, 4, 5],
  daysOff: [],
};

const MINUTE_MS = 60_000;
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Whether deadlines run on this day. */
export const runsOn = (day: string, { weekdays, daysOff }: BusinessHours): boolean =>
  weekdays.includes(isoWeekday(day)) && holidayOn(day) === undefined && !daysOff.includes(day);

/** Whether deadlines run at this instant. */
export function isBusinessTime(at: Date, hours: BusinessHours): boolean {
  const time = panamaTime(at);
  return hours.from <= time && time < hours.to && runsOn(panamaDay(at), hours);
}

/** The instant `minutes` business minutes after `at`; seconds are dropped. At the end of a day, that day's closing hour. */
export function addBusinessMinutes(at: Date, minutes: number, hours: BusinessHours): Date {
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  let day = panamaDay(at);
  let time = minutesOf(panamaTime(at));
  for (let left = minutes; ; day = addDays(day, 1), time = 0) {
    if (!runsOn(day, hours)) continue;
    const begin = Math.max(time, from);
    if (begin >= to) continue;
    if (left <= to - begin) return new Date(panamaInstant(day).getTime() + (begin + left) * MINUTE_MS);
    left -= to - begin;
  }
}

/** Business minutes from one instant to a later one; 0 when it is not later. Seconds are dropped. */
export function businessMinutesBetween(from: Date, to: Date, hours: BusinessHours): number {
  const [open, close] = [minutesOf(hours.from), minutesOf(hours.to)];
  const [first, last] = [panamaDay(from), panamaDay(to)];
  let minutes = 0;
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (!runsOn(day, hours)) continue;
    const begin = day === first ? Math.max(open, minutesOf(panamaTime(from))) : open;
    const end = day === last ? Math.min(close, minutesOf(panamaTime(to))) : close;
    minutes += Math.max(0, end - begin);
  }
  return minutes;
}

/** What a deadline is reckoned from. */
export interface Clock {
  /** Opened, or reopened. */
  from: Date;
  /** Business minutes of past pauses. */
  pausedMinutes: number;
  answerMinutes: number;
  solveMinutes: number;
}

/** Until when a ticket is to be answered and solved; each pause moves both by its business minutes. */
export const deadlinesOf = (clock: Clock, hours: BusinessHours): { answer: Date; solve: Date } => ({
  answer: addBusinessMinutes(clock.from, clock.answerMinutes + clock.pausedMinutes, hours),
  solve: addBusinessMinutes(clock.from, clock.solveMinutes + clock.pausedMinutes, hours),
});

/** The instant of the warning before a deadline: at `percent` of its minutes. */
export const warningAt = (
  { from, pausedMinutes }: Omit<Clock, 'answerMinutes' | 'solveMinutes'>,
  minutes: number,
  percent: number,
  hours: BusinessHours,
): Date => addBusinessMinutes(from, pausedMinutes + Math.floor((minutes * percent) / 100), hours);
