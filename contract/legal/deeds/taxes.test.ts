import { expect, test } from 'vitest';
import { taxesOf, type TaxRate } from './taxes.ts';

const rates: TaxRate[] = [
  { kind: 'itbi', upToCents: null, percent: 0, validFrom: '2000-01-01', validTo: '2025-12-31' },
  { kind: 'itbi', upToCents: null, percent: 2, validFrom: '2026-01-01', validTo: null },
  { kind: 'isr', upToCents: 3_500_000, percent: 0.5, validFrom: '2000-01-01', validTo: null },
  { kind: 'isr', upToCents: 8_000_000, percent: 1.5, validFrom: '2000-01-01', validTo: null },
  { kind: 'isr', upToCents: null, percent: 2.5, validFrom: '2000-01-01', validTo: null },
  { kind: 'isr_general', upToCents: null, percent: 3, validFrom: '2000-01-01', validTo: null },
];
const cents = (
  priceCents: number,
  cadastralCents: number | null = null,
  permitOn = '2026-06-01',
  day = '2026-11-21',
) => taxesOf({ priceCents, cadastralCents, permitOn }, rates, day).map((tax) => tax.cents);

test('the ITBI is 2 % of the higher of price and cadastral value; the income tax has tiers by price', () => {
  expect(cents(7_490_000)).toEqual([149_800, 112_350]);
  expect(cents(7_490_000, 8_000_000)).toEqual([160_000, 112_350]);
  expect(cents(7_490_000, 1_000_000)).toEqual([149_800, 112_350]);
  expect(cents(3_500_000)).toEqual([70_000, 17_500]);
  expect(cents(3_500_001)).toEqual([70_000, 52_500]);
  expect(cents(11_850_000)).toEqual([237_000, 296_250]);
});

test('each day has its rate: the first sale was exempt until 2025; an old permit has the general rate', () => {
  expect(cents(7_490_000, null, '2025-06-01', '2025-12-31')[0]).toBe(0);
  expect(cents(7_490_000, null, '2025-06-01', '2026-01-01')[0]).toBe(149_800);
  expect(cents(7_490_000, null, '2024-11-21')[1]).toBe(112_350);
  expect(cents(7_490_000, null, '2024-11-20')[1]).toBe(224_700);
  expect(taxesOf({ priceCents: 1, cadastralCents: null, permitOn: null }, [], '2026-11-21')).toMatchObject([
    { percent: null, cents: 0 },
    { percent: null, cents: 0 },
  ]);
});
