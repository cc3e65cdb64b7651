import { z } from 'zod';
import { moneyText } from '#contract/money.ts';

/** What a file is for: payments by ACH to a bank, or a report of the DGI. */
export const FORMAT_PURPOSES = { ach: 'Pagos ACH', 43: 'Informe 43', 433: 'Informe 433' } as const;
export type FormatPurpose = 'ach' | '43' | '433';
export const FORMAT_PURPOSE_NAMES = ['ach', '43', '433'] as const;

/** What a column of a file may hold. */
export const FILE_FIELDS = {
  beneficiario: 'Beneficiario',
  cuenta: 'Número de cuenta',
  banco: 'Banco',
  tipo_cuenta: 'Tipo de cuenta',
  correo: 'Correo',
  referencia: 'Referencia del pago',
  fecha: 'Día',
  ruc: 'RUC',
  dv: 'DV',
  factura: 'Factura',
  concepto: 'Concepto',
  tipo: 'Tipo',
  monto: 'Monto',
  itbms: 'ITBMS',
  retenido: 'ITBMS retenido',
  numero: 'Número de línea',
  fijo: 'Texto fijo',
} as const;
export type FileFieldName = keyof typeof FILE_FIELDS;
const names = Object.keys(FILE_FIELDS) as [FileFieldName, ...FileFieldName[]];

export const FileColumn = z.object({
  title: z.string().trim().min(1, { error: 'Escribe el título.' }).max(60),
  field: z.enum(names, { error: 'Elige qué lleva.' }),
  /** Amounts as 1234.50 or as 123450. */
  cents: z.boolean().default(false),
  /** Exactly so many characters; cut or filled. Null: as long as it is. */
  width: z.number().int().min(1).max(200).nullable().default(null),
  /** What fills it up: zeros on the left, or blanks on the right. */
  fill: z.enum(['ceros', 'blancos']).default('blancos'),
  text: z.string().max(60).default(''),
  /** What the bank writes for a value: its code of another bank, of a kind of account. */
  codes: z.record(z.string().max(40), z.string().max(40)).default({}),
});
export type FileColumn = z.infer<typeof FileColumn>;

export const SEPARATORS = {
  ',': 'Coma',
  ';': 'Punto y coma',
  '\t': 'Tabulador',
  '|': 'Barra',
  '': 'Ninguno (ancho fijo)',
} as const;
export const DAY_FORMS = { iso: '2026-11-20', barras: '20/11/2026', junta: '20261120' } as const;

export const FileFormat = z.object({
  separator: z.enum(Object.keys(SEPARATORS) as [keyof typeof SEPARATORS]),
  extension: z.enum(['csv', 'txt']),
  header: z.boolean(),
  day_form: z.enum(['iso', 'barras', 'junta']),
  columns: z.array(FileColumn).min(1, { error: 'Agrega al menos una columna.' }).max(40),
});
export type FileFormat = z.infer<typeof FileFormat>;

/** A line of a file: texts, amounts in centavos, days as YYYY-MM-DD. */
export type FileValues = Partial<Record<FileFieldName, string | number | null>>;

const AMOUNTS: readonly FileFieldName[] = ['monto', 'itbms', 'retenido'];
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]/g, ' ');

function dayText(day: string, form: FileFormat['day_form']): string {
  if (form === 'iso') return day;
  return form === 'junta' ? day.replaceAll('-', '') : day.split('-').toReversed().join('/');
}

function cellOf(column: FileColumn, values: FileValues, nth: number, format: FileFormat): string {
  const value =
    column.field === 'fijo' ? column.text : column.field === 'numero' ? nth : (values[column.field] ?? '');
  const coded = Object.keys(column.codes).length > 0;
  if (coded && column.codes[String(value)] === undefined)
    throw new MissingCode(FILE_FIELDS[column.field], String(value));
  const text = coded
    ? column.codes[String(value)]!
    : AMOUNTS.includes(column.field)
      ? column.cents
        ? String(value)
        : moneyText(Number(value)).replaceAll(',', '')
      : column.field === 'fecha'
        ? dayText(String(value), format.day_form)
        : String(value);
  // A separator or a line break inside a text would shift the columns; quotes are not read by banks.
  const safe = plain(format.separator ? text.replaceAll(format.separator, ' ') : text).trim();
  // A spreadsheet would run it.
  const tame =
    /^[=+@-]/.test(safe) && !AMOUNTS.includes(column.field) ? safe.replace(/^[=+@-]+/, '').trim() : safe;
  if (column.width === null) return tame;
  return column.fill === 'ceros'
    ? tame.slice(-column.width).padStart(column.width, '0')
    : tame.slice(0, column.width).padEnd(column.width);
}

/** The format says the bank's codes, but not this one. */
export class MissingCode extends Error {
  readonly field: string;
  readonly value: string;
  constructor(field: string, value: string) {
    super(`El formato no dice el código de ${field.toLowerCase()} ${value}.`);
    this.field = field;
    this.value = value;
  }
}

/** The text of a file, lines ended by CRLF. Raises MissingCode. */
export function fileText(format: FileFormat, rows: readonly FileValues[]): string {
  const head = format.header ? [format.columns.map(({ title }) => plain(title)).join(format.separator)] : [];
  const lines = rows.map((values, at) =>
    format.columns.map((column) => cellOf(column, values, at + 1, format)).join(format.separator),
  );
  return [...head, ...lines].map((line) => `${line}\r\n`).join('');
}
