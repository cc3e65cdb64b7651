import { addMonths } from '#contract/dates.ts';
import { percentOf } from '#contract/money.ts';

/** The taxes on the sale of a house (domain.md §4.3); the seller pays both. */
export const DEED_TAXES = { itbi: 'ITBI', isr: 'Impuesto sobre la renta' } as const;
export type DeedTaxKind = keyof typeof DEED_TAXES;
export const DEED_TAX_NAMES = Object.keys(DEED_TAXES) as [DeedTaxKind, ...DeedTaxKind[]];

/** isr_general: when the occupancy permit is older than two years, so the rates of new homes no longer apply. */
export const RATE_KINDS = {
  itbi: 'ITBI',
  isr: 'Renta, vivienda nueva',
  isr_general: 'Renta, permiso de más de dos años (adelanto)',
} as const;
export type RateKind = keyof typeof RATE_KINDS;
export const RATE_KIND_NAMES = Object.keys(RATE_KINDS) as [RateKind, ...RateKind[]];

/** Months after the occupancy permit in which the rates of a new home apply (domain.md §4.3). */
const NEW_HOME_MONTHS = 24;

/** A rate with its days. `upToCents`: it is for prices up to this one; null: for any. */
export interface TaxRate {
  kind: RateKind;
  upToCents: number | null;
  percent: number;
  validFrom: string;
  validTo: string | null;
}

/** A computed tax, in centavos; `percent` null when no rate is in force on the day. */
export interface ComputedTax {
  kind: DeedTaxKind;
  baseCents: number;
  percent: number | null;
  cents: number;
}

/** The rate for a price on a day: of those in force, the lowest tier that includes the price. */
export function rateFor(
  rates: readonly TaxRate[],
  kind: RateKind,
  cents: number,
  day: string,
): TaxRate | undefined {
  return rates
    .filter(
      (rate) =>
        rate.kind === kind &&
        rate.validFrom <= day &&
        (rate.validTo === null || rate.validTo >= day) &&
        (rate.upToCents === null || cents <= rate.upToCents),
    )
    .toSorted(
      (a, b) => (a.upToCents ?? Infinity) - (b.upToCents ?? Infinity) || (a.validFrom < b.validFrom ? 1 : -1),
    )[0];
}

/**
 * The taxes of a deed on a day: ITBI on the higher of price and cadastral value, income tax on the price, by the rates in
 * force (domain.md §4.3).
 */
export function taxesOf(
  {
    priceCents,
    cadastralCents,
    permitOn,
  }: {
    priceCents: number;
    cadastralCents: number | null;
    permitOn: string | null;
  },
  rates: readonly TaxRate[],
  day: string,
): ComputedTax[] {
  const old = permitOn !== null && addMonths(permitOn, NEW_HOME_MONTHS) < day;
  const one = (kind: DeedTaxKind, rateKind: RateKind, baseCents: number): ComputedTax => {
    const rate = rateFor(rates, rateKind, baseCents, day);
    return {
      kind,
      baseCents,
      percent: rate?.percent ?? null,
      cents: rate ? percentOf(baseCents, rate.percent) : 0,
    };
  };
  return [
    one('itbi', 'itbi', Math.max(priceCents, cadastralCents ?? 0)),
    one('isr', old ? 'isr_general' : 'isr', priceCents),
  ];
}
