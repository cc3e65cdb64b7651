import { withoutAccents } from '#contract/accents.ts';
import { daysBetween } from '#contract/dates.ts';

/** A bank line and a reported payment as input of the comparison. Amounts in centavos. */
export interface LineFacts {
  postedOn: string;
  cents: number;
  reference: string;
  description: string;
  /** The company's account of the line. */
  accountId: number;
}
export interface PaymentHint {
  cents: number;
  /** Day of the report, in Panama. */
  reportedOn: string | null;
  reference: string | null;
  code: string | null;
  name: string;
  /** Bank accounts of its project. */
  accountIds: readonly number[];
}
/** In what a line and a payment agree, with the words for it. */
export const LIKENESS_REASONS = {
  referencia: 'referencia',
  monto: 'monto',
  monto_parecido: 'monto parecido',
  fecha: 'fecha',
  nombre: 'nombre',
  cuenta: 'cuenta',
  codigo: 'código',
  documento: 'cédula',
  telefono: 'teléfono',
  lote: 'lote',
} as const;
export type LikenessReason = keyof typeof LIKENESS_REASONS;

export interface Likeness {
  /** 0-100 */
  score: number;
  /** Same reference and same amount to the cent: only these are confirmed in bulk. */
  exact: boolean;
  why: LikenessReason[];
}

/** Letters and digits only, without leading zeros: banks pad and hyphenate references differently. */
export const referenceKey = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+(?=.)/, '');

const PARTICLES = new Set(['DEL', 'LAS', 'LOS', 'VDA', 'SRA']);
/** The words of a name or a description that can identify somebody. */
export const wordsOf = (text: string) =>
  withoutAccents(text)
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter((word) => word.length >= 3 && !PARTICLES.has(word));

/** One word, such as a surname, is shared by many people: at least this many words must match. */
export const WORDS_MIN = 2;
/** Shorter references appear in too many descriptions by chance. */
const REFERENCE_MIN = 5;
/** Days before and after the report in which the bank may have booked the money. */
const BEFORE = 10;
const AFTER = 5;
/** Tolerance for similar amounts, which are suggested but never confirmed automatically: the larger of 5.00 and 2 %. */
export const nearCents = (cents: number) => Math.max(500, Math.round(cents / 50));

/** Days since a fixed day. */
const dayNumber = (day: string) => daysBetween('2000-01-01', day);

/** A line and a payment, parsed once for many comparisons. */
export interface ReadLine {
  cents: number;
  day: number;
  /** Keys of the reference and the description. */
  keys: string;
  words: ReadonlySet<string>;
  accountId: number;
}
export interface ReadPayment {
  cents: number;
  day: number | null;
  /** Keys of the reference and the sale's code, when long enough. */
  keys: readonly string[];
  words: readonly string[];
  accountIds: readonly number[];
}

export const readLine = ({ postedOn, cents, reference, description, accountId }: LineFacts): ReadLine => ({
  cents,
  day: dayNumber(postedOn),
  keys: `${referenceKey(reference)} ${referenceKey(description)}`,
  words: new Set(wordsOf(description)),
  accountId,
});

export const readPayment = ({
  cents,
  reportedOn,
  reference,
  code,
  name,
  accountIds,
}: PaymentHint): ReadPayment => ({
  cents,
  day: reportedOn === null ? null : dayNumber(reportedOn),
  keys: [reference ?? '', code ?? ''].map(referenceKey).filter((key) => key.length >= REFERENCE_MIN),
  words: [...new Set(wordsOf(name))],
  accountIds,
});

/**
 * Similarity of a line and a payment, 0-100: the reference counts most, then amount and day, then matching name words
 * and the project's own account. Null: no match.
 */
export function likeness(line: ReadLine, payment: ReadPayment): Likeness | null {
  if (line.cents <= 0) return null;
  const sameReference = payment.keys.some((key) => line.keys.includes(key));
  const off = Math.abs(line.cents - payment.cents);
  const near = off <= nearCents(payment.cents);
  if (!near && !sameReference) return null;
  const days = payment.day === null ? 0 : line.day - payment.day;
  const inTime = days >= -BEFORE && days <= AFTER;
  if (!inTime && !sameReference) return null;
  const points: [LikenessReason, number][] = [];
  if (sameReference) points.push(['referencia', 45]);
  if (off === 0) points.push(['monto', 30]);
  else if (near) points.push(['monto_parecido', 10]);
  if (inTime) points.push(['fecha', 10]);
  const agreed = payment.words.filter((word) => line.words.has(word)).length;
  if (agreed >= WORDS_MIN) points.push(['nombre', Math.round((10 * agreed) / payment.words.length)]);
  if (payment.accountIds.includes(line.accountId)) points.push(['cuenta', 5]);
  return {
    score: points.reduce((sum, [, given]) => sum + given, 0),
    exact: sameReference && off === 0 && inTime,
    why: points.map(([why]) => why),
  };
}
