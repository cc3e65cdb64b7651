import fc from 'fast-check';
import { expect, test } from 'vitest';
import { certifiedOf, moveAmounts } from '#contract/works/jobs/rules.ts';
import { deep } from '#test/deep.ts';
import { bpOf, evenly, itemCents, shares } from './allocation.ts';

const runs = { numRuns: deep(200, 5000) };
const cents = fc.integer({ min: 0, max: 99_999_999_999 });
const weights = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 60 });
const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);

test('the parts of an amount add up to it, and none is a centavo away from its share', () => {
  fc.assert(
    fc.property(cents, weights, (total, list) => {
      const parts = shares(total, list);
      expect(sum(parts)).toBe(total);
      const whole = sum(list);
      for (const [at, part] of parts.entries())
        expect(
          Math.abs(part - (whole === 0 ? total / list.length : (total * list[at]!) / whole)),
        ).toBeLessThan(1.001);
    }),
    runs,
  );
  expect(evenly(10_000, 3)).toEqual([3334, 3333, 3333]);
  expect(shares(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(shares(7, [0, 0])).toEqual([4, 3]);
});

test('a changed amount moves only what has no approved or billed progress, and nothing certified changes', () => {
  const job = fc.record({
    amountCents: fc.integer({ min: 0, max: 10_000_000 }),
    weightBp: fc.integer({ min: 1, max: 5000 }),
    approvedBp: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000 })),
    billedCents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000_000 })),
  });
  fc.assert(
    fc.property(
      fc.array(job, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: -20_000_000, max: 20_000_000 }),
      (jobs, delta) => {
        const amounts = moveAmounts(jobs, delta);
        const free = jobs.map(({ approvedBp, billedCents }) => approvedBp === 0 && billedCents === 0);
        const room = sum(jobs.filter((_, at) => free[at]).map(({ amountCents }) => amountCents));
        if (!amounts) {
          expect(room + delta < 0 || !free.includes(true)).toBe(true);
          return;
        }
        expect(sum(amounts)).toBe(sum(jobs.map(({ amountCents }) => amountCents)) + delta);
        expect(Math.min(...amounts)).toBeGreaterThanOrEqual(0);
        for (const [at, { amountCents }] of jobs.entries())
          if (!free[at]) expect(amounts[at]).toBe(amountCents);
        const certified = (list: readonly number[]) =>
          jobs.map(({ approvedBp }, at) =>
            certifiedOf({ amountCents: list[at]!, approvedBp, priceCents: null, approvedQuantity: null }),
          );
        expect(certified(amounts)).toEqual(certified(jobs.map(({ amountCents }) => amountCents)));
      },
    ),
    runs,
  );
});

test('the examples of §4.6: 20 % of 10,000 amortised, 10 % retained; quantities are rounded half up', () => {
  expect(bpOf(1_000_000, 2000)).toBe(200_000);
  expect(bpOf(1_000_000, 1000)).toBe(100_000);
  expect(bpOf(1_000_000, 700)).toBe(70_000);
  expect(bpOf(5, 1000)).toBe(1);
  expect(itemCents(2.5, 333)).toBe(833);
  expect(itemCents(0.001, 500)).toBe(1);
  expect(itemCents(1.005, 100)).toBe(101);
});
