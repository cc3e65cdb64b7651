import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balanceAfter, incomeNeeded, installmentOf, planLoan, type LoanPlan } from './loan.ts';
import type { InterestRule } from './model.ts';
import { costsOf, debtVerdict, subsidyFor, type SubsidyCase } from './rules.ts';
import { CLOSING_COSTS, INTEREST_RULES } from './seed.ts';

const rules = INTEREST_RULES.map((row, at): InterestRule => ({
  income_max_centavos: null,
  share_max_percent: null,
  ...row,
  conditions: [...row.conditions],
  id: at + 1,
}));
const costs = CLOSING_COSTS.map((row, at) => ({ ...row, id: at + 1, project_id: null }));

const buy = (over: Partial<SubsidyCase> = {}): SubsidyCase => ({
  date: '2026-11-21',
  region: 1,
  price_centavos: 7_500_000,
  new_dwelling: true,
  main_residence: true,
  first_home: true,
  resident: true,
  vertical: false,
  family_income_centavos: 150_000,
  rate_percent: 6.25,
  ...over,
});
const told = (over: Partial<SubsidyCase>) => {
  const answer = subsidyFor(rules, buy(over));
  return answer.applies ? [answer.points_percent, answer.months, answer.sure] : answer.reason;
};

describe('preferential interest by law and price (domain.md §4.1)', () => {
  test.each([
    // From 1-1-2026, Región 1
    [{ price_centavos: 5_000_000 }, [5, 96, false]],
    [{ price_centavos: 5_000_001 }, [4.5, 84, false]],
    [{ price_centavos: 8_000_000 }, [4.5, 84, false]],
    [{ price_centavos: 8_000_001 }, [4, 84, true]],
    [{ price_centavos: 12_000_000 }, [4, 84, true]],
    // Región 2
    [{ region: 2, price_centavos: 100 }, [5.5, 120, false]],
    [{ region: 2, price_centavos: 8_000_000 }, [5.5, 120, false]],
    [{ region: 2, price_centavos: 8_000_001 }, [4, 84, true]],
    // The day of the change, and the day before
    [{ date: '2026-01-01', price_centavos: 7_490_000 }, [4.5, 84, false]],
    [{ date: '2025-12-31', price_centavos: 7_490_000 }, [4, 120, true]],
    [{ date: '2025-12-31', price_centavos: 8_000_000 }, [4, 120, true]],
    [{ date: '2025-12-31', price_centavos: 8_000_001 }, [4, 96, true]],
    [{ date: '2025-12-31', price_centavos: 12_000_000 }, [4, 96, true]],
    [{ date: '2025-12-31', price_centavos: 12_000_001, vertical: true }, [2, 60, true]],
    [{ date: '2025-12-31', price_centavos: 15_000_001, vertical: true }, [1.5, 60, true]],
    // The earlier rule: the whole interest
    [{ date: '2025-12-31', price_centavos: 4_500_000 }, [6.25, 180, false]],
    [{ date: '2025-12-31', price_centavos: 4_500_001 }, [4, 120, true]],
    // Never more than the bank's own rate
    [{ price_centavos: 5_000_000, rate_percent: 3 }, [3, 96, false]],
  ] satisfies [Partial<SubsidyCase>, unknown][])('%j → %j', (over, expected) => {
    expect(told(over)).toEqual(expected);
  });

  test.each([
    [{ price_centavos: 12_000_001 }, /pasa del tope de USD\s120,000\.00/],
    [{ new_dwelling: false }, /viviendas nuevas/],
    [{ main_residence: false }, /vivienda principal/],
    [{ first_home: false }, /una sola vez/],
    [{ resident: false }, /panameños y residentes/],
    [{ date: '2025-12-31', price_centavos: 12_000_001 }, /en edificio/],
    [
      { date: '2025-12-31', region: 2, price_centavos: 15_000_001, vertical: true },
      /tope de USD\s150,000\.00/,
    ],
    [{ date: '2019-12-31' }, /No hay reglas/],
    [{ rate_percent: 0 }, /tasa del banco es cero/],
  ] satisfies [Partial<SubsidyCase>, RegExp][])('%j: none, and why', (over, reason) => {
    expect(told(over)).toMatch(reason);
  });

  test('an income limit needs the income and is exact to the cent', () => {
    const limited = rules.map((row) => ({ ...row, income_max_centavos: 300_000 }));
    const with_ = (family_income_centavos: number | null) =>
      subsidyFor(limited, buy({ family_income_centavos }));
    expect(with_(300_000).applies).toBe(true);
    expect(with_(300_001)).toMatchObject({ applies: false, reason: expect.stringContaining('pasa de') });
    expect(with_(null)).toMatchObject({
      applies: false,
      reason: expect.stringContaining('Falta el ingreso'),
    });
  });

  test('a maximum share of the rate limits the points', () => {
    const capped = rules.map((row) => ({ ...row, share_max_percent: 85 }));
    expect(subsidyFor(capped, buy({ price_centavos: 5_000_000, rate_percent: 5 }))).toMatchObject({
      points_percent: 4.25,
    });
  });

  test('at most one rule applies to a price on any day', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('2024-06-01', '2025-12-31', '2026-01-01', '2030-01-01'),
        fc.constantFrom<1 | 2>(1, 2),
        fc.integer({ min: 0, max: 20_000_000 }),
        (date, region, price) => {
          const there = rules.filter(
            (row) =>
              (row.region ?? region) === region &&
              row.valid_from <= date &&
              date <= (row.valid_to ?? date) &&
              row.min_centavos <= price &&
              price <= row.max_centavos,
          );
          expect(there.length).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('the installment and its recalculation (domain.md §4.4)', () => {
  test.each([
    [1.75, 26_257],
    [2.25, 28_095],
    [6.25, 45_255],
    [7.25, 50_140],
  ])('USD 73,500 at %d %% over 360 months', (rate, cents) => {
    expect(installmentOf(7_350_000, rate, 360)).toBe(cents);
  });

  test('after 84 months at 1.75 % the balance is recalculated at 6.25 %', () => {
    expect(balanceAfter(7_350_000, 1.75, 360, 84)).toBe(5_962_515);
    expect(installmentOf(5_962_515, 6.25, 276)).toBe(40_776);
    expect(incomeNeeded(7_350_000, 1.75, 360, 30)).toBe(87_525);
  });

  test('a plan shows both installments and the one after the subsidy', () => {
    const plan = planLoan({
      principal_centavos: 7_350_000,
      rate_percent: 6.25,
      months: 360,
      feci: false,
      subsidy: { points_percent: 4.5, months: 84 },
    });
    expect(plan.without.installment_centavos).toBe(45_255);
    expect(plan.with).toMatchObject({ rate_percent: 1.75, months: 84, installment_centavos: 26_257 });
    expect(plan.after).toEqual({
      rate_percent: 6.25,
      months: 276,
      balance_centavos: 5_962_515,
      installment_centavos: 40_776,
    });
    expect(plan.with!.total_centavos).toBe(26_257 * 84 + 40_776 * 276);
  });

  test('FECI adds one point', () => {
    const { without } = planLoan({
      principal_centavos: 7_350_000,
      rate_percent: 6.25,
      months: 360,
      feci: true,
      subsidy: null,
    });
    expect(without).toMatchObject({ rate_percent: 7.25, installment_centavos: 50_140 });
  });

  test('without interest the principal is divided; a subsidy for the whole term leaves no later part', () => {
    expect(installmentOf(120_000, 0, 12)).toBe(10_000);
    const plan = planLoan({
      principal_centavos: 1_000_000,
      rate_percent: 6,
      months: 60,
      feci: false,
      subsidy: { points_percent: 6, months: 180 },
    });
    expect(plan.with).toMatchObject({ rate_percent: 0, months: 60, installment_centavos: 16_667 });
    expect(plan.after).toBeNull();
  });

  const loan = fc.record({
    principal_centavos: fc.integer({ min: 1, max: 20_000_000 }),
    rate_percent: fc.integer({ min: 0, max: 15_000 }).map((n) => n / 1000),
    months: fc.integer({ min: 1, max: 420 }),
    feci: fc.boolean(),
  });

  test('a subsidy never costs more, and no amount is negative', () => {
    fc.assert(
      fc.property(
        loan,
        fc.integer({ min: 1, max: 5500 }),
        fc.integer({ min: 1, max: 120 }),
        (terms, points, months) => {
          const points_percent = Math.min(points / 1000, terms.rate_percent);
          const plan = planLoan({ ...terms, subsidy: { points_percent, months } });
          const again = planLoan({ ...terms, subsidy: { points_percent, months } });
          expect(plan).toEqual(again);
          expect(plan.with!.installment_centavos).toBeLessThanOrEqual(plan.without.installment_centavos);
          expect(plan.with!.rate_percent).toBeGreaterThanOrEqual(0);
          expect(plan.with!.installment_centavos).toBeGreaterThanOrEqual(0);
          expect(plan.after?.balance_centavos ?? 0).toBeLessThanOrEqual(terms.principal_centavos);
          expect(plan.after?.balance_centavos ?? 0).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  test('a larger loan never has a smaller installment, and a longer loan never a larger one', () => {
    fc.assert(
      fc.property(
        loan,
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 60 }),
        (terms, more, longer) => {
          const { principal_centavos: cents, rate_percent: rate, months } = terms;
          const cuota = installmentOf(cents, rate, months);
          expect(installmentOf(cents + more, rate, months)).toBeGreaterThanOrEqual(cuota);
          expect(installmentOf(cents, rate, months + longer)).toBeLessThanOrEqual(cuota);
        },
      ),
    );
  });
});

describe('the debt ratio', () => {
  const limits = { housing_green: 30, housing_amber: 35, debts_max: 50 };
  const loanOf = (installment_centavos: number, helped: number | null = null): LoanPlan => ({
    without: { rate_percent: 6, installment_centavos, total_centavos: 0 },
    with:
      helped === null
        ? null
        : { rate_percent: 2, months: 84, installment_centavos: helped, total_centavos: 0, saved_centavos: 0 },
    after: null,
  });
  const light = (cuota: number, debts_centavos: number, income_centavos: number | null) =>
    debtVerdict(loanOf(cuota), { debts_centavos, income_centavos }, limits)?.light ?? null;

  test('the subsidized installment decides when it exists, and the commercial one is computed too', () => {
    expect(
      debtVerdict(loanOf(39_040, 22_650), { debts_centavos: 13_640, income_centavos: 100_000 }, limits),
    ).toMatchObject({
      decides: 'preferencial',
      light: 'verde',
      preferencial: { housing_percent: 22.65, total_percent: 36.29, light: 'verde' },
      comercial: { housing_percent: 39.04, total_percent: 52.68, light: 'rojo' },
    });
    expect(
      debtVerdict(loanOf(39_040), { debts_centavos: 0, income_centavos: 100_000 }, limits),
    ).toMatchObject({ decides: 'comercial', preferencial: null, light: 'rojo' });
  });

  test.each([
    [30_000, 0, 100_000, 'verde'],
    [30_001, 0, 100_000, 'ambar'],
    [35_000, 0, 100_000, 'ambar'],
    [35_001, 0, 100_000, 'rojo'],
    [30_000, 20_000, 100_000, 'verde'],
    [30_000, 20_001, 100_000, 'rojo'],
    [30_000, 0, null, null],
    [30_000, 0, 0, null],
  ])('%d and debts of %d with an income of %j: %s', (cuota, debts, income, expected) => {
    expect(light(cuota, debts, income)).toBe(expected);
  });
});

describe('closing costs', () => {
  const on = (date: string, over = {}) =>
    costsOf(costs, { date, project_id: 1, price_centavos: 7_500_000, loan_centavos: 7_350_000, ...over });
  const named = (date: string) => Object.fromEntries(on(date).map(({ code, centavos }) => [code, centavos]));

  test('depend on the day: the transfer tax came back in 2026, and the seller pays it', () => {
    expect(named('2026-11-21')).toEqual({
      comision_bancaria: 73_500,
      gastos_legales: 100_000,
      itbi: 150_000,
      timbres: 7_500,
    });
    expect(named('2025-12-31')['itbi']).toBe(0);
    expect(on('2026-11-21').find(({ code }) => code === 'itbi')?.payer).toBe('promotora');
  });

  test("a project's own row stands before the general one; without a loan its costs are not there", () => {
    const own = { ...costs[0]!, id: 99, project_id: 1, amount_centavos: 120_000 };
    const lines = costsOf([...costs, own], {
      date: '2026-11-21',
      project_id: 1,
      price_centavos: 7_500_000,
      loan_centavos: 0,
    });
    expect(lines.filter(({ code }) => code === 'gastos_legales').map(({ centavos }) => centavos)).toEqual([
      120_000,
    ]);
    expect(lines.some(({ code }) => code === 'comision_bancaria')).toBe(false);
  });
});
