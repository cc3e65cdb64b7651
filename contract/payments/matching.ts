import { daysBetween } from '../dates.ts';

/** What is known of a line of the bank and of a reported payment when they are compared. Amounts in cents. */
export interface LineFacts {
  postedOn: string;
  cents: number;
  reference: string;
  description: string;
}
export interface PaymentHint {
  cents: number;
  /** Day on which it was reported, in Panama. */
  reportedOn: string | null;
  reference: string | null;
  code: string | null;
  name: string;
}
export interface Likeness {
  /** 0-100 */
  score: number;
  /** Reference and amount to the cent: the only ones that are confirmed in bulk. */
  exact: boolean;
  why: string[];
}

/** Letters and digits alone, without the zeros at the head: banks pad and hyphenate references as they like. */
export const referenceKey = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+(?=.)/, '');

const words = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter((word) => word.length >= 4);

/** Shorter ones stand in too many descriptions by chance. */
const REFERENCE_MIN = 5;
/** Days before and after the report in which the bank may have booked it. */
const BEFORE = 10;
const AFTER = 5;
/** Nearer amounts are shown, never confirmed by themselves: the larger of 5.00 and 2 %. */
export const nearCents = (cents: number) => Math.max(500, Math.round(cents / 50));

/** How much a line looks like a payment: reference first, then amount with the day, then the name. Null: not at all. */
export function likeness(line: LineFacts, payment: PaymentHint): Likeness | null {
  if (line.cents <= 0) return null;
  const why: string[] = [];
  let score = 0;
  const known = payment.reference ? referenceKey(payment.reference) : '';
  const code = payment.code ? referenceKey(payment.code) : '';
  const own = referenceKey(line.reference);
  const within = `${own} ${referenceKey(line.description)}`;
  const sameReference =
    (known.length >= REFERENCE_MIN && (own === known || within.includes(known))) ||
    (code.length >= REFERENCE_MIN && within.includes(code));
  if (sameReference) {
    score += 50;
    why.push('referencia');
  }
  const off = Math.abs(line.cents - payment.cents);
  if (off === 0) {
    score += 30;
    why.push('monto');
  } else if (off <= nearCents(payment.cents)) {
    score += 10;
    why.push('monto parecido');
  } else if (!sameReference) return null;
  const days = payment.reportedOn ? daysBetween(payment.reportedOn, line.postedOn) : 0;
  const inTime = days >= -BEFORE && days <= AFTER;
  if (inTime) {
    score += 10;
    why.push('fecha');
  } else if (!sameReference) return null;
  const said = new Set(words(line.description));
  if (words(payment.name).some((word) => said.has(word))) {
    score += 10;
    why.push('nombre');
  }
  return { score, exact: sameReference && off === 0 && inTime, why };
}
