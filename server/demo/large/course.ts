import { DAY_MS } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { CELL, STAGES } from '#contract/sales/board/cards.ts';
import type { Random } from './people.ts';

type Shares = readonly (readonly [state: number, share: number])[];

/** How the sales of a company came in, and what became of them. */
export interface Course {
  /** Ages of the first and the last sale (ms). */
  oldest: number;
  newest: number;
  /** 1: equally many each month; more: the later months have more. */
  growth: number;
  /** The distribution of states by a sale's age, in percent. */
  where: readonly (readonly [days: number, shares: Shares])[];
  /** Share of the sales with an adviser. */
  advised: number;
  /** Share of the withdrawn sales whose separation was paid, and refunded. */
  refunded: number;
  /** Share of the due installments that nobody paid. */
  missed: number;
  /** Prospects per sale that did not buy (yet). */
  others: number;
}

const YEARS: Course['where'] = [
  [1.5, [[1, 35], [2, 45], [3, 20]]],
  [30, [[1, 8], [2, 14], [3, 34], [4, 14], [5, 14], [16, 7], [17, 9]]],
  [120, [[3, 7], [4, 5], [5, 14], [6, 36], [7, 4], [8, 12], [9, 7], [16, 8], [17, 7]]],
  [400, [[8, 7], [9, 8], [10, 25], [11, 26], [12, 10], [13, 6], [16, 10], [17, 8]]],
  [Infinity, [[14, 16], [15, 64], [16, 10], [17, 8], [18, 1], [19, 1]]],
]; // prettier-ignore

/** A large company: seven years that end now. */
export const SEVEN_YEARS: Course = {
  oldest: 7 * 365 * DAY_MS,
  newest: DAY_MS / 24,
  growth: 1.1,
  where: YEARS,
  advised: 0.4,
  refunded: 0.1,
  missed: 0.04,
  others: 0.4,
};

/** Usual days in a state before the next one. */
const DAYS: Readonly<Record<number, number>> = {
  1: 0.6, 2: 1.5, 3: 4, 4: 5, 5: 6, 6: 20, 7: 12, 8: 15, 9: 10, 10: 60, 11: 45, 12: 20, 13: 15, 14: 90,
}; // prettier-ignore

/** The state of a sale that began so many days ago. */
export function stateAt(days: number, { where }: Course, random: Random): number {
  const [, shares] = where.find(([most]) => days < most)!;
  let left = random() * 100;
  for (const [state, share] of shares) if ((left -= share) < 0) return state;
  return shares[0]![0];
}

/** The states from the draft to a state (domain.md §3). */
export function wayTo(state: number, cash: boolean): number[] {
  if (state === SALE.withdrawn) return [1, 2, 3, 16];
  if (state === SALE.expired) return [1, 2, 17];
  if (state === SALE.papersMissing) return [1, 2, 3, 4];
  const whole = cash
    ? [1, 2, 3, 5, 9, 10, 11, 12, 13, 14, 15]
    : [1, 2, 3, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15];
  if (state === SALE.rescinded || state === SALE.ceded) return [...whole.slice(0, whole.indexOf(11)), state];
  if (state === SALE.rejectedByBanks) return [1, 2, 3, 5, 6, 7];
  const end = whole.indexOf(state);
  // A cash sale never goes to a bank: it is at the signing of its promise instead.
  return end < 0 ? wayTo(SALE.promiseSigning, true) : whole.slice(0, end + 1);
}

/** When each state began (ms): after its usual duration, or faster if the sale is younger than that. */
export function timesOf(way: readonly number[], began: number, now: number, random: Random): number[] {
  const waits = way.slice(0, -1).map((state) => (DAYS[state] ?? 5) * DAY_MS * (0.4 + random() * 1.2));
  const sum = waits.reduce((all, wait) => all + wait, 0);
  const pace = Math.min(1, ((now - began) * 0.9) / Math.max(1, sum));
  const times = [began];
  for (const wait of waits) times.push(Math.round(times.at(-1)! + wait * pace));
  return times;
}

/** Number of completed stages (of 12) in each later state. */
const BEHIND: Readonly<Record<number, number>> = {
  6: 3, 7: 3, 8: 5, 9: 5, 10: 6, 11: 8, 12: 10, 13: 11, 14: 12, 15: 12, 18: 6, 19: 6,
}; // prettier-ignore

/** The stages of a sale after its documents are complete; for earlier states the product's own rule applies. */
export const laterStages = (state: number, cash: boolean): number[] =>
  STAGES.map((_, at) => {
    if (cash && at >= 2 && at <= 4) return CELL.notApplicable;
    const behind = BEHIND[state] ?? 2;
    if (at < behind) return CELL.done;
    return at === behind ? (state >= SALE.rescinded ? CELL.blocked : CELL.inProgress) : CELL.notStarted;
  });
