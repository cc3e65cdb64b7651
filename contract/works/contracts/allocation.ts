/**
 * Splits an integer by weights, exactly: each part is floored, then the largest remainders get one more, the first on a
 * tie. All weights zero: evenly. Weights and total are integers of at least 0; no floating point.
 */
export function shares(total: number, weights: readonly number[]): number[] {
  const even = weights.every((weight) => weight === 0);
  const parts = weights.map((weight) => BigInt(even ? 1 : weight));
  const sum = parts.reduce((all, part) => all + part, 0n);
  if (sum === 0n) return [];
  const whole = BigInt(total);
  const split = parts.map((part, at) => ({ at, floor: (whole * part) / sum, rest: (whole * part) % sum }));
  const left = Number(whole - split.reduce((all, { floor }) => all + floor, 0n));
  const larger = new Set(
    split
      .toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
      .slice(0, left)
      .map(({ at }) => at),
  );
  return split.map(({ floor, at }) => Number(floor) + (larger.has(at) ? 1 : 0));
}

/** Splits an integer in equal parts, exactly. */
export const evenly = (total: number, count: number): number[] =>
  shares(
    total,
    Array.from({ length: count }, () => 1),
  );

/** Quantity (up to three decimals) × price in centavos, rounded half up, without floating point. */
export const itemCents = (quantity: number, priceCents: number): number => {
  const product = BigInt(Math.round(quantity * 1000)) * BigInt(priceCents);
  const half = product < 0n ? -500n : 500n;
  return Number((product + half) / 1000n);
};

/** A part of an amount in centavos by basis points, rounded half up. */
export const bpOf = (cents: number, bp: number): number =>
  Number((BigInt(cents) * BigInt(bp) + (cents < 0 ? -5_000n : 5_000n)) / 10_000n);
