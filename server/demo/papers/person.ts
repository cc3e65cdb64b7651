import { DAY_MS } from '#contract/dates.ts';
/** The person of a demo document, and formats shared by all documents. All people are fictional. */

export interface PaperPerson {
  /** Given names and surnames together, as in the form. */
  nombre: string;
  nombres: string;
  apellidos: string;
  sexo: 'F' | 'M';
  /** `8-712-4567`; for a foreigner, the passport number. */
  cedula: string;
  tipo_documento: 'cedula' | 'pasaporte';
  fecha_nacimiento: string;
  lugar_nacimiento: string;
  nacionalidad: string;
  sector: 'Público' | 'Privado' | 'Independiente' | 'Jubilado';
  empresa: string;
  cargo: string;
  /** First day of the job, the business or the pension. */
  fecha_ingreso: string;
  /** Gross per month. */
  salario_centavos: number;
  direccion: string;
  banco: string;
}

export interface Paper {
  bytes: Buffer;
  mime: 'image/jpeg' | 'image/png' | 'application/pdf';
  name: string;
}

const MONTHS = ['ENERO', 'FEBRERO', 'MARZO', 'ABRIL', 'MAYO', 'JUNIO', 'JULIO', 'AGOSTO', 'SEPTIEMBRE', 'OCTUBRE', 'NOVIEMBRE', 'DICIEMBRE']; // prettier-ignore

/** `2026-03-09` → `09-MARZO-2026`, as documents print it. */
export function longDate(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}-${MONTHS[Number(month) - 1]}-${year}`;
}

/** `2026-03-09` → `9 de marzo de 2026`. */
export function inWords(day: string): string {
  const [year, month, date] = day.split('-');
  return `${Number(date)} de ${MONTHS[Number(month) - 1]!.toLowerCase()} de ${year}`;
}

/** Month and year, some months before a day: `FEBRERO 2026`. */
export function monthBefore(day: string, months: number): string {
  const [year, month] = day.split('-').map(Number);
  const at = year! * 12 + month! - 1 - months;
  return `${MONTHS[at % 12]} ${Math.floor(at / 12)}`;
}

export function shiftYears(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) + years}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`;
}

export function shiftDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Centavos as documents print them: `1,234.50`. */
export const amount = (cents: number) =>
  `${Math.trunc(cents / 100).toLocaleString('en-US')}.${String(Math.abs(cents % 100)).padStart(2, '0')}`;

/** A stable number for a text: its FNV-1a hash. */
export function seedOf(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619);
  return hash >>> 0;
}

/** A file name like those of phones and offices. */
export const fileName = (kind: string, person: PaperPerson, ending: string) =>
  `${kind}-${person.cedula.toLowerCase()}.${ending}`;

/** Escapes text for SVG. */
export const safe = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
