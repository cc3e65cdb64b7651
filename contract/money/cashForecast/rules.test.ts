import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, addMonths, isoWeekday } from '#contract/dates.ts';
import { deep } from '#test/deep.ts';
import { allSteps, delayOf, FRACTIONS, NEVER, PACES, stepsOf, type PaceName } from './paces.ts';
import {
  CASH_KIND_NAMES,
  errorPercent,
  expectedDays,
  forecastOf,
  lastDayOf,
  LINE_NAMES,
  lowestOf,
  periodsOf,
  signOf,
  SPANS,
  spanStart,
  type CashCell,
  type CashSpan,
} from './rules.ts';

const runs = { numRuns: deep(60, 2000) };
const day = fc.integer({ min: 0, max: 1500 }).map((n) => addDays('2026-01-01', n));
const pace = fc
  .array(fc.oneof(fc.integer({ min: -40, max: 400 }), fc.constant(NEVER)), {
    minLength: FRACTIONS.length,
    maxLength: FRACTIONS.length,
  })
  .map((days) => days.toSorted((a, b) => a - b));
const age = fc.integer({ min: -400, max: 500 });
/** Cells begin with their week, or with the month that cuts it. */
const cellStart = (on: string) => [spanStart(on, 'semana'), spanStart(on, 'mes')].toSorted().at(-1)!;
const late = (days: number | null) => days ?? Infinity;

test('what waits is expected later than it has waited, later at a higher percent, and the steps say the same at every age', () => {
  fc.assert(
    fc.property(pace, age, (days, waited) => {
      const [a, b, c] = [20, 50, 80].map((percent) => late(delayOf(days, percent, waited)));
      expect(a).toBeGreaterThan(waited);
      expect(a).toBeLessThanOrEqual(b!);
      expect(b).toBeLessThanOrEqual(c!);
      const steps = stepsOf({ name: 'cuota', key: 0, days }).filter(
        ({ from, to }) => waited >= from && waited < to,
      );
      expect(steps).toHaveLength(1);
      expect(steps[0]!.delays.map(late)).toEqual([a, b, c]);
    }),
    runs,
  );
});

test('each pace has exactly one general step at every age, and a fixed day stays', () => {
  const steps = allSteps([]);
  fc.assert(
    fc.property(fc.constantFrom(...(Object.keys(PACES) as PaceName[])), age, (name, waited) => {
      const mine = steps.filter((one) => one.name === name && waited >= one.from && waited < one.to);
      expect(mine.map(({ key }) => key)).toEqual([0]);
      if (name === 'fijo') expect(mine[0]!.delays).toEqual([0, 0, 0]);
    }),
    runs,
  );
  const few = { name: 'cuota', key: 7, sample: 11, days: [1, 2, 3] } as const;
  expect(allSteps([few]).some(({ key }) => key === 7)).toBe(false);
  expect(allSteps([{ ...few, sample: 12 }]).some(({ key }) => key === 7)).toBe(true);
});

/** A movement with its day in each line: late and early as the lines say. */
const movement = fc.record({
  kind: fc.constantFrom(...CASH_KIND_NAMES),
  cents: fc.integer({ min: 1, max: 9_000_000 }),
  days: fc.tuple(fc.nat(420), fc.nat(420), fc.nat(420)).map((all) => all.toSorted((a, b) => a - b)),
});

test('weeks and months end with the same balance, which is the opening and all movements; the pessimistic line is never above the expected one, nor that above the optimistic', () => {
  fc.assert(
    fc.property(
      day,
      fc.integer({ min: -5_000_000, max: 5_000_000 }),
      fc.array(movement),
      (today, opening, all) => {
        const last = lastDayOf(today);
        const cells = all.flatMap(({ kind, cents, days }): CashCell[] => {
          const order = signOf(kind) > 0 ? [2, 1, 0] : [0, 1, 2];
          return LINE_NAMES.flatMap((line, at) => {
            const when = addDays(today, days[order[at]!]!);
            return when > last ? [] : [{ kind, line, cents, startsOn: cellStart(when) }];
          });
        });
        const spans = (Object.keys(SPANS) as CashSpan[]).map((span) =>
          forecastOf({ today, opening }, cells, { span, line: 'esperada' }),
        );
        for (const line of LINE_NAMES) {
          const expected = cells
            .filter((one) => one.line === line)
            .reduce((sum, one) => sum + signOf(one.kind) * one.cents, opening);
          for (const periods of spans) expect(periods.at(-1)!.closing[line]).toBe(expected);
        }
        for (const periods of spans) {
          let before = opening;
          for (const one of periods) {
            expect(one.closing.pesimista).toBeLessThanOrEqual(one.closing.esperada);
            expect(one.closing.esperada).toBeLessThanOrEqual(one.closing.optimista);
            expect(one.closing.esperada - before).toBe(one.entra - one.sale);
            before = one.closing.esperada;
          }
          const low = lowestOf(periods, 'esperada');
          expect(low.centavos).toBe(Math.min(...periods.map(({ closing }) => closing.esperada)));
        }
      },
    ),
    runs,
  );
});

test('periods follow each other without gaps, from today to the last day', () => {
  fc.assert(
    fc.property(day, fc.constantFrom<CashSpan>('semana', 'mes'), (today, span) => {
      const periods = periodsOf(today, span);
      expect(periods[0]!.from).toBe(today);
      expect(periods.at(-1)!.to).toBe(lastDayOf(today));
      for (const [at, { from, to }] of periods.entries()) {
        expect(from <= to).toBe(true);
        if (at > 0) expect(from).toBe(addDays(periods[at - 1]!.to, 1));
        if (at > 0 && span === 'semana') expect(isoWeekday(from)).toBe(1);
      }
    }),
    runs,
  );
});

test('a monthly expectation comes once in each month until its last day', () => {
  expect(
    expectedDays({ firstOn: '2026-01-31', monthly: true, until: null }, '2026-02-01', '2026-04-30'),
  ).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
  expect(
    expectedDays({ firstOn: '2026-01-15', monthly: true, until: '2026-03-14' }, '2026-01-01', '2026-12-31'),
  ).toEqual(['2026-01-15', '2026-02-15']);
  fc.assert(
    fc.property(day, day, fc.nat(14), (firstOn, from, months) => {
      const days = expectedDays({ firstOn, monthly: true, until: null }, from, addMonths(from, months));
      expect(new Set(days.map((one) => one.slice(0, 7))).size).toBe(days.length);
      expect(days.every((one) => one >= from && one >= firstOn)).toBe(true);
    }),
    runs,
  );
});

test('the error is of what happened, and of nothing there is none', () => {
  expect(errorPercent(90, 100)).toBe(10);
  expect(errorPercent(-90, -100)).toBe(10);
  expect(errorPercent(1, 3)).toBe(66.7);
  expect(errorPercent(50, 0)).toBeNull();
});
