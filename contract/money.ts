import { z } from 'zod';

/** Maximum amount a user may type: B/.999,999,999.99, far below the exact range of a double in centavos. */
export const MOST_CENTS = 99_999_999_999;

/** An amount in integer centavos. */
export const Cents = z.number().int().min(-MOST_CENTS).max(MOST_CENTS);

/**
 * Parses an amount as typed, `1,234.50` or `1234.5` (rulings 24), exactly and without floating point. Refuses
 * incomplete groups of thousands, negative amounts and a third decimal.
 */
export function parseMoney(text: string): { cents: number } | { error: string } {
  const found = /^(\d{1,15}|[1-9]\d{0,2}(?:,\d{3}){1,4})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) return { error: 'Monto inválido. Escribe solo números, por ejemplo 1,234.50' };
  const [, whole = '', fraction = ''] = found;
  const cents = Number(whole.replaceAll(',', '') + fraction.padEnd(2, '0'));
  return cents > MOST_CENTS ? { error: 'El monto es demasiado grande. Revisa la cantidad.' } : { cents };
}

/** A form field with an amount as text, converted to centavos. */
export const MoneyText = z.string().transform((text, ctx) => {
  const read = parseMoney(text);
  if ('cents' in read) return read.cents;
  ctx.addIssue({ code: 'custom', message: read.error });
  return z.NEVER;
});

/** `1,234.50`: text of an amount field; parseMoney parses it back. */
export function moneyText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`;
}

/**
 * `USD 1,234.50` with a no-break space, `-USD 1,234.50` when negative: es-PA as in ICU (domain.md §6). Formatted by
 * hand, so every browser shows the same as the server.
 */
export function formatMoney(cents: number): string {
  return `${cents < 0 ? '-' : ''}USD\u00A0${moneyText(Math.abs(cents))}`;
}

const percentFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `12.35%` from a percent 0-100, always two decimals (spec §9). */
export const formatPercent = (percent: number) => `${percentFormat.format(percent)}%`;

/** Nearest integer, halves away from zero: the rounding of all centavos. */
export const roundHalfUp = (value: number) => Math.sign(value) * Math.floor(Math.abs(value) + 0.5) || 0;

/** `percent` (0-100, up to four decimals) of an amount in centavos, rounded half up, without floating point. */
export function percentOf(cents: number, percent: number): number {
  const product = BigInt(cents) * BigInt(roundHalfUp(percent * 10_000));
  const half = product < 0n ? -500_000n : 500_000n;
  return Number((product + half) / 1_000_000n);
}

/**
 * Level monthly installment (letra) in centavos, domain.md §4.4: P·i/(1−(1+i)^−n), without interest P/n. `annual_rate`
 * is a percent 0-100, subsidy and FECI included; `months` is at least 1.
 */
export function installment(loan: { principal_cents: number; annual_rate: number; months: number }): number {
  const { principal_cents, annual_rate, months } = loan;
  const i = annual_rate / 1200;
  if (i === 0) return roundHalfUp(principal_cents / months);
  return roundHalfUp((principal_cents * i) / (1 - (1 + i) ** -months));
}
