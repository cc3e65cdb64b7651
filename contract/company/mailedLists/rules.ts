import { addDays, addMonths, isoWeekday, panamaDay, panamaInstant } from '#contract/dates.ts';
import { holidayOn } from '#contract/holidays.ts';

export const EVERY = { dia: 'Cada día', semana: 'Cada semana', mes: 'Cada mes' } as const;
export type Every = keyof typeof EVERY;
export const EVERY_NAMES = Object.keys(EVERY) as [Every, ...Every[]];

export const MAILED_STATES = {
  activa: 'Activa',
  pausada: 'En pausa',
  detenida: 'Detenida',
  archivada: 'Archivada',
} as const;
export type MailedState = keyof typeof MAILED_STATES;
export const MAILED_STATE_NAMES = Object.keys(MAILED_STATES) as [MailedState, ...MailedState[]];

/** What its owner may change. `detenida` is reached only when the owner lost the list. */
const ARROWS: Readonly<Record<MailedState, readonly MailedState[]>> = {
  activa: ['pausada', 'archivada'],
  pausada: ['activa', 'archivada'],
  detenida: ['activa', 'archivada'],
  archivada: [],
};
export const mayBecome = (from: MailedState, to: MailedState): boolean => ARROWS[from].includes(to);

/** A person's copy of one sending. omitida: the person may not see the list. */
export const COPY_STATES = {
  espera: 'Se prepara',
  enviada: 'Enviada',
  omitida: 'No se envió',
  fallida: 'Falló',
} as const;
export type CopyState = keyof typeof COPY_STATES;
export const COPY_STATE_NAMES = Object.keys(COPY_STATES) as [CopyState, ...CopyState[]];

/** How long a mailed file can be downloaded. */
export const MAILED_DAYS = 7;
export const MOST_RECIPIENTS = 20;
/** Day of the month that stands for its last working day. */
export const LAST_WORKING_DAY = 0;

export interface Rhythm {
  every: Every;
  /** 1 Monday … 7 Sunday; of a weekly one. */
  weekday: number | null;
  /** 1-31, in a shorter month its last day; LAST_WORKING_DAY. Of a monthly one. */
  monthDay: number | null;
  /** HH:MM in Panama. */
  hour: string;
  /** No sending on a holiday: a daily one is left out, another goes on the next day that is none. */
  skipsHolidays: boolean;
}

const lastOf = (day: string) => addDays(`${addMonths(`${day.slice(0, 7)}-01`, 1).slice(0, 7)}-01`, -1);
const works = (day: string) => isoWeekday(day) < 6 && holidayOn(day) === undefined;

function monthlyDay(first: string, monthDay: number): string {
  let last = lastOf(first);
  if (monthDay !== LAST_WORKING_DAY) {
    const day = `${first.slice(0, 7)}-${String(monthDay).padStart(2, '0')}`;
    return day > last ? last : day;
  }
  while (!works(last)) last = addDays(last, -1);
  return last;
}

/** The next instant of a rhythm that is later than `after`. Days and hours are Panama's. */
export function nextSlot(rhythm: Rhythm, after: Date): Date {
  const { every, weekday, monthDay, hour, skipsHolidays } = rhythm;
  const from = panamaDay(after);
  // Eight days back: one that a holiday moved may still be ahead.
  for (let at = -8; at < 800; at += 1) {
    const planned = addDays(from, at);
    if (every === 'semana' && isoWeekday(planned) !== weekday) continue;
    if (every === 'mes' && monthlyDay(`${planned.slice(0, 7)}-01`, monthDay ?? 1) !== planned) continue;
    let day = planned;
    if (skipsHolidays && holidayOn(day) !== undefined) {
      if (every === 'dia') continue;
      while (holidayOn(day) !== undefined) day = addDays(day, 1);
    }
    const slot = panamaInstant(day, hour);
    if (slot > after) return slot;
  }
  throw new Error('a rhythm has a day within two years');
}

const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];
export const WEEKDAY_CHOICES = WEEKDAYS.map((name, at) => ({ value: at + 1, label: name }));

/** `cada lunes a las 07:00` */
export function rhythmText({ every, weekday, monthDay, hour, skipsHolidays }: Rhythm): string {
  const when =
    every === 'dia'
      ? 'cada día'
      : every === 'semana'
        ? `cada ${WEEKDAYS[(weekday ?? 1) - 1]}`
        : monthDay === LAST_WORKING_DAY
          ? 'el último día hábil de cada mes'
          : `el día ${monthDay ?? 1} de cada mes`;
  return `${when} a las ${hour}${skipsHolidays ? ', salvo feriados' : ''}`;
}

/** The hours that are offered: a job looks every half hour. */
export const HOURS: readonly string[] = Array.from(
  { length: 48 },
  (_, at) => `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`,
);
