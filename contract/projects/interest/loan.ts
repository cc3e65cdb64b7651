import { roundHalfUp } from '#contract/money.ts';

/**
 * The mortgage's arithmetic (domain.md §4.4): percents as 0-100, money in cents, rounded half-up once, at the end. The balance is
 * taken from the unrounded installment, as banks' own tables do.
 */

/** What FECI adds to the rate, points a year. */
export const FECI_POINTS = 1;

/** Percents are exact to three decimals: kept as whole thousandths while they are added. */
const milli = (percent: number) => roundHalfUp(percent * 1000);
export const plusPercent = (a: number, b: number) => (milli(a) + milli(b)) / 1000;
export const minusPercent = (a: number, b: number) => (milli(a) - milli(b)) / 1000;

const monthly = (rate: number) => milli(rate) / 1_200_000;

function exactInstallment(principal: number, rate: number, months: number): number {
  const i = monthly(rate);
  return i === 0 ? principal / months : (principal * i) / (1 - (1 + i) ** -months);
}

/** Level installment (letra) in cents. */
export const installmentOf = (principal: number, rate: number, months: number) =>
  roundHalfUp(exactInstallment(principal, rate, months));

/** What is still owed after `paid` installments, in cents. */
export function balanceAfter(principal: number, rate: number, months: number, paid: number): number {
  if (paid >= months) return 0;
  const i = monthly(rate);
  const cuota = exactInstallment(principal, rate, months);
  const left =
    i === 0 ? principal - cuota * paid : principal * (1 + i) ** paid - (cuota * ((1 + i) ** paid - 1)) / i;
  return Math.max(0, roundHalfUp(left));
}

/** Family income at which the installment is `share` percent of it, in cents. */
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

/** The same loan without help and with it, and what is paid once the help ends. */
export interface LoanPlan {
  /** At the bank's rate from first to last. */
  without: { rate_percent: number; installment_centavos: number; total_centavos: number };
  /** While the state helps, null where it does not. */
  with: {
    rate_percent: number;
    months: number;
    installment_centavos: number;
    /** Of all installments, the ones after the help among them. */
    total_centavos: number;
    saved_centavos: number;
  } | null;
  /** Recast at the bank's rate over the months that are left; null when the help lasts to the end. */
  after: {
    rate_percent: number;
    months: number;
    balance_centavos: number;
    installment_centavos: number;
  } | null;
}

/** Works a loan out. `months` at least 1. */
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
