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

/** A format of the file: columns in their order, separators and form of the dates. */
export const JournalFormat = z.object({
  id: z.number().int(),
  name: z.string(),
  separator: z.string(),
  decimal: z.string(),
  date_format: z.string(),
  heads: z.boolean(),
  columns: z.array(z.object({ key: z.string(), title: z.string() })),
});
export type JournalFormat = z.infer<typeof JournalFormat>;

export const listJournalFormats = endpoint({
  method: 'GET',
  path: '/api/accounting/journal_formats',
  access: 'contabilidad.ver',
  shows: [],
  summary: 'Formatos del diario para el programa del contador',
  /** Of the file, not of the formats. */
  query: z.object({ libro_id: Id.optional(), desde: IsoDate.optional(), hasta: IsoDate.optional() }),
  answer: data(z.array(JournalFormat)),
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
