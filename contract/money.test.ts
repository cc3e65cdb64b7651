import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  MoneyText,
  formatMoney,
  formatPercent,
  installment,
  moneyText,
  parseMoney,
  percentOf,
  roundHalfUp,
} from './money.ts';

const amount = fc.integer({ min: 0, max: 99_999_999_999 });

describe('parsing an amount', () => {
  test.each([
    ['1,234.50', 123_450],
    ['1234.5', 123_450],
    ['1234', 123_400],
    ['0', 0],
    ['0.01', 1],
    ['007', 700],
    [' 300.00 ', 30_000],
    ['12,345,678.9', 1_234_567_890],
    ['999,999,999.99', 99_999_999_999],
    // 0.29 and 1.005 are not exact as binary fractions
    ['0.29', 29],
    ['4.35', 435],
  ])('%s', (text, cents) => {
    expect(parseMoney(text)).toEqual({ cents });
  });

  test.each([
    '',
    ' ',
    '.',
    '.5',
    '5.',
    '1.234,50',
    '1,23',
    '1,2345',
    '12,34.5',
    ',123',
    '0,123',
    '1.005',
    '-5',
    '+5',
    '1e3',
    '0x10',
    'Infinity',
    'NaN',
    '$5',
    '5 000',
    '١٢',
    '1,234.50\n2',
    '1'.repeat(400),
  ])('%j is refused with a message', (text) => {
    expect(parseMoney(text)).toEqual({ error: expect.stringContaining('Monto inválido') });
  });

  test('an amount that is too large is refused', () => {
    expect(parseMoney('1000000000')).toEqual({ error: 'El monto es demasiado grande. Revisa la cantidad.' });
  });

  test('a displayed amount is parsed back, with or without group separators', () => {
    fc.assert(
      fc.property(amount, (cents) => {
        expect(parseMoney(moneyText(cents))).toEqual({ cents });
        expect(parseMoney(moneyText(cents).replaceAll(',', ''))).toEqual({ cents });
      }),
    );
  });

  test('any text gives exact cents or an error message', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789,.-+e '), maxLength: 14 });
    fc.assert(
      fc.property(fc.oneof(typed, fc.string()), (text) => {
        const read = parseMoney(text);
        if ('error' in read) return;
        const [whole = '', fraction = ''] = text.trim().replaceAll(',', '').split('.');
        expect(BigInt(read.cents)).toBe(BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0')));
      }),
    );
  });

  test('a form field becomes cents, or its own error', () => {
    const Form = z.object({ monto_pagado: MoneyText });
    expect(Form.parse({ monto_pagado: '300' })).toEqual({ monto_pagado: 30_000 });
    expect(Form.safeParse({ monto_pagado: 'trescientos' }).error?.issues).toMatchObject([
      { path: ['monto_pagado'], message: 'Monto inválido. Escribe solo números, por ejemplo 1,234.50' },
    ]);
  });
});

describe('display formats', () => {
  test.each([
    [123_450, 'USD\u00A01,234.50'],
    [-123_450, '-USD\u00A01,234.50'],
    [18_000_000, 'USD\u00A0180,000.00'],
    [0, 'USD\u00A00.00'],
    [5, 'USD\u00A00.05'],
    [-99, '-USD\u00A00.99'],
    [100_000_000, 'USD\u00A01,000,000.00'],
  ])('%i cents is %s', (cents, text) => {
    expect(formatMoney(cents)).toBe(text);
  });

  test('matches the ICU format for es-PA', () => {
    const icu = new Intl.NumberFormat('es-PA', { style: 'currency', currency: 'USD' });
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (cents) => {
        expect(formatMoney(cents)).toBe(icu.format(cents / 100));
      }),
    );
  });

  test.each([
    [12.345, '12.35%'],
    [2, '2.00%'],
    [0, '0.00%'],
    [100, '100.00%'],
  ])('%d percent is %s', (percent, text) => {
    expect(formatPercent(percent)).toBe(text);
  });
});

describe('rounding and percentages', () => {
  test.each([
    [0.5, 1],
    [1.5, 2],
    [2.5, 3],
    [2.4999, 2],
    [-0.5, -1],
    [-2.5, -3],
    [-0.2, 0],
  ])('%d rounds to %i', (value, rounded) => {
    expect(roundHalfUp(value)).toBe(rounded);
  });

  test.each([
    [7_500_000, 2, 150_000],
    [4_850_000, 2.5, 121_250],
    [25, 2, 1],
    [24, 2, 0],
    [-25, 2, -1],
    [1_000_001, 0.0001, 1],
    [333, 33.3333, 111],
  ])('%i cents × %d %%', (cents, percent, share) => {
    expect(percentOf(cents, percent)).toBe(share);
  });

  test('a part and the rest differ from the whole by at most one cent', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 100 }), (cents, percent) => {
        const parts = percentOf(cents, percent) + percentOf(cents, 100 - percent);
        expect(Math.abs(parts - cents)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the installment (domain.md §4.4)', () => {
  test.each([
    [7_350_000, 1.75, 360, 26_257],
    [7_350_000, 2.25, 360, 28_095],
    [7_350_000, 6.25, 360, 45_255],
    [7_350_000, 7.25, 360, 50_140],
    [5_962_515, 6.25, 276, 40_776],
    [7_350_000, 0, 360, 20_417],
    [100, 0, 8, 13],
  ])('%i cents at %d %% in %i months', (principal_cents, annual_rate, months, cents) => {
    expect(installment({ principal_cents, annual_rate, months })).toBe(cents);
  });

  test('pays the loan off: the last balance is cents, not dollars', () => {
    const loan = fc.record({
      principal_cents: fc.integer({ min: 1_000_000, max: 20_000_000 }),
      annual_rate: fc.integer({ min: 0, max: 1500 }).map((n) => n / 100),
      months: fc.integer({ min: 1, max: 420 }),
    });
    fc.assert(
      fc.property(loan, (terms) => {
        const letra = installment(terms);
        const i = terms.annual_rate / 1200;
        let balance = terms.principal_cents;
        for (let month = 0; month < terms.months; month++) balance = balance * (1 + i) - letra;
        // Half a cent of rounding per month, plus interest on it until the end.
        const grown = i === 0 ? terms.months : ((1 + i) ** terms.months - 1) / i;
        expect(Math.abs(balance)).toBeLessThanOrEqual(0.5 * grown + 1);
      }),
    );
  });
});
