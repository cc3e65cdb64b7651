import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deep } from '#test/deep.ts';
import { addDays, numberedDay, dayNumber } from '#contract/dates.ts';
import {
  balanceOn,
  interestByMonth,
  interestOf,
  priceFor,
  type DayCount,
  type LoanTerms,
} from './interest.ts';

const START = dayNumber('2026-01-01');
const day = fc.integer({ min: 0, max: 500 }).map((n) => numberedDay(START + n));
const terms = (dayCount: fc.Arbitrary<DayCount>): fc.Arbitrary<LoanTerms> =>
  fc.record({
    dayCount,
    rates: fc.array(
      fc.record({ from: day, rate: fc.integer({ min: 0, max: 200_000 }).map((n) => n / 10_000) }),
      {
        maxLength: 4,
      },
    ),
    moves: fc.array(fc.record({ day, cents: fc.integer({ min: -50_000_000, max: 900_000_000 }) }), {
      maxLength: 8,
    }),
  });

/** Day by day, with another arithmetic: whole ten-thousandths of a percent, one day after the other. */
function counted({ dayCount, rates, moves }: LoanTerms, from: string, until: string): number {
  let sum = 0n;
  for (let at = from; at <= until; at = addDays(at, 1)) {
    let balance = 0;
    for (const move of moves) if (move.day <= at) balance += move.cents;
    const rate = rates.filter((one) => one.from <= at).toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from))).at(-1)?.rate ?? 0; // prettier-ignore
    if (balance > 0) sum += BigInt(balance) * BigInt(Math.round(rate * 10_000));
  }
  const year = dayCount === 'real_365' ? 365 : 360;
  return Number((2n * sum + BigInt(year) * 1_000_000n) / (BigInt(year) * 2_000_000n));
}

describe('interest of a loan', () => {
  test('is what a count day by day gives, to the cent', () => {
    fc.assert(
      fc.property(
        terms(fc.constantFrom('real_360', 'real_365')),
        day,
        fc.integer({ min: 0, max: 400 }),
        (loan, from, days) => {
          // Two rates of one day have no order between them: the database allows one.
          fc.pre(new Set(loan.rates.map((rate) => rate.from)).size === loan.rates.length);
          const until = addDays(from, days);
          expect(interestOf(loan, from, until)).toBe(counted(loan, from, until));
        },
      ),
      { numRuns: deep(60, 2000) },
    );
  });

  test('of the months adds up to that of the whole time, but for the rounding of each', () => {
    fc.assert(
      fc.property(
        terms(fc.constantFrom('real_360', 'real_365', 'treinta_360')),
        day,
        fc.integer({ min: 0, max: 400 }),
        (loan, from, days) => {
          const until = addDays(from, days);
          const months = interestByMonth(loan, from, until);
          expect(months[0]!.from).toBe(from);
          expect(months.at(-1)!.until).toBe(until);
          expect(months.reduce((sum, month) => sum + month.days, 0)).toBe(days + 1);
          for (const [at, month] of months.entries())
            if (at > 0) expect(month.from).toBe(addDays(months[at - 1]!.until, 1));
          const sum = months.reduce((all, { cents }) => all + cents, 0);
          expect(Math.abs(sum - interestOf(loan, from, until))).toBeLessThanOrEqual(months.length);
        },
      ),
      { numRuns: deep(60, 2000) },
    );
  });

  test('of known cases: a change of the rate in mid-month, and capital paid in part', () => {
    const loan: LoanTerms = {
      dayCount: 'real_360',
      rates: [
        { from: '2026-01-01', rate: 7.2 },
        { from: '2026-03-16', rate: 7.5 },
      ],
      moves: [
        { day: '2026-03-01', cents: 100_000_00 },
        { day: '2026-03-21', cents: -40_000_00 },
      ],
    };
    // 15 days of 100,000 at 7.2 %: 300.00 · 5 at 7.5 %: 104.17 · 11 of 60,000 at 7.5 %: 137.50
    expect(interestOf(loan, '2026-03-01', '2026-03-31')).toBe(541_67);
    expect(balanceOn(loan.moves, '2026-03-20')).toBe(100_000_00);
    expect(balanceOn(loan.moves, '2026-03-21')).toBe(60_000_00);
  });

  test('with months of 30 days is the same in February and in March', () => {
    const loan: LoanTerms = {
      dayCount: 'treinta_360',
      rates: [{ from: '2026-01-01', rate: 6 }],
      moves: [{ day: '2026-01-01', cents: 120_000_00 }],
    };
    expect(interestOf(loan, '2026-02-01', '2026-02-28')).toBe(600_00);
    expect(interestOf(loan, '2026-03-01', '2026-03-31')).toBe(600_00);
    expect(interestOf(loan, '2026-01-01', '2026-12-31')).toBe(7_200_00);
  });
});

test('the price of a release is of its lot, else of its model, else of every house', () => {
  const [every, model, lot] = [
    { modelId: null, lotId: null },
    { modelId: 7, lotId: null },
    { modelId: null, lotId: 3 },
  ];
  expect(priceFor([every, model, lot], { lotId: 3, modelId: 7 })).toBe(lot);
  expect(priceFor([every, model, lot], { lotId: 4, modelId: 7 })).toBe(model);
  expect(priceFor([every, model, lot], { lotId: 4, modelId: 8 })).toBe(every);
  expect(priceFor([model], { lotId: 4, modelId: 8 })).toBeUndefined();
});
