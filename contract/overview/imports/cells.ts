import type { z } from 'zod';
import { withoutAccents } from '#contract/accents.ts';
import { lowerFirst } from '#contract/words.ts';

/** A value of a spreadsheet cell; a day is text, YYYY-MM-DD. */
export type CellValue = string | number | boolean | null;
/** A parsed cell: its value, or an error message. */
export type Cell = CellValue | { fault: string };

const isFault = (cell: unknown): cell is { fault: string } =>
  typeof cell === 'object' && cell !== null && 'fault' in cell;

/** The cell's value as a user would type it; `lines` keeps the line breaks of a text. */
export const cellText = (cell: Cell, lines = false): string =>
  cell === null || isFault(cell)
    ? ''
    : typeof cell === 'boolean'
      ? cell
        ? 'sí'
        : 'no'
      : String(cell)
          .normalize('NFC')
          .replace(lines ? /[^\S\n]+/g : /\s+/g, ' ')
          .trim();

/** Normalized heading for comparison: ignores case, accents, spaces and punctuation. */
export const plainText = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .replace(/[^a-z0-9²%]+/g, ' ')
    .replaceAll('²', '2')
    .trim();

/** The meaning of a cell's text, or an error message. */
type Read<T> = { value: T; fault?: never } | { fault: string; value?: never };
/** Parser of a column. It never gets an empty cell. */
export type CellReader<T> = (text: string) => Read<T>;

/** Helps TypeScript to infer the parser's type. */
const reader = <T>(read: CellReader<T>): CellReader<T> => read;

export const textCell = (most: number): CellReader<string> =>
  reader((text) =>
    text.length <= most ? { value: text } : { fault: `escribe ${most} caracteres como máximo.` },
  );

/** A value by the schema of a form, with its sentence. */
export const schemaCell = <T>(schema: z.ZodType<T, string>): CellReader<T> =>
  reader((text) => {
    const read = schema.safeParse(text);
    if (read.success) return { value: read.data };
    const [first = ''] = read.error.issues.map(({ message }) => message);
    return { fault: lowerFirst(first) };
  });

/**
 * A number in common formats: 1234.5 · 1,234.50 · 1 234,5 · B/. 1,234.50 · 210 m². Undefined when it is not a number or
 * is ambiguous.
 */
export function readNumber(text: string): number | undefined {
  const bare = text
    .replace(/^(?:B\/\.|USD|US\$|\$)\s*/i, '')
    .replace(/\s*(?:m2|m²|%)$/i, '')
    .replace(/(?<=\d)[ \u00A0'](?=\d{3}(?!\d))/g, '');
  const plain = /^-?\d{1,15}(?:\.\d{1,12})?(?:[eE][+-]?\d{1,2})?$/;
  if (plain.test(bare)) return Number(bare);
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare)) return Number(bare.replaceAll(',', ''));
  if (/^-?\d{1,3}(?:\.\d{3})+,\d+$/.test(bare)) return Number(bare.replaceAll('.', '').replace(',', '.'));
  if (/^-?\d{1,15},\d{1,2}$/.test(bare)) return Number(bare.replace(',', '.'));
  return undefined;
}

interface Range {
  /** Smallest and largest accepted value. */
  min: number;
  max: number;
  /** Message when it is too small or not a number: "escribe un número mayor que cero." */
  fault: string;
}

/** A number in a range, rounded to two decimals. */
export const numberCell = ({ min, max, fault }: Range): CellReader<number> =>
  reader((text) => {
    const value = readNumber(text);
    if (value === undefined || value < min) return { fault };
    if (value > max) return { fault: `escribe ${max.toLocaleString('en-US')} como máximo.` };
    return { value: Math.round(value * 100) / 100 };
  });

/** An amount in dollars, converted to centavos. */
export const moneyCell = ({ min, max, fault }: Range): CellReader<number> =>
  reader((text) => {
    const value = readNumber(text);
    const cents = value === undefined ? undefined : Math.round(value * 100);
    if (value === undefined || cents === undefined || cents < min) return { fault };
    if (Math.abs(value * 100 - cents) > 1e-6) return { fault: 'escribe dos decimales como máximo.' };
    return cents > max ? { fault: 'el monto es demasiado grande.' } : { value: cents };
  });

const exists = (day: string) =>
  !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) &&
  new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) &&
  day >= '1990-01-01' &&
  day <= '2100-12-31';

/** A day: a spreadsheet date, 2026-12-31, or 31/12/2026 (day first). */
export const dayCell: CellReader<string> = reader((text) => {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text);
  const typed = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text);
  const day = iso
    ? `${iso[1]}-${iso[2]}-${iso[3]}`
    : typed
      ? `${typed[3]}-${typed[2]!.padStart(2, '0')}-${typed[1]!.padStart(2, '0')}`
      : '';
  return day && exists(day) ? { value: day } : { fault: 'escribe una fecha, por ejemplo 31/12/2026.' };
});

/** A time of day as HH:MM: 14:30, 14:30:00, 2:30 p. m. */
export const timeCell: CellReader<string> = reader((text) => {
  const typed = /^(\d{1,2}):(\d{2})(?::\d{2})?(?:\s*([ap])\.?\s*m\.?)?$/i.exec(text);
  const half = typed?.[3]?.toLowerCase();
  const hour =
    Number(typed?.[1]) +
    (half === 'p' && typed?.[1] !== '12' ? 12 : half === 'a' && typed?.[1] === '12' ? -12 : 0);
  return typed && hour < 24 && Number(typed[2]) < 60
    ? { value: `${String(hour).padStart(2, '0')}:${typed[2]}` }
    : { fault: 'escribe una hora, por ejemplo 14:30.' };
});

/** Yes or no, in common notations. */
export const yesNoCell: CellReader<boolean> = reader((text) => {
  const plain = plainText(text);
  if (['si', 's', 'x', '1', 'verdadero', 'true', 'yes'].includes(plain)) return { value: true };
  if (['no', 'n', '0', 'falso', 'false'].includes(plain)) return { value: false };
  return { fault: 'escribe sí o no.' };
});

/** One of a list, by name or id. */
export const choiceCell = (choices: readonly { id: number; name: string }[]): CellReader<number> => {
  const byName = new Map(choices.map(({ id, name }) => [plainText(name), id]));
  const ids = new Set(choices.map(({ id }) => String(id)));
  const some = choices.slice(0, 6).map(({ name }) => name);
  const told = some.length < choices.length ? `${some.join(', ')} …` : some.join(', ');
  return reader((text) => {
    const value = byName.get(plainText(text)) ?? (ids.has(text) ? Number(text) : undefined);
    return value === undefined ? { fault: `elige una de las opciones: ${told}.` } : { value };
  });
};
