import { roundHalfUp } from '#contract/money.ts';

/**
 * Mortgage arithmetic (domain.md §4.4): percents 0-100, money in centavos, rounded half up once at the end. The balance
 * uses the unrounded installment, as bank tables do.
 */

/** Points per year that FECI adds to the rate. */
export const FECI_POINTS = 1;

/** Percents have three decimals: added as integer thousandths to stay exact. */
const milli = (percent: number) => roundHalfUp(percent * 1000);
export const plusPercent = (a: number, b: number) => (milli(a) + milli(b)) / 1000;
export const minusPercent = (a: number, b: number) => (milli(a) - milli(b)) / 1000;

const monthly = (rate: number) => milli(rate) / 1_200_000;

function exactInstallment(principal: number, rate: number, months: number): number {
  const i = monthly(rate);
  return i === 0 ? principal / months : (principal * i) / (1 - (1 + i) ** -months);
}

/** Level installment (letra) in centavos. */
export const installmentOf = (principal: number, rate: number, months: number) =>
  roundHalfUp(exactInstallment(principal, rate, months));

/** Balance after `paid` installments, in centavos. */
export function balanceAfter(principal: number, rate: number, months: number, paid: number): number {
  if (paid >= months) return 0;
  const i = monthly(rate);
  const cuota = exactInstallment(principal, rate, months);
  const left =
    i === 0 ? principal - cuota * paid : principal * (1 + i) ** paid - (cuota * ((1 + i) ** paid - 1)) / i;
  return Math.max(0, roundHalfUp(left));
}

/** Family income of which the installment is `share` percent, in centavos. */
export const incomeNeeded = (principal: number, rate: number, months: number, share: number) =>
  share <= 0 ? 0 : roundHalfUp((exactInstallment(principal, rate, months) * 100) / share);

export interface LoanTerms {
  principal_centavos: number;
  /** The bank's own rate. */
  rate_percent: number;
  months: number;
  feci: boolean;
  subsidy: { points_percent: number; months: number } | null;
}

/** The same loan without and with subsidy, and after the subsidy ends. */
export interface LoanPlan {
  /** At the bank's rate for the whole term. */
  without: { rate_percent: number; installment_centavos: number; total_centavos: number };
  /** During the subsidy; null without one. */
  with: {
    rate_percent: number;
    months: number;
    installment_centavos: number;
    /** Of all installments, including those after the subsidy. */
    total_centavos: number;
    saved_centavos: number;
  } | null;
  /** Recalculated at the bank's rate for the remaining months; null when the subsidy covers the whole term. */
  after: {
    rate_percent: number;
    months: number;
    balance_centavos: number;
    installment_centavos: number;
  } | null;
}

/** Computes a loan. `months` is at least 1. */
export function planLoan({
  principal_centavos: principal,
  rate_percent,
  months,
  feci,
  subsidy,
}: LoanTerms): LoanPlan {
  const full = feci ? plusPercent(rate_percent, FECI_POINTS) : rate_percent;
  const plain = installmentOf(principal, full, months);
  const without = { rate_percent: full, installment_centavos: plain, total_centavos: plain * months };
  if (!subsidy || principal === 0) return { without, with: null, after: null };
  const rate = Math.max(0, minusPercent(full, subsidy.points_percent));
  const helped = Math.min(subsidy.months, months);
  const cuota = installmentOf(principal, rate, months);
  const left = months - helped;
  const balance = balanceAfter(principal, rate, months, helped);
  const after =
    left === 0
      ? null
      : {
          rate_percent: full,
          months: left,
          balance_centavos: balance,
          installment_centavos: installmentOf(balance, full, left),
        };
  const total = cuota * helped + (after ? after.installment_centavos * left : 0);
  return {
    without,
    with: {
      rate_percent: rate,
      months: helped,
      installment_centavos: cuota,
      total_centavos: total,
      saved_centavos: Math.max(0, without.total_centavos - total),
    },
    after,
  };
}
