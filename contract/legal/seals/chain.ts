import type { ChainEvent } from './model.ts';

/** Sorts keys at every depth, because jsonb and other programs do not keep their original order. */
export const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === 'object' && !(value instanceof Date)
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, one]) => [key, sorted(one)]),
        )
      : value;

/** The exact text whose SHA-256 is the hash of a link: the previous hash and the values, in their order. */
export const linkText = (previousHash: string | null, values: readonly unknown[]): string =>
  JSON.stringify([previousHash, ...values.map(sorted)]);

/** The values of an event that its hash covers, in this order. The page of a bundle calculates them again. */
export const linkValues = ({
  sequence,
  kind,
  at,
  actor,
  detail,
}: Omit<ChainEvent, 'hash' | 'previousHash'>) => [sequence, kind, at, actor, detail] as const;
