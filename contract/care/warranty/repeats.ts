import type { Part } from '#contract/care/covers/parts.ts';

/** A part of a house that a contractor built in a week (ISO, `2026-W12`). */
export interface Built {
  house: number;
  model: number;
  contractor: number;
  week: string;
  part: Part;
}
/** A defect that was found: from a punch list or a claim. Several of one part of one house count once. */
export type Defect = Pick<Built, 'house' | 'part'>;

/** What a group has in common; what is missing may differ. */
export interface Group {
  part: Part;
  model?: number;
  contractor?: number;
  week?: string;
}

/** Houses that share who built a part, of what model or when, and have its defect more often than chance explains. */
export interface Repeat extends Group {
  /** Houses of the group, and those with the defect, in order. */
  built: number;
  houses: number[];
  /** Share of all other houses with the defect, 0-1. */
  elsewhere: number;
  /** Probability that chance puts so many defects into this group. */
  p: number;
  /** The least error rate at which this group would still be flagged, over all comparisons. */
  adjusted: number;
}

/**
 * Share of companies without a repeated defect that would see a false flag, at most. The tests are exact and the correction
 * of Benjamini and Hochberg covers all comparisons, so the real rate is lower; repeats.test.ts measures it.
 */
export const ERROR_RATE = 0.04;
/** Fewer houses with a defect are a coincidence, whatever their share. */
export const LEAST_HOUSES = 3;

type Level = readonly ('model' | 'contractor' | 'week')[];
/** From the most specific group to the widest. */
const LEVELS: readonly Level[] = [
  ['model', 'contractor', 'week'],
  ['contractor', 'week'],
  ['model', 'contractor'],
  ['contractor'],
  ['model'],
  ['week'],
];

/**
 * The groups of houses (model × contractor × week, and wider) whose defects of a part are more than the company's own rate
 * explains: each has an exact hypergeometric test given the part's total, corrected for all groups that were compared. Of
 * groups that tell of the same houses the most specific stays. Sorted by evidence.
 */
export function findRepeats(
  built: readonly Built[],
  defects: readonly Defect[],
  errorRate = ERROR_RATE,
): Repeat[] {
  const found = [...Map.groupBy(built, ({ part }) => part)].flatMap(([part, rows]) =>
    testPart(part, rows, new Set(defects.filter((one) => one.part === part).map(({ house }) => house))),
  );
  const adjusted = adjust(found.map(({ p }) => p));
  const flagged = found
    .map((one, at) => ({ ...one, adjusted: adjusted[at]! }))
    .filter(({ houses, adjusted: value }) => value <= errorRate && houses.length >= LEAST_HOUSES);
  return flagged
    .filter((one) => !flagged.some((other) => explains(other, one)))
    .toSorted((a, b) => a.p - b.p || b.houses.length - a.houses.length);
}

/** Whether a group tells of the same defect better: it has all its houses with it in fewer houses, or in fewer words. */
function explains(other: Tested, one: Tested): boolean {
  if (other === one || other.part !== one.part) return false;
  const theirs = new Set(other.houses);
  const shared = one.houses.filter((house) => theirs.has(house)).length;
  if (shared * 2 < Math.min(one.houses.length, other.houses.length)) return false;
  return other.p < one.p || (other.p === one.p && other.level < one.level);
}

interface Tested extends Omit<Repeat, 'adjusted'> {
  level: number;
}

function testPart(part: Part, rows: readonly Built[], bad: ReadonlySet<number>): Tested[] {
  const all = new Set(rows.map(({ house }) => house));
  const total = [...all].filter((house) => bad.has(house)).length;
  if (total === 0) return [];
  return LEVELS.flatMap((level, at) =>
    [...Map.groupBy(rows, (row) => level.map((name) => row[name]).join(' '))].flatMap(([, members]) => {
      const houses = new Set(members.map(({ house }) => house));
      // A group of every house, or too small to show anything, is no comparison.
      if (houses.size < LEAST_HOUSES || houses.size === all.size) return [];
      const hit = [...houses].filter((house) => bad.has(house)).toSorted((a, b) => a - b);
      const [first] = members;
      return [
        {
          part,
          level: at,
          ...Object.fromEntries(level.map((name) => [name, first![name]])),
          built: houses.size,
          houses: hit,
          elsewhere: (total - hit.length) / (all.size - houses.size),
          p: upperTail(all.size, total, houses.size, hit.length),
        },
      ];
    }),
  );
}

/** P(X ≥ hit) where X is how many of `marked` among `all` fall into a group of `size` by chance. */
export function upperTail(all: number, marked: number, size: number, hit: number): number {
  const most = Math.min(marked, size);
  let sum = 0;
  for (let k = hit; k <= most; k += 1)
    sum += Math.exp(choose(marked, k) + choose(all - marked, size - k) - choose(all, size));
  return Math.min(1, sum);
}

/** The logarithm of n over k; minus infinity where there is no way. */
const choose = (n: number, k: number): number =>
  k < 0 || k > n ? -Infinity : factorial(n) - factorial(k) - factorial(n - k);

const FACTORIALS: number[] = [0];
function factorial(n: number): number {
  for (let at = FACTORIALS.length; at <= n; at += 1) FACTORIALS.push(FACTORIALS[at - 1]! + Math.log(at));
  return FACTORIALS[n]!;
}

/** Benjamini and Hochberg: for each p the error rate over all of them at which it would be the last one flagged. */
export function adjust(ps: readonly number[]): number[] {
  const order = ps.map((p, at) => ({ p, at })).toSorted((a, b) => b.p - a.p);
  const answer = Array.from({ length: ps.length }, () => 1);
  let least = 1;
  for (const [place, { p, at }] of order.entries()) {
    least = Math.min(least, (p * ps.length) / (ps.length - place));
    answer[at] = least;
  }
  return answer;
}
