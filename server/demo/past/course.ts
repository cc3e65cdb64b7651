import type { Course } from '../large/course.ts';

const DAY = 86_400_000;

/** Sales of the past. */
export const COUNT = 330;
const SEED = 2026;
/** Each sale has its own numbers, so that the same sales are told again whatever the ones before needed. */
export const seedOf = (saleId: number): number => SEED + saleId * 7919;

/** Fifteen months of a growing company, until the first of the demo's own sales. */
export const PAST: Course = {
  oldest: 455 * DAY,
  newest: 18 * DAY,
  growth: 1.25,
  where: [
    [45, [[3, 8], [4, 6], [5, 14], [6, 40], [8, 6], [16, 14], [17, 12]]],
    [90, [[6, 20], [7, 4], [8, 16], [9, 14], [10, 22], [16, 14], [17, 10]]],
    [180, [[8, 3], [9, 5], [10, 38], [11, 20], [7, 2], [12, 5], [13, 4], [16, 14], [17, 9]]],
    [270, [[10, 8], [11, 12], [12, 10], [13, 8], [14, 42], [16, 11], [17, 7], [18, 2]]],
    [Infinity, [[11, 3], [13, 3], [14, 76], [16, 10], [17, 6], [18, 2]]],
  ],
  advised: 0.8,
  refunded: 0.4,
  missed: 0.1,
  others: 1.2,
}; // prettier-ignore
