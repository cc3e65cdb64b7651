import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commissionOf, hasHappened, partsOf, sumsToWhole, COMMISSION_EVENT_NAMES } from './rules.ts';

const split = fc
  .tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 10_000 }))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
  .map(([a, b]) => ({ separacion: a / 100, promesa: (b - a) / 100, desembolso: (10_000 - b) / 100 }));

test('the parts add up to the total, none is negative, and the result is deterministic', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999_999 }),
      fc.integer({ min: 0, max: 100_000 }).map((n) => n / 1000),
      split,
      (priceCents, percent, parts) => {
        const total = commissionOf({ percent, fixedCents: null, split: parts }, priceCents);
        const each = partsOf(total, parts);
        expect(sumsToWhole(parts)).toBe(true);
        expect(each.separacion + each.promesa + each.desembolso).toBe(total);
        for (const event of COMMISSION_EVENT_NAMES) expect(each[event]).toBeGreaterThanOrEqual(0);
        expect(partsOf(total, parts)).toEqual(each);
      },
    ),
  );
});

test.each([
  [8_500_000, 3, null, 255_000],
  [8_500_050, 1.5, null, 127_501],
  [8_500_000, null, 120_000, 120_000],
])('of %i at %s %% or %s fixed it is %i', (price, percent, fixedCents, total) => {
  const terms = { percent, fixedCents, split: { separacion: 30, promesa: 40, desembolso: 30 } };
  expect(commissionOf(terms, price)).toBe(total);
});

test.each([
  ['separacion', 3, true, true],
  ['separacion', 3, false, false],
  ['separacion', 16, true, false],
  ['promesa', 9, true, false],
  ['promesa', 10, true, true],
  ['desembolso', 12, true, false],
  ['desembolso', 13, true, true],
  ['desembolso', 18, true, false],
] as const)('%s in state %i (separation %s): %s', (event, stateId, separationConfirmed, happened) => {
  expect(hasHappened(event, { stateId, separationConfirmed })).toBe(happened);
});
