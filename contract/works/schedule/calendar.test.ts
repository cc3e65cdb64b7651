import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, isoWeekday } from '#contract/dates.ts';
import { holidayOn } from '#contract/holidays.ts';
import type { WorkWeek } from '#contract/company/settings/model.ts';
import { hindranceOf, siteCalendar } from './calendar.ts';

const days = fc.integer({ min: 0, max: 75_000 }).map((after) => addDays('1950-01-01', after));
const weeks = fc.constantFrom<WorkWeek>('L-V', 'L-S');
const works = (week: WorkWeek, day: string) =>
  isoWeekday(day) <= (week === 'L-S' ? 6 : 5) && holidayOn(day) === undefined;

describe('the calendar of the site', () => {
  test('knows the working days one by one', () => {
    fc.assert(
      fc.property(weeks, days, fc.integer({ min: -400, max: 400 }), (week, from, far) => {
        const calendar = siteCalendar(week);
        const to = addDays(from, far);
        const [first, last] = far < 0 ? [to, from] : [from, to];
        let count = 0;
        for (let day = first; day < last; day = addDays(day, 1)) if (works(week, day)) count++;
        expect(calendar.between(from, to)).toBe(far < 0 ? 0 - count : count);
        expect(calendar.works(from)).toBe(works(week, from));
      }),
      { numRuns: 200 },
    );
  });

  test('a number is its day, and adding goes forth and back', () => {
    fc.assert(
      fc.property(weeks, days, fc.integer({ min: -3_000, max: 3_000 }), (week, day, far) => {
        const calendar = siteCalendar(week);
        const first = calendar.dayAt(calendar.indexOf(day));
        expect(calendar.works(first)).toBe(true);
        expect(daysBetween(day, first)).toBeLessThan(8);
        expect(calendar.add(calendar.add(first, far), -far)).toBe(first);
      }),
    );
  });

  test('Carnival, Good Friday and a moved holiday are free; a Saturday is worked where the week says so', () => {
    const [short, long] = [siteCalendar('L-V'), siteCalendar('L-S')];
    for (const day of ['2026-02-17', '2026-04-03', '2026-12-21', '2026-11-03'])
      expect([short.works(day), long.works(day)]).toEqual([false, false]);
    expect([short.works('2026-11-14'), long.works('2026-11-14')]).toEqual([false, true]);
    expect(short.add('2026-12-18', 1)).toBe('2026-12-22');
    expect(long.add('2026-12-18', 1)).toBe('2026-12-19');
    expect(siteCalendar('L-S', ['2026-12-19']).add('2026-12-18', 1)).toBe('2026-12-22');
  });
});

test('rain stops what is in the open, a stop everything, a late permit only what has not begun', () => {
  const calendar = siteCalendar('L-S');
  const at = (day: string) => calendar.indexOf(day);
  const { open, covered } = hindranceOf(
    [
      { day: '2026-10-07', reason: 'paro' },
      { day: '2026-10-06', reason: 'lluvia' },
      { day: '2026-10-06', reason: 'lluvia' },
      { day: '2026-10-08', reason: 'permiso' },
      // a Sunday and a holiday take nothing
      { day: '2026-10-11', reason: 'lluvia' },
      { day: '2026-11-03', reason: 'paro' },
    ],
    calendar,
  );
  expect(open).toEqual({ lost: [at('2026-10-06'), at('2026-10-07')], closed: [at('2026-10-08')] });
  expect(covered).toEqual({ lost: [at('2026-10-07')], closed: [at('2026-10-08')] });
});
