import { addDays, addMonths, dayNumber } from '#contract/dates.ts';
import { roundHalfUp } from '#contract/money.ts';

/** How days count for interest. The rows of a loan say which. */
export const DAY_COUNTS = {
  real_360: 'Días reales / 360',
  real_365: 'Días reales / 365',
  treinta_360: 'Meses de 30 días / 360',
} as const;
export type DayCount = keyof typeof DAY_COUNTS;
export const DAY_COUNT_NAMES = Object.keys(DAY_COUNTS) as [DayCount, ...DayCount[]];

/** Parts of a percent that a rate may have: four decimals. */
const RATE_PARTS = 10_000;

export interface DatedRate {
  /** The first day of the rate, YYYY-MM-DD. */
  from: string;
  /** Annual percent 0-100, up to four decimals. */
  rate: number;
}
/** Capital that came (positive) or was paid (negative), in centavos: it counts from the end of its day. */
export interface CapitalMove {
  day: string;
  cents: number;
}
export interface LoanTerms {
  dayCount: DayCount;
  rates: readonly DatedRate[];
  moves: readonly CapitalMove[];
}

/** A number for a day whose differences are the days that count. */
function countedDay(dayCount: DayCount, day: string): number {
  if (dayCount !== 'treinta_360') return dayNumber(day);
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return year * 360 + month * 30 + Math.min(date, 30);
}

/** The capital at the end of a day, in centavos. */
export const balanceOn = (moves: readonly CapitalMove[], day: string): number =>
  moves.reduce((sum, move) => (move.day <= day ? sum + move.cents : sum), 0);

const rateOn = (rates: readonly DatedRate[], day: string): number => {
  let found: DatedRate | undefined;
  for (const one of rates) if (one.from <= day && (!found || one.from >= found.from)) found = one;
  return found?.rate ?? 0;
};

/**
 * The interest of the days `from` to `until`, both included, in centavos: of each day the capital at its end by the rate of
 * that day. Exact until the end, where it is rounded once, half up; nothing of days with a negative capital.
 */
export function interestOf(terms: LoanTerms, from: string, until: string): number {
  if (until < from) return 0;
  const end = addDays(until, 1);
  const cuts = new Set([from]);
  for (const day of [...terms.moves.map((move) => move.day), ...terms.rates.map((rate) => rate.from)])
    if (day > from && day < end) cuts.add(day);
  const days = [...cuts].toSorted();
  const year = terms.dayCount === 'real_365' ? 365n : 360n;
  let parts = 0n;
  for (const [at, day] of days.entries()) {
    const next = days[at + 1] ?? end;
    const counted = countedDay(terms.dayCount, next) - countedDay(terms.dayCount, day);
    const rate = roundHalfUp(rateOn(terms.rates, day) * RATE_PARTS);
    parts += BigInt(Math.max(0, balanceOn(terms.moves, day))) * BigInt(rate) * BigInt(counted);
  }
  const whole = year * BigInt(RATE_PARTS) * 100n;
  return Number((parts + whole / 2n) / whole);
}

/** The interest of one month, until its last day or the day until which it is known. */
export interface InterestMonth {
  /** 202611 */
  period: number;
  from: string;
  until: string;
  /** Calendar days. */
  days: number;
  cents: number;
}

/** The interest of each month from a day until another, both included. */
export function interestByMonth(terms: LoanTerms, from: string, until: string): InterestMonth[] {
  const months: InterestMonth[] = [];
  for (let start = from; start <= until;) {
    const next = addMonths(`${start.slice(0, 7)}-01`, 1);
    const last = addDays(next, -1);
    const end = last < until ? last : until;
    months.push({
      period: Number(start.slice(0, 4)) * 100 + Number(start.slice(5, 7)),
      from: start,
      until: end,
      days: dayNumber(end) - dayNumber(start) + 1,
      cents: interestOf(terms, start, end),
    });
    start = next;
  }
  return months;
}

export interface ReleasePrice {
  /** Of one model or one lot; neither: of every house. */
  modelId: number | null;
  lotId: number | null;
  /** A fixed amount; else a percent of the sale's price with a least amount. */
  cents: number | null;
  percent: number | null;
  leastCents: number;
}

/** The price that holds for a house: of its lot, else of its model, else of every house. */
export const priceFor = <P extends Pick<ReleasePrice, 'modelId' | 'lotId'>>(
  prices: readonly P[],
  house: { lotId: number; modelId: number | null },
): P | undefined =>
  prices.find(({ lotId }) => lotId === house.lotId) ??
  prices.find(({ lotId, modelId }) => lotId === null && modelId !== null && modelId === house.modelId) ??
  prices.find(({ lotId, modelId }) => lotId === null && modelId === null);
