import { addDays, isoWeekday } from '#contract/dates.ts';
import { holidayOn } from '#contract/holidays.ts';

/** Whether banks and offices work on this day: Monday to Friday, no holiday (domain.md §6). */
export const isBusinessDay = (day: string) => isoWeekday(day) <= 5 && holidayOn(day) === undefined;

/** The day that is `days` working days after `day`. With 0: `day` itself, or the next working day. */
export function addBusinessDays(day: string, days: number): string {
  let at = day;
  while (!isBusinessDay(at)) at = addDays(at, 1);
  for (let left = days; left > 0; left -= 1) {
    at = addDays(at, 1);
    while (!isBusinessDay(at)) at = addDays(at, 1);
  }
  return at;
}

/** Number of working days after `from`, up to and including `to`; 0 when `to` is not later. */
export function businessDaysBetween(from: string, to: string): number {
  let days = 0;
  for (let at = addDays(from, 1); at <= to; at = addDays(at, 1)) if (isBusinessDay(at)) days += 1;
  return days;
}
