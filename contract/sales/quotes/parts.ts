import { addMonths } from '#contract/dates.ts';

/** Terms of a plan for the down payment (abono: the part of the price that the buyer pays during construction). */
export interface PlanTerms {
  /** Amount to pay in installments, in centavos. */
  cents: number;
  /** 0: everything on the first day. */
  months: number;
  /** YYYY-MM-DD */
  firstOn: string;
}
export interface PlanPart {
  part: number;
  dueOn: string;
  cents: number;
}

/** Level monthly parts with an exact sum: the last part includes the remainder. Parts of zero are left out. */
export function planParts({ cents, months, firstOn }: PlanTerms): PlanPart[] {
  const count = Math.max(1, Math.min(months, cents));
  if (cents <= 0) return [];
  const level = Math.floor(cents / count);
  return Array.from({ length: count }, (_, at) => ({
    part: at + 1,
    dueOn: addMonths(firstOn, at),
    cents: at === count - 1 ? cents - level * (count - 1) : level,
  }));
}
