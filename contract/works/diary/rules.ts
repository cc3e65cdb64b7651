import { daysBetween, isoWeekday } from '#contract/dates.ts';
import type { LostDay, LostReason } from '#contract/works/schedule/calendar.ts';
import type { SectionName, StopReason } from './model.ts';

/**
 * How many days back an entry may tell of: by hand, and by an import. The seal makes a link of every working day since the first
 * entry and none goes away, so a mistyped year would fill a diary for ever.
 */
export const TOLD_BACK = { byHand: 366, imported: 3660 } as const;
export const isTooOld = (day: string, today: string, back: number): boolean => daysBetween(day, today) > back;

/** Sections that every working day tells before it is sealed. */
const EXPECTED = { trabajo: 'el trabajo hecho', personal: 'el personal' } as const;

/** What a day still lacks, as words of a sentence. */
export const missingSections = (written: readonly SectionName[]): string[] =>
  Object.entries(EXPECTED)
    .filter(([section]) => !written.includes(section as SectionName))
    .map(([, words]) => words);

/** Hours of a day on site: 7:00-15:30 with lunch, Saturdays until noon (domain.md §6). */
const siteHours = (day: string) => (isoWeekday(day) === 6 ? 5 : 8);

export interface Stop {
  fecha: string;
  motivo: StopReason;
  horas: number;
}

/** A late permit closes what has not begun, rain what is in the open, and any other stop everything. */
const lostAs = (reason: StopReason): LostReason =>
  reason === 'lluvia' || reason === 'permiso' ? reason : 'paro';

export interface ToldDay extends LostDay {
  /** What took most of its hours. */
  told: StopReason;
}

/**
 * The days that the schedule loses: those on which rain and stops together took half of the site's hours. Rain alone is a
 * rainy day; as soon as other stops took more than the rain did, the day was stopped.
 */
export function lostDaysOf(stops: readonly Stop[]): ToldDay[] {
  const days = Map.groupBy(stops, ({ fecha }) => fecha);
  return [...days]
    .flatMap(([day, told]) => {
      const hours = new Map<LostReason, number>();
      for (const { motivo, horas } of told)
        hours.set(lostAs(motivo), (hours.get(lostAs(motivo)) ?? 0) + horas);
      const total = [...hours.values()].reduce((sum, one) => sum + one, 0);
      if (total < siteHours(day) / 2) return [];
      const [reason] = [...hours].reduce((most, one) => (one[1] > most[1] ? one : most));
      const { motivo } = told.reduce((most, one) => (one.horas > most.horas ? one : most));
      return [{ day, reason, told: motivo }];
    })
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

const CLOCK_SECONDS = 300;
const UNITS = [
  [86_400, 'día', 'días'],
  [3600, 'hora', 'horas'],
  [60, 'minuto', 'minutos'],
] as const;

/** How far a phone's clock was wrong: `2 días atrasado`; null below 5 minutes. */
export function clockFault(offsetSeconds: number): string | null {
  const seconds = Math.abs(offsetSeconds);
  if (seconds < CLOCK_SECONDS) return null;
  const [size, one, many] = UNITS.find(([unit]) => seconds >= unit)!;
  const count = Math.round(seconds / size);
  return `${count} ${count === 1 ? one : many} ${offsetSeconds > 0 ? 'atrasado' : 'adelantado'}`;
}
