import { withoutAccents } from '#contract/accents.ts';
import type { CsvColumns } from '#contract/money/statements/statements.ts';
import { parseDay } from '#contract/dates.ts';

const MONTHS: Readonly<Record<string, number>> = {
  ene: 1, jan: 1, feb: 2, mar: 3, abr: 4, apr: 4, may: 5, jun: 6, jul: 7, ago: 8, aug: 8, sep: 9, set: 9, oct: 10, nov: 11,
  dic: 12, dec: 12,
}; // prettier-ignore

/**
 * Converts a bank's date to YYYY-MM-DD: 9/3/2026, 09-MAR-26, 2026-03-09
 * 14:30, 20260309. Undefined when it is not a date.
 */
export function readDay(text: string, form: CsvColumns['fecha_forma']): string | undefined {
  const found = /^(\d{1,4})[\s/.-]+(\d{1,2}|\p{L}{3,})[\s/.-]+(\d{1,4})(?=$|[\sT])/u.exec(text);
  if (!found) {
    const joined = /^(\d{4})(\d{2})(\d{2})(?:\D|$|\d{6})/.exec(text);
    return joined ? parseDay(`${joined[1]}-${joined[2]}-${joined[3]}`) : undefined;
  }
  const [, first = '', second = '', third = ''] = found;
  const named = MONTHS[second.slice(0, 3).toLowerCase()];
  if (named === undefined && !/^\d+$/.test(second)) return undefined;
  // Four digits at the start are a year, whatever `form` says.
  const [year, month, day] =
    first.length === 4
      ? [first, named ?? second, third]
      : named !== undefined || form !== 'mdy'
        ? form === 'ymd' && named === undefined
          ? [first, second, third]
          : [third, named ?? second, first]
        : [third, first, second];
  const whole = year.length === 2 ? `20${year}` : year;
  return parseDay(`${whole}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);
}

/** Whether these amounts use a decimal comma: decided by the last separator of the majority. */
export function usesComma(amounts: readonly string[]): boolean {
  let comma = 0;
  let point = 0;
  for (const amount of amounts) {
    const last = /([.,])(\d{1,2})\D*$/.exec(amount);
    if (last?.[1] === ',') comma += 1;
    else if (last) point += 1;
  }
  return comma > point;
}

/** The largest amount of a line, in cents. */
export const LARGEST = 99_999_999_999;

/**
 * Converts a bank's amount to cents: `1,234.50`, `1.234,50`, `(50.00)`, `50.00-`, `B/. 50`, `50.00 DB`. Undefined
 * when it is not an amount.
 */
export function readAmount(text: string, comma: boolean): number | undefined {
  const negative = /^\s*\(.*\)\s*$|-/.test(text) || /\b(DB|DR|DEB)\b/i.test(text);
  const bare = text.replace(/B\/\.?|USD|PAB|US\$|\$|\b(DB|DR|DEB|CR|CRED)\b|[\s\u00A0()+-]/gi, '');
  const plain = comma ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '');
  const found = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(plain);
  const groups = comma ? /^\d{1,3}(\.\d{3})+(,|$)/ : /^\d{1,3}(,\d{3})+(\.|$)/;
  const grouped = comma ? bare.includes('.') : bare.includes(',');
  if (!found || (grouped && !groups.test(bare))) return undefined;
  const cents = Number(found[1]! + (found[2] ?? '').padEnd(2, '0'));
  if (cents > LARGEST) return undefined;
  return negative ? -cents : cents;
}

/** Patterns per column. If several headings match, the heading of the earlier pattern wins. */
const HEADINGS: Readonly<Record<'fecha' | 'referencia' | 'descripcion' | 'monto' | 'credito' | 'debito' | 'saldo', readonly RegExp[]>> = {
  fecha: [/^(fecha|date|f\. ?(trans|valor)|dia)/],
  referencia: [/(referencia|^ref\b|documento|comprobante|reference|n[uo]m.*(trans|mov)|cheque)/],
  // "Transacción" is often the kind or the number, next to a column with the description.
  descripcion: [/(descripci|description)/, /(concepto|detalle|memo|glosa)/, /^(?!.*\b(codigo|n[uo]m|tipo)).*transaccion/],
  monto: [/^(monto|importe|valor|amount|cantidad)/],
  credito: [/(credito|deposito|abono|haber|credit|entrada)/],
  debito: [/(debito|retiro|cargo|debe|debit|salida)/],
  saldo: [/(saldo|balance)/],
}; // prettier-ignore

const plainText = (text: string) => withoutAccents(text).toLowerCase().trim();
export const sameHeading = (a: string, b: string) => plainText(a) === plainText(b);

/** Guesses the columns from their headings; undefined when date or amount cannot be found. */
export function guessColumns(headings: readonly string[]): CsvColumns | undefined {
  const taken = new Set<string>();
  const find = (patterns: readonly RegExp[]) => {
    for (const pattern of patterns) {
      const found = headings.find((one) => one && !taken.has(one) && pattern.test(plainText(one)));
      if (found === undefined) continue;
      taken.add(found);
      return found;
    }
    return '';
  };
  const fecha = find(HEADINGS.fecha);
  const saldo = find(HEADINGS.saldo);
  const credito = find(HEADINGS.credito);
  const debito = find(HEADINGS.debito);
  const monto = find(HEADINGS.monto);
  const referencia = find(HEADINGS.referencia);
  const descripcion = find(HEADINGS.descripcion);
  if (!fecha || (!monto && !credito && !debito)) return undefined;
  const both = credito !== '' || debito !== '';
  return {
    fecha,
    referencia,
    descripcion,
    monto: both ? '' : monto,
    credito,
    debito,
    saldo,
    fecha_forma: 'dmy',
    decimal: 'auto',
  };
}

/** Whether the text says that the bank took the money back. */
export const saysReturn = (text: string) =>
  /revers|devol|rechaz|devuelt|return|chargeback|contracargo|sin fondos/i.test(text);
