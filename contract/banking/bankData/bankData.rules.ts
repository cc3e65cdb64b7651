import { CEDULA_ERROR, CEDULA_MAX_ENTRY } from '#contract/cedula.ts';
import { readTypedDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import { documentError, readDocument, type DocumentType } from '#contract/identity.ts';
import { moneyText, parseMoney } from '#contract/money.ts';
import { normalizePhone, PHONE_ERROR, showPhone } from '#contract/phone.ts';
import { fieldError } from '#contract/sales/purchase/rules.ts';
import { FIELD_NAMES, specOf, type FieldName, type FieldSpec, type Values } from './bankData.fields.ts';
import { rowSpecOf, type RowsName } from './bankData.rows.ts';
import { lowerFirst } from '#contract/words.ts';

/** What the validation of a date or number needs besides the field itself. */
export interface Circumstances {
  /** Today in Panama, YYYY-MM-DD. */
  today: string;
  /** Setting cedula_max_asiento. */
  maxEntry?: number;
  /** Text of another form field, such as the document type. */
  other?: (field: string) => string;
}
type Value = string | number | boolean | null;
export type Read = { value: Value; error?: never } | { error: string; value?: never };

const ONE_LINE = /^\P{Cc}*$/u;
const yearsBefore = (day: string, years: number) => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
const ADULT = 18;
const OLDEST = 100;

/** Parses a form field as typed; '' empties it. An error says what to do. */
export function readField(field: FieldName, typed: string, around: Circumstances): Read {
  const spec = specOf(field);
  const text = typed.toWellFormed().normalize('NFC').trim();
  if (spec.kind === 'check') return { value: !['', '0', 'no', 'false', 'off'].includes(text.toLowerCase()) };
  if (text === '') return { value: null };
  return readText(spec, text, around);
}

function readText(
  spec: FieldSpec,
  text: string,
  { today, maxEntry = CEDULA_MAX_ENTRY, other }: Circumstances,
): Read {
  switch (spec.kind) {
    case 'text':
      if (text.length > spec.max)
        return { error: `${spec.label}: escribe como máximo ${spec.max} caracteres.` };
      return ONE_LINE.test(text)
        ? { value: text }
        : { error: `${spec.label}: escribe una sola línea de texto.` };
    case 'choice': {
      const found = spec.options.find((option) => option.toLowerCase() === text.toLowerCase());
      return found === undefined ? { error: `${spec.label}: elige una de las opciones.` } : { value: found };
    }
    case 'money': {
      const read = parseMoney(text);
      return 'cents' in read ? { value: read.cents } : { error: `${spec.label}: ${lowerFirst(read.error)}` };
    }
    case 'int': {
      const number = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
      return number >= spec.min && number <= spec.max
        ? { value: number }
        : { error: `${spec.label}: escribe un número de ${spec.min} a ${spec.max}.` };
    }
    case 'date':
      return readDate(spec, text, today);
    case 'phone': {
      const number = normalizePhone(text);
      return number === undefined
        ? { error: `${spec.label}: ${lowerFirst(PHONE_ERROR)}` }
        : { value: number };
    }
    case 'email': {
      const error = fieldError('email', text);
      return error ? { error: `${spec.label}: ${lowerFirst(error)}` } : { value: text };
    }
    case 'document': {
      const type = (other?.(spec.typeField) || 'cedula') as DocumentType;
      const number = readDocument(type, text, maxEntry);
      return number === undefined ? { error: documentError(type) } : { value: number };
    }
    case 'check':
      return { value: true };
  }
}

function readDate(spec: FieldSpec & { kind: 'date' }, text: string, today: string): Read {
  const day = readTypedDay(text);
  if (day === undefined)
    return { error: `${spec.label}: escribe una fecha que exista, por ejemplo 31-12-1990.` };
  if (spec.is === 'future')
    return day < today
      ? { error: `${spec.label}: esa fecha ya pasó. Renueva el documento o corrige la fecha.` }
      : day > yearsBefore(today, -50)
        ? { error: `${spec.label}: revisa el año.` }
        : { value: day };
  if (day > today) return { error: `${spec.label}: la fecha todavía no llega. Revisa el año.` };
  if (day < yearsBefore(today, OLDEST)) return { error: `${spec.label}: revisa el año.` };
  return spec.is === 'adult' && day > yearsBefore(today, ADULT)
    ? { error: `${spec.label}: para un préstamo hay que tener ${ADULT} años o más. Revisa el año.` }
    : { value: day };
}

/** A value as form text; `readField` parses it back. */
export function fieldText(field: FieldName, value: Value | undefined): string {
  const { kind } = specOf(field);
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return '1';
  if (typeof value === 'number') return kind === 'money' ? moneyText(value) : String(value);
  return kind === 'phone' ? showPhone(value) : value;
}

/** Whether the form asks this field, given the other values. */
export function isAsked(field: FieldName, values: Values): boolean {
  const { when } = specOf(field);
  return when === undefined || when.is.includes(String(values[when.field as FieldName] ?? ''));
}

/** Whether a field has a value. */
export const isFilled = (field: FieldName, values: Values): boolean => {
  const value = values[field];
  return value !== null && value !== undefined && value !== '' && value !== false;
};

/** Drops fields whose condition does not hold, so that nothing unasked is stored. */
export function withoutUnasked(values: Values): Values {
  const kept: Record<string, Value | undefined> = { ...values };
  for (const field of FIELD_NAMES) if (!isAsked(field, values)) delete kept[field];
  return kept;
}

/** A row as typed, by column. */
export type TypedRow = Readonly<Record<string, string>>;
export const isEmptyTyped = (row: TypedRow) => Object.values(row).every((text) => text.trim() === '');

/** Parses one row of debts, references or family; money columns come back as `<column>_centavos`. */
export function readRow(
  name: RowsName,
  row: TypedRow,
  maxEntry = CEDULA_MAX_ENTRY,
): { value: Record<string, string | number>; errors: { column: string; message: string }[] } {
  const value: Record<string, string | number> = {};
  const errors: { column: string; message: string }[] = [];
  for (const [column, spec] of Object.entries(rowSpecOf(name).columns)) {
    const text = (row[column] ?? '').toWellFormed().normalize('NFC').trim();
    const key = spec.kind === 'money' ? `${column}_centavos` : column;
    const read = readCell(spec, text, maxEntry);
    if ('error' in read) errors.push({ column, message: read.error });
    else value[key] = read.value;
  }
  return { value, errors };
}

type ColumnSpec = ReturnType<typeof rowSpecOf>['columns'][string];
function readCell(
  spec: ColumnSpec,
  text: string,
  maxEntry: number,
): { value: string | number } | { error: string } {
  if (text === '') {
    if (spec.required) return { error: `${spec.label}: complétalo.` };
    return { value: spec.kind === 'money' ? 0 : '' };
  }
  if (text.length > spec.max) return { error: `${spec.label}: escribe como máximo ${spec.max} caracteres.` };
  if (!ONE_LINE.test(text)) return { error: `${spec.label}: escribe una sola línea de texto.` };
  if (spec.options) {
    const found = spec.options.find((option) => option.toLowerCase() === text.toLowerCase());
    return found
      ? { value: found }
      : { error: `${spec.label}: elige una de las opciones: ${spec.options.join(', ')}.` };
  }
  if (spec.kind === 'money') {
    const read = parseMoney(text);
    return 'cents' in read ? { value: read.cents } : { error: `${spec.label}: ${lowerFirst(read.error)}` };
  }
  if (spec.kind === 'phone') {
    const number = normalizePhone(text);
    return number ? { value: number } : { error: `${spec.label}: ${lowerFirst(PHONE_ERROR)}` };
  }
  if (spec.kind === 'cedula') {
    const number = readDocument('cedula', text, maxEntry);
    return number ? { value: number } : { error: CEDULA_ERROR };
  }
  return { value: text };
}

/** A stored row as form text. */
export function rowText(name: RowsName, row: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rowSpecOf(name).columns).map(([column, { kind }]) => {
      if (kind === 'money') return [column, moneyText(Number(row[`${column}_centavos`] ?? 0))];
      const text = String(row[column] ?? '');
      return [column, kind === 'phone' ? showPhone(text) : text];
    }),
  );
}

/** Form name of a cell: `deudas[0][saldo]`. */
export const cellName = (name: RowsName, at: number, column: string) => `${name}[${at}][${column}]`;

/** Errors of all rows of a kind, by cell. */
export function rowErrors(name: RowsName, rows: readonly TypedRow[], maxEntry?: number): FieldError[] {
  const spec = rowSpecOf(name);
  if (rows.length > spec.most)
    return [{ field: name, message: `${spec.label}: escribe como máximo ${spec.most} filas.` }];
  return rows.flatMap((row, at) =>
    readRow(name, row, maxEntry).errors.map(({ column, message }) => ({
      field: cellName(name, at, column),
      message,
    })),
  );
}
