import { expect, test } from 'vitest';
import { isoWeekday } from './dates.ts';
import { holidayOn, holidays } from './holidays.ts';

test('2026 has twelve holidays, and the Monday after Sunday 20 December', () => {
  expect(holidays(2026).map(({ day }) => day)).toEqual([
    '2026-01-01',
    '2026-01-09',
    '2026-02-17',
    '2026-04-03',
    '2026-05-01',
    '2026-11-03',
    '2026-11-05',
    '2026-11-10',
    '2026-11-28',
    '2026-12-08',
    '2026-12-20',
    '2026-12-21',
    '2026-12-25',
  ]);
  expect(holidayOn('2026-12-21')).toBe('Día de Duelo Nacional (trasladado)');
});

test.each([
  [2000, '2000-03-07', '2000-04-21'],
  [2008, '2008-02-05', '2008-03-21'],
  [2024, '2024-02-13', '2024-03-29'],
  [2025, '2025-03-04', '2025-04-18'],
  [2027, '2027-02-09', '2027-03-26'],
  [2038, '2038-03-09', '2038-04-23'],
])('Carnival and Good Friday of %i', (_, carnival, friday) => {
  expect(holidayOn(carnival)).toBe('Martes de Carnaval');
  expect(holidayOn(friday)).toBe('Viernes Santo');
});

test('1 July is a holiday every fifth year, when the president takes office', () => {
  expect([2024, 2026, 2027, 2028, 2029, 2034].filter((year) => holidayOn(`${year}-07-01`))).toEqual([
    2024, 2029, 2034,
  ]);
});

test('4 November and ordinary days are working days', () => {
  expect(holidayOn('2026-11-04')).toBeUndefined();
  expect(holidayOn('2026-03-16')).toBeUndefined();
});

test('for a century, every Sunday holiday is followed by its Monday', () => {
  for (let year = 2000; year < 2100; year++) {
    const list = holidays(year);
    const sundays = list.filter(({ day }) => isoWeekday(day) === 7).length;
    expect(list).toHaveLength(12 + (year % 5 === 4 ? 1 : 0) + sundays);
  }
});
