import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountInWords } from '#contract/amountInWords.ts';
import { planParts } from '#contract/sales/quotes/parts.ts';
import { addMonths } from '#contract/dates.ts';

describe('parts of a plan', () => {
  test('a shorter month gives its last day', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2027-12-31', 2)).toBe('2028-02-29');
  });

  test('for any terms the parts add up to the cent, and no part is zero', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_000_000 }),
        fc.integer({ min: 0, max: 60 }),
        (cents, months) => {
          const parts = planParts({ cents, months, firstOn: '2026-12-31' });
          expect(parts.reduce((sum, one) => sum + one.cents, 0)).toBe(cents);
          expect(parts.every((one) => one.cents > 0)).toBe(true);
        },
      ),
    );
  });
});

describe('receipts', () => {
  test('amounts in words, as on receipts', () => {
    expect(amountInWords(50_000)).toBe('Quinientos balboas con 00/100');
    expect(amountInWords(121_050)).toBe('Mil doscientos diez balboas con 50/100');
    expect(amountInWords(2_100_100)).toBe('Veintiún mil un balboas con 00/100');
    expect(amountInWords(100_000_000)).toBe('Un millón de balboas con 00/100');
    expect(amountInWords(100)).toBe('Un balboa con 00/100');
  });
});
