import { incomeNeeded, planLoan, type LoanPlan } from '#contract/projects/interest/loan.ts';
import type { ClosingCost, InterestRule, LendingLimits } from '#contract/projects/interest/model.ts';
import {
  costsOf,
  debtVerdict,
  subsidyFor,
  type CostLine,
  type DebtVerdict,
  type Subsidy,
} from '#contract/projects/interest/rules.ts';
import { formatPercent, percentOf, roundHalfUp } from '#contract/money.ts';
import { planParts } from './parts.ts';
import { addMonths } from '#contract/dates.ts';
import type { QuoteTerms } from './model.ts';

/** Inputs of a quote, stored with it: the same inputs always give the same result. */
export interface QuoteInput {
  /** Day of the quote. */
  date: string;
  project_id: number;
  region: 1 | 2;
  model_centavos: number;
  lot_premium_centavos: number;
  separation_centavos: number;
  terms: QuoteTerms;
  rules: readonly InterestRule[];
  costs: readonly ClosingCost[];
  limits: LendingLimits & { financing_max: number };
}

export interface QuotePart {
  kind: 'separacion' | 'abono' | 'cuota' | 'hipoteca' | 'saldo';
  /** 1 … for monthly parts. */
  number: number | null;
  due_on: string | null;
  centavos: number;
}

export interface QuoteResult {
  list_centavos: number;
  extras_centavos: number;
  discount_centavos: number;
  price_centavos: number;
  down_centavos: number;
  /** Percent of the price, two decimals. */
  down_percent: number;
  /** They add up to the price. */
  parts: QuotePart[];
  financed_centavos: number;
  subsidy: Subsidy | null;
  loan: LoanPlan | null;
  /** First installment, with the subsidy when it applies. Null in cash. */
  monthly_centavos: number | null;
  costs: CostLine[];
  /** Costs that the buyer pays. */
  costs_centavos: number;
  /** All payments of the buyer, without insurance. */
  total_centavos: number;
  income_needed_centavos: number | null;
  ratio: DebtVerdict | null;
  /** Notes for staff, as sentences. */
  notes: string[];
}

/** Discount as percent of the list price, four decimals, rounded up so that rounding never passes a limit. */
export const discountPercent = (discount: number, list: number) =>
  list <= 0 ? 0 : Math.ceil((discount * 1_000_000) / list) / 10_000;

/** Computes a quote. Pure. Impossible amounts (a down payment above the price) are limited. */
export function computeQuote(input: QuoteInput): QuoteResult {
  const { terms, limits } = input;
  const list = input.model_centavos + input.lot_premium_centavos;
  const extras = terms.extras.reduce((sum, one) => sum + one.centavos, 0);
  const discount = Math.min(terms.descuento_centavos, list);
  const price = list + extras - discount;
  const down = Math.min(price, terms.abono_centavos ?? percentOf(price, terms.abono_percent));
  const rest = price - down;
  const cash = terms.forma_pago === 'contado';
  const financed = cash ? 0 : rest;
  const subsidy = financed > 0 ? subsidyFor(input.rules, caseOf(input, price)) : null;
  const loan =
    financed > 0
      ? planLoan({
          principal_centavos: financed,
          rate_percent: terms.tasa_percent,
          months: terms.plazo_meses,
          feci: terms.feci,
          subsidy: subsidy?.applies ? subsidy : null,
        })
      : null;
  const monthly = loan ? (loan.with ?? loan.without).installment_centavos : null;
  const costs = costsOf(input.costs, {
    date: input.date,
    project_id: input.project_id,
    price_centavos: price,
    loan_centavos: financed,
  });
  const mine = costs.filter(({ payer }) => payer === 'comprador').reduce((sum, one) => sum + one.centavos, 0);
  const credit = loan ? (loan.with ?? loan.without).total_centavos : rest;
  return {
    list_centavos: list,
    extras_centavos: extras,
    discount_centavos: discount,
    price_centavos: price,
    down_centavos: down,
    down_percent: price === 0 ? 0 : roundHalfUp((down * 10_000) / price) / 100,
    parts: partsOf(input, down, rest),
    financed_centavos: financed,
    subsidy,
    loan,
    monthly_centavos: monthly,
    costs,
    costs_centavos: mine,
    total_centavos: down + credit + mine,
    income_needed_centavos: loan
      ? incomeNeeded(
          financed,
          (loan.with ?? loan.without).rate_percent,
          terms.plazo_meses,
          limits.housing_green,
        )
      : null,
    ratio: loan && verdictOf(loan, terms, limits),
    notes: notesOf(input, { price, financed, subsidy }),
  };
}

/** Verdict on a quote's loan; also for stored quotes from before both installments were computed. */
export const verdictOf = (
  loan: LoanPlan,
  terms: Pick<QuoteTerms, 'deudas_centavos' | 'ingreso_centavos'>,
  limits: LendingLimits,
): DebtVerdict | null =>
  debtVerdict(
    loan,
    { debts_centavos: terms.deudas_centavos, income_centavos: terms.ingreso_centavos },
    limits,
  );

const caseOf = ({ date, region, terms }: QuoteInput, price: number) => ({
  date,
  region,
  price_centavos: price,
  new_dwelling: true,
  main_residence: terms.vivienda_principal,
  first_home: terms.primera_vivienda,
  resident: terms.residente,
  vertical: terms.en_edificio,
  family_income_centavos: terms.ingreso_centavos,
  rate_percent: terms.tasa_percent,
});

/** Payment schedule: separation, rest of the down payment in equal months, then bank loan or balance. */
function partsOf({ date, separation_centavos, terms }: QuoteInput, down: number, rest: number): QuotePart[] {
  const separation = Math.min(separation_centavos, down);
  const left = down - separation;
  const first = terms.primera_cuota ?? addMonths(date, 1);
  const installments = planParts({ cents: left, months: terms.cuotas, firstOn: first });
  return [
    { kind: 'separacion' as const, number: null, due_on: date, centavos: separation },
    ...installments.map(({ part, dueOn, cents }) => ({
      kind: terms.cuotas === 0 ? ('abono' as const) : ('cuota' as const),
      number: terms.cuotas === 0 ? null : part,
      due_on: dueOn,
      centavos: cents,
    })),
    {
      kind: terms.forma_pago === 'contado' ? ('saldo' as const) : ('hipoteca' as const),
      number: null,
      due_on: null,
      centavos: rest,
    },
  ].filter(({ centavos }) => centavos > 0);
}

function notesOf(
  { terms, limits }: QuoteInput,
  { price, financed, subsidy }: { price: number; financed: number; subsidy: Subsidy | null },
): string[] {
  const notes: string[] = [];
  if (financed * 100 > price * limits.financing_max)
    notes.push(
      `Los bancos financian hasta ${formatPercent(limits.financing_max)} del precio: sube el abono.`,
    );
  if (subsidy?.applies && !subsidy.sure)
    notes.push('Los puntos de este tramo están por confirmar con el texto de la ley.');
  if (subsidy?.applies === true && terms.feci)
    notes.push('La hipoteca de vivienda principal suele estar exenta de FECI.');
  return notes;
}
