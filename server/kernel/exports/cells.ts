import { HOUR_MS, panamaDay, panamaTime, showDay } from '#contract/dates.ts';
import type { ExportType } from '#contract/exports.ts';

export type Value = string | number | boolean | null | undefined;

const CELL_MAX = 32_000;
/** A signed number, or a telephone, also masked (`+507 6***-**67`): harmless even if a spreadsheet calculates it. */
const HARMLESS = /^[+-][\d\s().•*-]*$/;

/**
 * Text for a cell: without characters that XML cannot hold, and never a formula. Excel does not calculate text in an .xlsx
 * file, but the file may be saved as CSV and opened again.
 */
export function safeText(value: string): string {
  // oxlint-disable-next-line no-control-regex -- removing them is the point
  const text = value.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  const short = text.length > CELL_MAX ? `${text.slice(0, CELL_MAX)}…` : text;
  return /^[=+\-@\t\r]/.test(short) && !HARMLESS.test(short) ? `'${short}` : short;
}

const PANAMA_BEHIND_MS = 5 * HOUR_MS;

/** A value for a sheet: a real number or date where possible. Excel has no time zones, so instants are in Panama time. */
export function sheetValue(type: ExportType, value: Value): string | number | Date | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  switch (type) {
    case 'money':
    case 'percent':
      return typeof value === 'number' ? value / 100 : safeText(value);
    case 'number':
      return typeof value === 'number' ? value : safeText(value);
    case 'date':
      return dateOf(`${String(value).slice(0, 10)}T00:00:00Z`, 0) ?? safeText(String(value));
    case 'instant':
      return dateOf(String(value), PANAMA_BEHIND_MS) ?? safeText(String(value));
    case 'text':
      return safeText(String(value));
  }
}

function dateOf(text: string, behind: number): Date | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : new Date(ms - behind);
}

const decimals = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A value as text for a PDF. */
export function paperValue(type: ExportType, value: Value): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (typeof value === 'number')
    return type === 'money'
      ? (value / 100).toLocaleString('en-US', decimals(2))
      : type === 'percent'
        ? `${value.toLocaleString('en-US')} %`
        : value.toLocaleString('en-US');
  if (type === 'date' && /^\d{4}-\d{2}-\d{2}/.test(value)) return showDay(value.slice(0, 10));
  if (type === 'instant' && !Number.isNaN(Date.parse(value)))
    return `${showDay(panamaDay(value))} ${panamaTime(value)}`;
  return value.toWellFormed();
}
