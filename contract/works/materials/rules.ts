import { bpOf } from '#contract/works/contracts/allocation.ts';

/** Basis points of the ITBMS on materials (domain.md §4.6). */
export const ITBMS_BP = 700;

/** Sums of quantities, without the error of binary fractions: three decimals. */
export const round3 = (value: number): number => Math.round(value * 1000) / 1000;

/** `12.5 saco`. */
export const quantityText = (quantity: number, unit: string): string =>
  `${quantity.toLocaleString('en-US', { maximumFractionDigits: 3 })} ${unit}`.trim();

/** ITBMS in centavos of a sum of taxed lines, rounded once. */
export const itbmsOf = (taxedCents: number): number => bpOf(taxedCents, ITBMS_BP);
