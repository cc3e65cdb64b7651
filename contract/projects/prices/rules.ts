import { percentOf } from '#contract/money.ts';

/** Prices are rounded to 5, 10, 50 or 100 dollars, or not at all. */
export const ROUNDINGS = [
  { cents: 1, label: 'Sin redondeo' },
  { cents: 500, label: 'A 5 dólares' },
  { cents: 1_000, label: 'A 10 dólares' },
  { cents: 5_000, label: 'A 50 dólares' },
  { cents: 10_000, label: 'A 100 dólares' },
] as const;

/** The nearest multiple of `step`, halves up. Both in centavos, `step` at least 1. */
export const roundTo = (cents: number, step: number): number =>
  Math.floor((2 * cents + step) / (2 * step)) * step || 0;

/** The change of an increase: exactly one of percent (0-100) and amountCents is set. */
export interface IncreaseRule {
  percent: number | null;
  amountCents: number | null;
  roundToCents: number;
}

/**
 * The price after an increase, in centavos. Only a changed price is rounded, and it never moves against the increase.
 */
export function increased(cents: number, { percent, amountCents, roundToCents }: IncreaseRule): number {
  const exact = cents + (amountCents ?? percentOf(cents, percent ?? 0));
  if (exact === cents) return cents;
  const rounded = roundTo(exact, roundToCents);
  return exact > cents ? Math.max(rounded, cents) : Math.min(rounded, cents);
}

/** Minimum price: a model must cost something; a lot's premium may be zero. */
export const leastPrice = (target: 'model' | 'lot') => (target === 'model' ? 1 : 0);

export const INCREASE_STATES = {
  prepared: 'Preparado',
  confirmed: 'Confirmado',
  applied: 'En vigor',
  cancelled: 'Cancelado',
} as const;
export type IncreaseState = keyof typeof INCREASE_STATES;

/** Why an increase cannot be confirmed on `today`, or null. */
export function whyNotConfirm(
  one: { state: IncreaseState; effective_on: string },
  today: string,
): string | null {
  if (one.state !== 'prepared') return 'Este aumento ya no está por confirmar.';
  return one.effective_on <= today ? 'Su día ya llegó: prepara otro con una fecha futura.' : null;
}

/** Why an increase cannot be cancelled, or null. A confirmed one only before its day. */
export function whyNotCancel(
  one: { state: IncreaseState; effective_on: string },
  today: string,
): string | null {
  if (one.state === 'cancelled') return 'Este aumento ya está cancelado.';
  if (one.state === 'applied') return 'Este aumento ya está en vigor: prepara otro que lo corrija.';
  return one.state === 'confirmed' && one.effective_on <= today ? 'Su día ya llegó.' : null;
}
