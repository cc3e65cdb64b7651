import { expect, test } from 'vitest';
import fc from 'fast-check';
import { REFUND_CAUSE_NAMES, refundOf } from './rules.ts';

const facts = fc.record({
  paidCents: fc.integer({ min: 0, max: 99_999_999_999 }),
  cause: fc.constantFrom(...REFUND_CAUSE_NAMES),
  bankRejected: fc.boolean(),
  penaltyPercent: fc.integer({ min: 0, max: 5_000 }).map((n) => n / 100),
});

test('the penalty and the refund add up to the paid money, and the penalty is at most a tenth', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { penaltyCents, amountCents, percent } = refundOf(given);
      expect(penaltyCents + amountCents).toBe(given.paidCents);
      expect(penaltyCents).toBeGreaterThanOrEqual(0);
      expect(penaltyCents).toBeLessThanOrEqual(Math.ceil(given.paidCents / 10));
      expect(percent).toBeLessThanOrEqual(10);
      expect(refundOf(given)).toEqual(refundOf(given));
    }),
  );
});

test.each([
  [50_000, 'desistimiento', false, 10, 5_000],
  [50_005, 'desistimiento', false, 10, 5_001],
  [33_333, 'desistimiento', false, 7.5, 2_500],
  [150_000, 'incumplimiento', true, 10, 15_000],
  [150_000, 'rechazo_bancos', true, 10, 0],
  [150_000, 'rechazo_bancos', false, 10, 15_000],
  [150_000, 'promotora', false, 10, 0],
  [150_000, 'desistimiento', false, 25, 15_000],
] as const)(
  'of %i after %s (rejected %s) at %d %% keeps %i',
  (paidCents, cause, bankRejected, penaltyPercent, kept) => {
    expect(refundOf({ paidCents, cause, bankRejected, penaltyPercent }).penaltyCents).toBe(kept);
  },
);
