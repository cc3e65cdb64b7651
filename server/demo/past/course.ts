import { DAY_MS } from '#contract/dates.ts';
import type { Course } from '../large/course.ts';

/** Sales of the past. */
export const COUNT = 330;
const SEED = 2026;
/** Each sale has its own numbers, so that the same sales are told again whatever the ones before needed. */
export const seedOf = (saleId: number): number => SEED + saleId * 7919;

/** Fifteen months of a growing company, until the first of the demo's own sales. */
export const PAST: Course = {
  oldest: 455 * DAY_MS,
  newest: 18 * DAY_MS,
  growth: 1.25,
  // By the usual days of each state: nobody is stuck for months, and old sales that expired were closed.
  where: [
    [45, [[3, 8], [4, 6], [5, 14], [6, 42], [8, 8], [16, 18], [17, 4]]],
    [90, [[6, 10], [7, 3], [8, 18], [9, 14], [10, 33], [16, 22]]],
    [130, [[9, 3], [10, 61], [11, 14], [16, 22]]],
    [180, [[10, 10], [11, 52], [12, 17], [16, 20], [18, 1]]],
    [220, [[12, 12], [13, 28], [14, 40], [16, 18], [18, 2]]],
    [Infinity, [[14, 80], [16, 18], [18, 2]]],
  ],
  advised: 0.8,
  refunded: 0.4,
  missed: 0.1,
  others: 1.2,
}; // prettier-ignore
