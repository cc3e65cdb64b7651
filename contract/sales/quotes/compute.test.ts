import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLOSING_COSTS, INTEREST_RULES } from '#contract/projects/interest/seed.ts';
import { addMonths } from '#contract/dates.ts';
import { computeQuote, discountPercent, type QuoteInput } from './compute.ts';
import { QuoteTerms } from './model.ts';

const rules = INTEREST_RULES.map((row, at) => ({
  income_max_centavos: null,
  share_max_percent: null,
  ...row,
  conditions: [...row.conditions],
  id: at + 1,
}));
const costs = CLOSING_COSTS.map((row, at) => ({ ...row, id: at + 1, project_id: null }));
const limits = { housing_green: 30, housing_amber: 35, debts_max: 50, financing_max: 98 };

const quote = (terms: Partial<QuoteTerms> = {}, over: Partial<QuoteInput> = {}): QuoteInput => ({
  date: '2026-11-21',
  project_id: 1,
  region: 1,
  model_centavos: 7_400_000,
  lot_premium_centavos: 100_000,
  separation_centavos: 50_000,
  rules,
  costs,
  limits,
  ...over,
  terms: { ...QuoteTerms.parse({ abono_percent: 2, tasa_percent: 6.25, plazo_meses: 360 }), ...terms },
});
const sum = (list: readonly { centavos: number }[]) => list.reduce((all, one) => all + one.centavos, 0);

describe('a quote is exact to the cent', () => {
  test('the house of domain.md §4.4: 75,000 with 2 % down', () => {
    const result = computeQuote(quote({ cuotas: 3, primera_cuota: '2027-01-31', ingreso_centavos: 120_000 }));
    expect(result).toMatchObject({
      price_centavos: 7_500_000,
      down_centavos: 150_000,
      down_percent: 2,
      financed_centavos: 7_350_000,
      monthly_centavos: 26_257,
      income_needed_centavos: 87_525,
      costs_centavos: 100_000 + 73_500 + 7_500,
      ratio: { housing_percent: 21.88, light: 'verde' },
      loan: {
        without: { installment_centavos: 45_255 },
        with: { months: 84, installment_centavos: 26_257 },
        after: { months: 276, balance_centavos: 5_962_515, installment_centavos: 40_776 },
      },
    });
    expect(result.parts).toEqual([
      { kind: 'separacion', number: null, due_on: '2026-11-21', centavos: 50_000 },
      { kind: 'cuota', number: 1, due_on: '2027-01-31', centavos: 33_333 },
      { kind: 'cuota', number: 2, due_on: '2027-02-28', centavos: 33_333 },
      { kind: 'cuota', number: 3, due_on: '2027-03-31', centavos: 33_334 },
      { kind: 'hipoteca', number: null, due_on: null, centavos: 7_350_000 },
    ]);
    expect(result.total_centavos).toBe(150_000 + 26_257 * 84 + 40_776 * 276 + 181_000);
    expect(result.notes).toEqual(['Los puntos de este tramo están por confirmar con el texto de la ley.']);
  });

  test('extras raise the price and a discount lowers it, and the subsidy tier follows', () => {
    const above = computeQuote(quote({ extras: [{ nombre: 'Terraza', centavos: 500_001 }] }));
    expect(above.price_centavos).toBe(8_000_001);
    expect(above.subsidy).toMatchObject({ points_percent: 4, months: 84 });
    const below = computeQuote(
      quote({ extras: [{ nombre: 'Terraza', centavos: 500_001 }], descuento_centavos: 1 }),
    );
    expect(below.subsidy).toMatchObject({ points_percent: 4.5, months: 84 });
  });

  test('a cash quote has no loan, no bank cost and no light', () => {
    const result = computeQuote(
      quote({ forma_pago: 'contado', abono_percent: 10, ingreso_centavos: 100_000 }),
    );
    expect(result).toMatchObject({ loan: null, subsidy: null, monthly_centavos: null, ratio: null });
    expect(result.parts.at(-1)).toMatchObject({ kind: 'saldo', centavos: 6_750_000 });
    expect(result.costs.map(({ code }) => code)).toEqual(['gastos_legales', 'itbi', 'timbres']);
    expect(result.total_centavos).toBe(7_500_000 + 107_500);
  });

  test('a down payment of the whole price leaves nothing to finance; more is limited to the price', () => {
    expect(computeQuote(quote({ abono_centavos: 9_000_000_00 }))).toMatchObject({
      down_centavos: 7_500_000,
      financed_centavos: 0,
      loan: null,
    });
  });

  test('a note says when the loan exceeds what banks lend', () => {
    expect(computeQuote(quote({ abono_percent: 1.99 })).notes[0]).toMatch(/hasta 98\.00% del precio/);
    expect(computeQuote(quote({ abono_percent: 2 })).notes[0]).not.toMatch(/98/);
  });

  test.each([
    ['2026-11-21', 1, '2026-12-21'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2027-12-31', 2, '2028-02-29'],
    ['2026-01-31', 13, '2027-02-28'],
  ])('%s and %d months is %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected);
  });

  test('a discount is never rounded down to a limit', () => {
    expect(discountPercent(75_000, 7_500_000)).toBe(1);
    expect(discountPercent(75_001, 7_500_000)).toBeGreaterThan(1);
    expect(discountPercent(0, 0)).toBe(0);
  });
});

const terms: fc.Arbitrary<Partial<QuoteTerms>> = fc.record({
  extras: fc.array(
    fc.record({ nombre: fc.constant('Extra'), centavos: fc.integer({ min: 0, max: 2_000_000 }) }),
    { maxLength: 4 },
  ),
  descuento_centavos: fc.integer({ min: 0, max: 20_000_000 }),
  abono_percent: fc.integer({ min: 0, max: 100_000 }).map((n) => n / 1000),
  abono_centavos: fc.option(fc.integer({ min: 0, max: 20_000_000 })),
  cuotas: fc.integer({ min: 0, max: 60 }),
  forma_pago: fc.constantFrom('hipoteca' as const, 'contado' as const),
  tasa_percent: fc.integer({ min: 0, max: 30_000 }).map((n) => n / 1000),
  plazo_meses: fc.integer({ min: 12, max: 420 }),
  feci: fc.boolean(),
  vivienda_principal: fc.boolean(),
  primera_vivienda: fc.boolean(),
  residente: fc.boolean(),
  ingreso_centavos: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  deudas_centavos: fc.integer({ min: 0, max: 300_000 }),
});
const place = fc.record({
  date: fc.constantFrom('2025-12-31', '2026-01-01', '2026-11-21'),
  region: fc.constantFrom<1 | 2>(1, 2),
  model_centavos: fc.integer({ min: 1, max: 20_000_000 }),
  lot_premium_centavos: fc.integer({ min: 0, max: 1_000_000 }),
  separation_centavos: fc.integer({ min: 1, max: 200_000 }),
});

describe('any quote', () => {
  test('its parts add up to the price, no amount is negative, and the result is deterministic', () => {
    fc.assert(
      fc.property(terms, place, (typed, where) => {
        const input = quote(typed, where);
        const result = computeQuote(input);
        expect(sum(result.parts)).toBe(result.price_centavos);
        expect(
          result.down_centavos +
            (result.loan ? result.financed_centavos : result.price_centavos - result.down_centavos),
        ).toBe(result.price_centavos);
        expect(computeQuote(structuredClone(input))).toEqual(result);
        for (const { centavos } of [...result.parts, ...result.costs])
          expect(centavos).toBeGreaterThanOrEqual(0);
        for (const cents of [result.price_centavos, result.total_centavos, result.monthly_centavos ?? 0]) {
          expect(cents).toBeGreaterThanOrEqual(0);
          expect(Number.isSafeInteger(cents)).toBe(true);
        }
        // Each installment is rounded to the cent: at most half a cent is lost per month.
        expect(result.total_centavos).toBeGreaterThanOrEqual(result.price_centavos - input.terms.plazo_meses);
      }),
      { numRuns: 500 },
    );
  });

  test('a larger discount never raises the price, and a larger down payment never raises the loan', () => {
    fc.assert(
      fc.property(terms, place, fc.integer({ min: 0, max: 500_000 }), (typed, where, more) => {
        const one = computeQuote(quote(typed, where));
        const cheaper = computeQuote(
          quote({ ...typed, descuento_centavos: (typed.descuento_centavos ?? 0) + more }, where),
        );
        expect(cheaper.price_centavos).toBeLessThanOrEqual(one.price_centavos);
        const paid = computeQuote(quote({ ...typed, abono_centavos: one.down_centavos + more }, where));
        expect(paid.financed_centavos).toBeLessThanOrEqual(one.financed_centavos);
      }),
      { numRuns: 300 },
    );
  });
});
