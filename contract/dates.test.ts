import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  HourMinute,
  instantText,
  IsoDate,
  IsoInstant,
  addDays,
  clockTime,
  dayText,
  daysBetween,
  isoWeek,
  isoWeekday,
  longDay,
  monthText,
  panamaDay,
  panamaInstant,
  panamaTime,
  parseDay,
  readTypedDay,
  showDay,
  showInstant,
  showMonth,
  weekStart,
  weekText,
} from './dates.ts';

const instants = fc.date({
  min: new Date('1990-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const days = instants.map((date) => date.toISOString().slice(0, 10));

describe('Panama and instants', () => {
  test('the day changes at five in the morning UTC', () => {
    expect(panamaDay('2026-03-10T04:59:59Z')).toBe('2026-03-09');
    expect(panamaDay(new Date('2026-03-10T05:00:00Z'))).toBe('2026-03-10');
    expect(panamaTime('2026-03-10T04:05:59Z')).toBe('23:05');
    expect(showInstant('2026-01-01T00:30:00Z')).toBe('31-12-2025 19:30');
    expect(panamaInstant('2026-03-09', '14:30').toISOString()).toBe('2026-03-09T19:30:00.000Z');
    expect(panamaInstant('2026-03-09').toISOString()).toBe('2026-03-09T05:00:00.000Z');
  });

  test('agrees with the time zone database', () => {
    const zone = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Panama',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    fc.assert(
      fc.property(instants, (instant) => {
        expect(`${panamaDay(instant)} ${panamaTime(instant)}`).toBe(zone.format(instant));
      }),
    );
  });

  test('converting a local time to an instant and back gives the same time', () => {
    fc.assert(
      fc.property(days, fc.nat(23), fc.nat(59), (day, hour, minute) => {
        const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
        const instant = panamaInstant(day, time);
        expect([panamaDay(instant), panamaTime(instant)]).toEqual([day, time]);
      }),
    );
  });
});

describe('days', () => {
  test('counting and weekdays', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysBetween('2026-03-09', '2026-04-08')).toBe(30);
    expect(daysBetween('2026-03-09', '2026-03-08')).toBe(-1);
    expect(isoWeekday('2026-03-16')).toBe(1);
    expect(isoWeekday('2026-03-22')).toBe(7);
  });

  test('addDays and daysBetween are inverse', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
        expect(daysBetween(day, addDays(day, count))).toBe(count);
      }),
    );
  });

  test('display formats', () => {
    expect(showDay('2024-03-09')).toBe('09-03-2024');
    expect(longDay('2026-03-09')).toBe('lunes 9 de marzo de 2026');
    expect(longDay('2025-09-28')).toBe('domingo 28 de septiembre de 2025');
    expect(dayText('2026-11-02')).toBe('2 de noviembre de 2026');
    expect([showMonth('2027-03'), monthText('2027-03')]).toEqual(['MARZO 2027', 'marzo de 2027']);
  });
  test('buyers see 12-hour times', () => {
    expect(['00:05', '09:30', '12:00', '14:00'].map(clockTime)).toEqual([
      '12:05 a. m.',
      '9:30 a. m.',
      '12:00 p. m.',
      '2:00 p. m.',
    ]);
    expect(instantText('2026-11-22T19:00:00Z')).toBe('22 de noviembre de 2026, 2:00 p. m.');
  });

  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-3-9',
    '09-03-2026',
    '2026-03-09T00:00:00Z',
    '',
    ' 2026-03-09',
  ])('%j is not a day', (text) => {
    expect(parseDay(text)).toBeUndefined();
  });

  test('parseDay and IsoDate accept the same texts', () => {
    const part = (least: number, most: number, digits: number) =>
      fc.integer({ min: least, max: most }).map((n) => String(n).padStart(digits, '0'));
    fc.assert(
      fc.property(fc.tuple(part(1890, 2210, 4), part(0, 13, 2), part(0, 32, 2)), (parts) => {
        expect(parseDay(parts.join('-'))).toBe(IsoDate.safeParse(parts.join('-')).data);
      }),
      { numRuns: 2000 },
    );
  });

  test('day, time and instant fields', () => {
    expect(parseDay('2024-02-29')).toBe('2024-02-29');
    expect(['00:00', '23:59'].every((text) => HourMinute.safeParse(text).success)).toBe(true);
    expect(['24:00', '9:00', '12:60', '12:00\n'].some((text) => HourMinute.safeParse(text).success)).toBe(
      false,
    );
    expect(IsoInstant.safeParse('2026-03-09T19:30:00.000Z').success).toBe(true);
    expect(IsoInstant.safeParse('2026-03-09 19:30').error?.issues[0]?.message).toBe(
      'Fecha y hora inválidas.',
    );
  });
});

describe('ISO weeks', () => {
  test.each([
    ['2026-03-16', '2026-W12'],
    ['2026-03-22', '2026-W12'],
    ['2026-01-01', '2026-W01'],
    ['2027-01-03', '2026-W53'],
    ['2025-12-29', '2026-W01'],
    ['2021-01-03', '2020-W53'],
    ['2024-12-30', '2025-W01'],
  ])('%s is in %s', (day, week) => {
    expect(isoWeek(day)).toBe(week);
  });

  test('text', () => {
    expect(weekText('2026-W12')).toBe('Semana 12 · 16-03-2026 al 22-03-2026');
    expect(weekText('2026-W01')).toBe('Semana 1 · 29-12-2025 al 04-01-2026');
  });

  test('a week starts on the Monday on or before each of its days', () => {
    fc.assert(
      fc.property(days, (day) => {
        const monday = weekStart(isoWeek(day));
        expect(isoWeekday(monday)).toBe(1);
        expect(daysBetween(monday, day)).toBe(isoWeekday(day) - 1);
      }),
    );
  });
});

test('a typed day is read day first; a nonexistent one is refused', () => {
  for (const text of ['9-3-2026', '09/03/2026', '09.03.2026', ' 9 3 2026 ', '09032026', '2026-03-09'])
    expect(readTypedDay(text), text).toBe('2026-03-09');
  for (const text of [
    '31-02-2026',
    '31/11/2026',
    '03/25/2026',
    '9-3-26',
    '932026',
    '25-12-20277',
    'mañana',
    '',
  ])
    expect(readTypedDay(text), text).toBeUndefined();
});
