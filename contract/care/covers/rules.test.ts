import { expect, test } from 'vitest';
import { clocksOf, coverOf, coverState, type WarrantyRule } from './rules.ts';

const RULES: readonly WarrantyRule[] = [
  { id: 1, cover: 'acabados', months: 12, validFrom: '2000-01-01' },
  { id: 2, cover: 'ocultos', months: 60, validFrom: '2000-01-01' },
  { id: 3, cover: 'acabados', months: 24, validFrom: '2026-06-01' },
];

test('a claim on the last day is in time and one day later is out of cover', () => {
  expect(coverOf(RULES, '2025-11-20', 'pintura', '2026-11-20')).toEqual({
    cover: 'acabados',
    covered: true,
    until: '2026-11-20',
    daysLeft: 0,
  });
  expect(coverOf(RULES, '2025-11-20', 'pintura', '2026-11-21')).toMatchObject({
    covered: false,
    daysLeft: -1,
  });
  expect(coverOf(RULES, '2025-11-20', 'techo', '2026-11-21')).toMatchObject({ covered: true });
});

test('a house keeps the rule of its delivery, a leap day ends on the last of February, and what no rule names is not covered', () => {
  expect(clocksOf(RULES, '2026-05-31').map(({ until }) => until)).toEqual(['2027-05-31', '2031-05-31']);
  expect(clocksOf(RULES, '2026-06-01')[0]).toMatchObject({ ruleId: 3, until: '2028-06-01' });
  expect(coverOf(RULES, '2024-02-29', 'pisos', '2025-02-28')).toMatchObject({
    covered: true,
    until: '2025-02-28',
  });
  expect(coverOf(RULES, '2026-06-01', 'estructura', '2026-07-01')).toMatchObject({
    covered: false,
    until: null,
  });
});

test('a cover shows that it ends 30 days before', () => {
  expect(coverState('2026-12-20', '2026-11-19')).toBe('vigente');
  expect(coverState('2026-12-20', '2026-11-20')).toBe('por_vencer');
  expect(coverState('2026-12-20', '2026-12-21')).toBe('vencida');
});
