import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contract/dates.ts';
import { deep } from '#test/deep.ts';
import { addBusinessMinutes, businessMinutesBetween, deadlinesOf, OFFICE_HOURS } from './hours.ts';

// Independent of contract/holidays.ts: the days of 2026 and 2027 that are no working days of an office in Panama (domain.md §6).
const FREE = new Set([
  '2026-01-01',
  '2026-01-09',
  '2026-02-17',
  '2026-04-03',
  '2026-05-01',
  '2026-11-03',
  '2026-11-05',
  '2026-11-10',
  '2026-12-08',
  '2026-12-21',
  '2026-12-25',
  '2027-01-01',
  '2027-02-09',
  '2027-03-26',
  '2027-11-03',
  '2027-11-05',
  '2027-11-10',
  '2027-12-08',
  '2027-12-20',
  '2027-11-29',
  '2028-01-10',
]);
const MINUTE = 60_000;
const START = Date.parse('2026-01-01T05:00:00Z');
const LENGTH = 730 * 24 * 60;

/** Counts each minute of two years by itself: 1 where the office is open. */
const OPEN = Uint8Array.from({ length: LENGTH + 60 * 24 * 60 }, (_, at) => {
  const local = new Date(START + at * MINUTE - 5 * HOUR_MS);
  const hour = local.getUTCHours();
  const weekday = local.getUTCDay();
  return weekday >= 1 && weekday <= 5 && hour >= 8 && hour < 17 && !FREE.has(local.toISOString().slice(0, 10))
    ? 1
    : 0;
});
const at = (minute: number) => new Date(START + minute * MINUTE);

const dayAt = (minute: number) => Math.floor(minute / (24 * 60));

/** Walks minute by minute until so many open ones have passed that no pause covers. `off`: the company's days off. */
function walk(
  from: number,
  minutes: number,
  pauses: readonly (readonly [number, number])[],
  off: ReadonlySet<number>,
): number {
  let left = minutes;
  let now = from;
  while (left > 0) {
    if (OPEN[now] && !off.has(dayAt(now)) && !pauses.some(([begin, end]) => begin <= now && now < end))
      left -= 1;
    now += 1;
  }
  return now;
}

test('deadlines agree with a count of every minute over two years of holidays, days off and pauses', () => {
  const course = fc.record({
    from: fc.nat(LENGTH - 120 * 24 * 60),
    minutes: fc.integer({ min: 1, max: 270 * 60 }),
    pauses: fc.array(
      fc.tuple(fc.integer({ min: 1, max: 9 * 24 * 60 }), fc.integer({ min: 1, max: 6 * 24 * 60 })),
      { maxLength: 4 },
    ),
    // Days off of the company, after the day it was opened.
    free: fc.array(fc.nat(30), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(course, ({ from, minutes, pauses, free }) => {
      const off = new Set(free.map((days) => dayAt(from) + days));
      const daysOff = [...off].map((day) => new Date(START + day * DAY_MS).toISOString().slice(0, 10));
      const hours = { ...OFFICE_HOURS, daysOff };
      const spans: [number, number][] = [];
      let now = from;
      let paused = 0;
      for (const [after, length] of pauses) {
        const begin = now + after;
        // A ticket whose time is over is not paused any more in this course.
        if (walk(from, minutes, spans, off) <= begin) break;
        spans.push([begin, begin + length]);
        paused += businessMinutesBetween(at(begin), at(begin + length), hours);
        now = begin + length;
      }
      const { solve } = deadlinesOf(
        { from: at(from), pausedMinutes: paused, answerMinutes: 1, solveMinutes: minutes },
        hours,
      );
      // The closing hour of a day and the next opening hour are the same business minute.
      const counted = walk(from, minutes, spans, off);
      expect(businessMinutesBetween(at(from), solve, hours)).toBe(minutes + paused);
      expect(businessMinutesBetween(solve, at(counted), hours)).toBe(0);
      expect(businessMinutesBetween(at(counted), solve, hours)).toBe(0);
    }),
    { numRuns: deep(60, 2000) },
  );
});

test('the minutes between two instants are the open ones', () => {
  fc.assert(
    fc.property(fc.nat(LENGTH), fc.nat(40 * 24 * 60), (from, length) => {
      let open = 0;
      for (let minute = from; minute < from + length; minute += 1) open += OPEN[minute]!;
      expect(businessMinutesBetween(at(from), at(from + length), OFFICE_HOURS)).toBe(open);
    }),
    { numRuns: deep(60, 2000) },
  );
});

test('a deadline ends with the day, goes over a weekend, and leaves the company’s own days out', () => {
  const friday = new Date('2026-11-20T21:00:00Z');
  expect(addBusinessMinutes(friday, 60, OFFICE_HOURS).toISOString()).toBe('2026-11-20T22:00:00.000Z');
  expect(addBusinessMinutes(friday, 61, OFFICE_HOURS).toISOString()).toBe('2026-11-23T13:01:00.000Z');
  const off = { ...OFFICE_HOURS, daysOff: ['2026-11-23'] };
  expect(addBusinessMinutes(friday, 61, off).toISOString()).toBe('2026-11-24T13:01:00.000Z');
});
