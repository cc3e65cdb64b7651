import { z } from 'zod';

/** Largest amount anybody may type: B/.999,999,999.99, far inside what a double holds exactly in cents. */
const MAX_CENTS = 99_999_999_999;

/** An amount in integer cents (centavos). */
export const Cents = z.number().int().min(-MAX_CENTS).max(MAX_CENTS);

/**
 * Reads an amount as people type it, `1,234.50` or `1234.5` (rulings 24), exactly and never through a fraction.
 * Groups of thousands must be whole; negative amounts and a third decimal are refused.
 */
export function parseMoney(text: string): { cents: number } | { error: string } {
  const found = /^(\d{1,15}|[1-9]\d{0,2}(?:,\d{3}){1,4})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) return { error: 'Monto inválido. Escribe solo números, por ejemplo 1,234.50' };
  const [, whole = '', fraction = ''] = found;
  const cents = Number(whole.replaceAll(',', '') + fraction.padEnd(2, '0'));
  return cents > MAX_CENTS ? { error: 'El monto es demasiado grande. Revisa la cantidad.' } : { cents };
}

/** A form field that holds an amount as text; becomes cents. */
export const MoneyText = z.string().transform((text, ctx) => {
  const read = parseMoney(text);
  if ('cents' in read) return read.cents;
  ctx.addIssue({ code: 'custom', message: read.error });
  return z.NEVER;
});

/** `1,234.50`: what an amount field shows and parseMoney reads back. */
export function moneyText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`;
}

/**
 * `USD 1,234.50` with a no-break space, `-USD 1,234.50` below zero: es-PA as ICU writes it (domain.md §6), by hand
 * so that every browser shows the same as the server.
 */
export function formatMoney(cents: number): string {
  return `${cents < 0 ? '-' : ''}USD\u00A0${moneyText(Math.abs(cents))}`;
}

const percentFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `12.35%` from a percent as 0-100, always two decimals (spec §9). */
export const formatPercent = (percent: number) => `${percentFormat.format(percent)}%`;

/** Nearest integer, halves away from zero: how cents are rounded everywhere. */
export const roundHalfUp = (value: number) => Math.sign(value) * Math.floor(Math.abs(value) + 0.5) || 0;

/** `percent` (0-100, four decimals count) of an amount in cents, rounded half-up without passing through a fraction. */
export function percentOf(cents: number, percent: number): number {
  const product = BigInt(cents) * BigInt(roundHalfUp(percent * 10_000));
  const half = product < 0n ? -500_000n : 500_000n;
  return Number((product + half) / 1_000_000n);
}

/**
 * Level monthly installment (letra) in cents, domain.md §4.4: P·i/(1−(1+i)^−n), without interest P/n.
 * `annual_rate` is a percent as 0-100 with subsidy and FECI already in it; `months` is at least 1.
 */
export function installment(loan: { principal_cents: number; annual_rate: number; months: number }): number {
  const { principal_cents, annual_rate, months } = loan;
  const i = annual_rate / 1200;
  if (i === 0) return roundHalfUp(principal_cents / months);
  return roundHalfUp((principal_cents * i) / (1 - (1 + i) ** -months));
}
