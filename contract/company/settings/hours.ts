import { isoWeekday, panamaDay, panamaTime } from '#contract/dates.ts';
import { holidayOn } from '#contract/holidays.ts';
import type { Settings } from './model.ts';

/** Whether the office is open: the day's hours, less legal and own holidays. */
export function isOpenAt(
  { hours, ownHolidays }: Pick<Settings, 'hours' | 'ownHolidays'>,
  now: Date,
): boolean {
  const [day, time] = [panamaDay(now), panamaTime(now)];
  const today = hours[isoWeekday(day) - 1]!;
  const free = holidayOn(day) !== undefined || ownHolidays.some((one) => one.day === day);
  return today.open && !free && today.from <= time && time < today.to;
}
