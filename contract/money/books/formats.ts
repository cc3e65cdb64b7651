import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';

/** What a column of the journal's file may say of a line. */
export const JOURNAL_COLUMNS = {
  fecha: 'Fecha',
  asiento: 'Asiento',
  cuenta: 'Código de cuenta',
  nombre: 'Nombre de cuenta',
  descripcion: 'Descripción',
  nota: 'Nota',
  debe: 'Debe',
  haber: 'Haber',
  monto: 'Debe menos haber',
  proyecto: 'Proyecto',
  lote: 'Lote',
} as const;
export type JournalColumn = keyof typeof JOURNAL_COLUMNS;
const COLUMN_NAMES = Object.keys(JOURNAL_COLUMNS) as [JournalColumn, ...JournalColumn[]];

export const JOURNAL_SEPARATORS = {
  ',': 'Coma',
  ';': 'Punto y coma',
  '\t': 'Tabulador',
  '|': 'Barra',
} as const;
export const DATE_FORMATS = ['DD/MM/AAAA', 'MM/DD/AAAA', 'AAAA-MM-DD', 'DD-MM-AAAA', 'AAAAMMDD'] as const;

/** A format of the file: columns in their order, separators and form of the dates. */
export const JournalFormat = z.object({
  id: z.number().int(),
  version: z.number().int(),
  name: z.string(),
  separator: z.string(),
  decimal: z.string(),
  date_format: z.string(),
  heads: z.boolean(),
  columns: z.array(z.object({ key: z.enum(COLUMN_NAMES), title: z.string() })),
});
export type JournalFormat = z.infer<typeof JournalFormat>;

/** What an accountant writes of a format. */
export const JournalFormatForm = z
  .object({
    name: z.string().trim().min(3, { error: 'Escribe el nombre.' }).max(80),
    separator: z.enum([',', ';', '\t', '|'], { error: 'Elige el separador.' }),
    decimal: z.enum(['.', ','], { error: 'Elige el signo decimal.' }),
    date_format: z.enum(DATE_FORMATS, { error: 'Elige la forma de las fechas.' }),
    heads: z.boolean().default(true),
    columns: z
      .array(
        z.object({
          key: z.enum(COLUMN_NAMES, { error: 'Elige qué lleva la columna.' }),
          title: z.string().trim().min(1, { error: 'Escribe el título.' }).max(60),
        }),
      )
      .min(1, { error: 'Agrega al menos una columna.' })
      .max(30, { error: 'Hasta 30 columnas.' }),
    version: z.number().int().optional(),
  })
  .refine(({ separator, decimal }) => (separator as string) !== decimal, {
    path: ['decimal'],
    error: 'El decimal no puede ser el separador.',
  });
export type JournalFormatForm = z.output<typeof JournalFormatForm>;

/** A line of the journal, as the columns of a format say it. */
export const JournalLine = z.object({
  day: z.string(),
  entry: z.string(),
  description: z.string(),
  code: z.string(),
  account: z.string(),
  note: z.string().nullable(),
  project: z.string().nullable(),
  lot: z.string().nullable(),
  debit: z.number().int(),
  credit: z.number().int(),
});
export type JournalLine = z.infer<typeof JournalLine>;

export const listJournalFormats = endpoint({
  method: 'GET',
  path: '/api/accounting/journal_formats',
  access: 'contabilidad.ver',
  shows: ['formato_diario'],
  summary: 'Formatos del diario para el programa del contador',
  /** Of the file, not of the formats. */
  query: z.object({ libro_id: Id.optional(), desde: IsoDate.optional(), hasta: IsoDate.optional() }),
  answer: data(z.array(JournalFormat)),
});

const writes = {
  access: 'contabilidad.editar',
  touches: ['formato_diario'],
  body: JournalFormatForm,
  answer: data(JournalFormat),
} as const;
export const createJournalFormat = endpoint({
  ...writes,
  method: 'POST',
  path: '/api/accounting/journal_formats',
  summary: 'Agrega un formato del diario para el programa del contador',
  status: 201,
  errors: ['NAME_TAKEN'],
  idempotent: true,
});
export const changeJournalFormat = endpoint({
  ...writes,
  method: 'PUT',
  path: '/api/accounting/journal_formats/:id',
  summary: 'Cambia un formato del diario',
  params: z.object({ id: Id }),
  errors: ['NAME_TAKEN', 'STALE'],
});

/** For the preview of a format. */
export const sampleJournal = endpoint({
  method: 'GET',
  path: '/api/accounting/journal_sample',
  access: 'contabilidad.ver',
  shows: ['asiento'],
  summary: 'Las últimas líneas del diario, para ver cómo las escribe un formato',
  answer: data(z.array(JournalLine)),
});

export const JOURNAL_FILE = '/api/accounting/journal_file';
export const JournalFileQuery = z.object({
  formato_id: Id,
  libro_id: Id,
  desde: IsoDate,
  hasta: IsoDate,
});
export type JournalFileQuery = z.infer<typeof JournalFileQuery>;

/** A day in the form of a format. */
export function dayAs(format: string, day: string): string {
  const [year, month, date] = day.split('-') as [string, string, string];
  return format.replace('AAAA', year).replace('MM', month).replace('DD', date);
}

/** Centavos with two decimals and no thousands separator. */
export function amountAs(decimal: string, cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${decimal}${digits.slice(-2)}`;
}

/** A text as a cell: quoted where it needs it, and never a formula of a spreadsheet. */
export function cellAs(separator: string, text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return plain.includes(separator) || /["\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export type JournalFormatShape = Pick<
  JournalFormatForm,
  'separator' | 'decimal' | 'date_format' | 'heads' | 'columns'
>;

const VALUES: Readonly<Record<JournalColumn, (format: JournalFormatShape, line: JournalLine) => string>> = {
  fecha: (format, line) => dayAs(format.date_format, line.day),
  asiento: (_, line) => line.entry,
  cuenta: (_, line) => line.code,
  nombre: (format, line) => cellAs(format.separator, line.account),
  descripcion: (format, line) => cellAs(format.separator, line.description),
  nota: (format, line) => cellAs(format.separator, line.note ?? ''),
  debe: (format, line) => amountAs(format.decimal, line.debit),
  haber: (format, line) => amountAs(format.decimal, line.credit),
  monto: (format, line) => amountAs(format.decimal, line.debit - line.credit),
  proyecto: (format, line) => cellAs(format.separator, line.project ?? ''),
  lote: (format, line) => cellAs(format.separator, line.lot ?? ''),
};

/** The first row of a file, without its end; null when the format has none. */
export const headOf = (format: JournalFormatShape): string | null =>
  format.heads
    ? format.columns.map(({ title }) => cellAs(format.separator, title)).join(format.separator)
    : null;

/** A line of the journal as a row of a file, without its end. */
export const rowAs = (format: JournalFormatShape, line: JournalLine): string =>
  format.columns.map(({ key }) => VALUES[key](format, line)).join(format.separator);
