import { z } from 'zod';

/**
 * Local days and times in America/Panama: UTC−5, no daylight saving (domain.md §6). A day is `2026-03-09`, a time
 * `14:30`, an instant ISO 8601 in UTC. All functions are pure; the caller passes "now".
 */
export const HOUR_MS = 3_600_000;
const PANAMA_OFFSET_MS = -5 * HOUR_MS;
export const DAY_MS = 86_400_000;

/** Years that PostgreSQL and JavaScript both handle. */
const isReckoned = (day: string) => day >= '1900-01-01' && day < '2200-01-01';

/** An existing day YYYY-MM-DD, in a year from 1900 to 2199. */
export const IsoDate = z.iso
  .date({ error: 'Fecha inválida. Usa el formato AAAA-MM-DD.' })
  .refine(isReckoned, { error: 'Fecha inválida. Usa un año entre 1900 y 2199.' });
/** An instant in UTC, `2026-03-09T19:30:00.000Z`. */
export const IsoInstant = z.iso.datetime({ error: 'Fecha y hora inválidas.' });
/** A time of day, 24 h, HH:mm. */
export const HourMinute = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Hora inválida. Usa el formato HH:MM de 24 horas.' });

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];
const monthOf = (day: string) => MONTHS[Number(day.slice(5, 7)) - 1]!;
const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];

const dayMs = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const inPanama = (instant: Date | string) => new Date(new Date(instant).getTime() + PANAMA_OFFSET_MS);

/** The day in Panama at an instant. */
export const panamaDay = (instant: Date | string) => inPanama(instant).toISOString().slice(0, 10);

/** The time in Panama at an instant, HH:mm. */
export const panamaTime = (instant: Date | string) => inPanama(instant).toISOString().slice(11, 16);

/** The instant of a local day and time. */
export const panamaInstant = (day: string, time = '00:00') => new Date(`${day}T${time}:00-05:00`);

/** What is due or may be signed on a day is in time until its last minute, in Panama. */
export const endOfDay = (day: string) => panamaInstant(day, '23:59');

/** A day as its number since 1970-01-01, and back. */
export const dayNumber = (day: string) => dayMs(day) / DAY_MS;
export const numberedDay = (number: number) => dayOf(number * DAY_MS);

/** The day `days` later; earlier when negative. */
export const addDays = (day: string, days: number) => dayOf(dayMs(day) + days * DAY_MS);

/** Days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string) => (dayMs(to) - dayMs(from)) / DAY_MS;

/** The same day of a later month; its last day when the month is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(date, last));
  return at.toISOString().slice(0, 10);
}

/** First and last day of a month (YYYY-MM). */
export const daysOf = (month: string) => {
  const from = `${month}-01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
};

/** 1 Monday … 7 Sunday. */
export const isoWeekday = (day: string) => new Date(dayMs(day)).getUTCDay() || 7;

/** The day if the text is a valid `IsoDate`, else undefined. Without zod, because buyers' pages use it. */
export function parseDay(text: string): string | undefined {
  const exists =
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(dayMs(text)) && dayOf(dayMs(text)) === text;
  return exists && isReckoned(text) ? text : undefined;
}

/**
 * A day as typed: 9-3-2026, 09/03/2026, 09.03.2026, 9 3 2026, 09032026 (keypad without signs) or 2026-03-09; else
 * undefined. Always day first, independent of the browser's language.
 */
export function readTypedDay(text: string): string | undefined {
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text.trim()) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(text.trim()) ??
    [];
  return parseDay(day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim());
}

/** `09-03-2026`. */
export const showDay = (day: string) => day.split('-').toReversed().join('-');

/** `09-03-2026 14:30`, in Panama. */
export const showInstant = (instant: Date | string) =>
  `${showDay(panamaDay(instant))} ${panamaTime(instant)}`;

/** `9 de marzo de 2026`, inside a sentence (rulings.md 44). */
export const dayText = (day: string) => `${Number(day.slice(8))} de ${monthOf(day)} de ${day.slice(0, 4)}`;

/** `lunes 9 de marzo de 2026`. */
export const longDay = (day: string) => `${WEEKDAYS[isoWeekday(day) - 1]} ${dayText(day)}`;

/** A time HH:mm for buyers: `2:30 p. m.`; the office keeps 24 h (rulings.md 44). */
export function clockTime(time: string): string {
  const [hour = 0, minute = ''] = [Number(time.slice(0, 2)), time.slice(3, 5)];
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'a.' : 'p.'} m.`;
}

/** `9 de marzo de 2026, 2:30 p. m.`, in Panama, for buyers. */
export const instantText = (instant: Date | string) =>
  `${dayText(panamaDay(instant))}, ${clockTime(panamaTime(instant))}`;

/** ISO week of a day, `2026-W12`. */
export function isoWeek(day: string): string {
  // A week belongs to the year of its Thursday.
  const thursday = addDays(day, 4 - isoWeekday(day));
  const week = Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1;
  return `${thursday.slice(0, 4)}-W${String(week).padStart(2, '0')}`;
}

/** Monday of an ISO week. */
export function weekStart(week: string): string {
  const [year = '', number = ''] = week.split('-W');
  const first = `${year}-01-04`;
  return addDays(first, 1 - isoWeekday(first) + (Number(number) - 1) * 7);
}

/** `Semana 12 · 16-03-2026 al 22-03-2026`. */
export function weekText(week: string): string {
  const monday = weekStart(week);
  return `Semana ${Number(week.slice(-2))} · ${showDay(monday)} al ${showDay(addDays(monday, 6))}`;
}

/** `MARZO 2027` from a month YYYY-MM, as a label (spec §9). */
export const showMonth = (month: string) => `${monthOf(month).toUpperCase()} ${month.slice(0, 4)}`;

/** `marzo de 2027` from a month YYYY-MM, inside a sentence. */
export const monthText = (month: string) => `${monthOf(month)} de ${month.slice(0, 4)}`;
