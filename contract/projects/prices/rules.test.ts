import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { increased, leastPrice, roundTo, ROUNDINGS, whyNotCancel, whyNotConfirm } from './rules.ts';

const cents = fc.integer({ min: 0, max: 99_999_999_999 });
const step = fc.constantFrom(...ROUNDINGS.map((one) => one.cents));

describe('rounding', () => {
  test('gives the nearest multiple, halves up', () => {
    expect(roundTo(8_500_249, 500)).toBe(8_500_000);
    expect(roundTo(8_500_250, 500)).toBe(8_500_500);
    expect(roundTo(8_505_000, 10_000)).toBe(8_510_000);
    expect(roundTo(123, 1)).toBe(123);
  });

  test('gives a multiple, at most half a step away, and is idempotent', () => {
    fc.assert(
      fc.property(cents, step, (amount, to) => {
        const rounded = roundTo(amount, to);
        expect(rounded % to).toBe(0);
        expect(Math.abs(rounded - amount) * 2).toBeLessThanOrEqual(to);
        expect(roundTo(rounded, to)).toBe(rounded);
      }),
    );
  });
});

describe('an increase', () => {
  test('works by percent and by amount', () => {
    const rule = { percent: null, amountCents: null, roundToCents: 1 };
    expect(increased(8_500_000, { ...rule, percent: 3 })).toBe(8_755_000);
    expect(increased(8_512_345, { ...rule, percent: 3, roundToCents: 10_000 })).toBe(8_770_000);
    expect(increased(8_500_000, { ...rule, amountCents: 150_000 })).toBe(8_650_000);
    expect(increased(0, { ...rule, percent: 3 })).toBe(0);
  });

  test('never moves a price in the wrong direction, keeps the order of prices, and rounds changed prices', () => {
    const percent = fc.integer({ min: -500_000, max: 1_000_000 }).map((n) => n / 10_000);
    fc.assert(
      fc.property(cents, cents, percent, step, (one, other, by, roundToCents) => {
        const rule = { percent: by, amountCents: null, roundToCents };
        const after = increased(one, rule);
        if (by > 0) expect(after).toBeGreaterThanOrEqual(one);
        if (by < 0) expect(after).toBeLessThanOrEqual(one);
        expect(after).toBeGreaterThanOrEqual(0);
        if (after !== one) expect(after % roundToCents).toBe(0);
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        // Rounding may swap two prices, but by at most one rounding step.
        expect(increased(low, rule)).toBeLessThanOrEqual(increased(high, rule) + roundToCents);
      }),
    );
  });

  test('a lot premium may be zero, a model price may not', () => {
    expect([leastPrice('lot'), leastPrice('model')]).toEqual([0, 1]);
  });
});

describe('actions on an increase', () => {
  const on = (state: 'prepared' | 'confirmed' | 'applied' | 'cancelled') => ({
    state,
    effective_on: '2026-12-01',
  });
  test('it is confirmed before its day, and only once', () => {
    expect(whyNotConfirm(on('prepared'), '2026-11-30')).toBeNull();
    expect(whyNotConfirm(on('prepared'), '2026-12-01')).toContain('ya llegó');
    for (const state of ['confirmed', 'applied', 'cancelled'] as const)
      expect(whyNotConfirm(on(state), '2026-11-30')).toContain('ya no está');
  });
  test('it is cancelled before its day; a prepared one also later', () => {
    expect(whyNotCancel(on('confirmed'), '2026-11-30')).toBeNull();
    expect(whyNotCancel(on('prepared'), '2026-12-05')).toBeNull();
    expect(whyNotCancel(on('confirmed'), '2026-12-01')).toContain('ya llegó');
    expect(whyNotCancel(on('applied'), '2026-11-30')).toContain('en vigor');
    expect(whyNotCancel(on('cancelled'), '2026-11-30')).toContain('ya está cancelado');
  });
});
