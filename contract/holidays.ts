import { addDays, isoWeekday } from './dates.ts';

/** Fixed holidays of art. 46 Código de Trabajo, as MM-DD (domain.md §6). */
const FIXED = [
  ['01-01', 'Año Nuevo'],
  ['01-09', 'Día de los Mártires'],
  ['05-01', 'Día del Trabajo'],
  ['11-03', 'Separación de Panamá de Colombia'],
  ['11-05', 'Consolidación de la separación en Colón'],
  ['11-10', 'Primer Grito de Independencia'],
  ['11-28', 'Independencia de Panamá de España'],
  ['12-08', 'Día de la Madre'],
  ['12-20', 'Día de Duelo Nacional'],
  ['12-25', 'Navidad'],
] as const;

/** Easter Sunday of a year (Gregorian, Meeus/Jones/Butcher). */
function easter(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor((8 * b + 13) / 25);
  const e = (19 * a + b - Math.floor(b / 4) - d + 15) % 30;
  const f = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - e - (c % 4)) % 7;
  const g = Math.floor((a + 11 * e + 22 * f) / 451);
  const n = e + f - 7 * g + 114;
  return `${year}-${String(Math.floor(n / 31)).padStart(2, '0')}-${String((n % 31) + 1).padStart(2, '0')}`;
}

/**
 * Holidays of a year in order. A holiday on a Sunday adds the Monday after it. 1 July counts in years when a president
 * takes office (2024, 2029 …).
 */
export function holidays(year: number): { day: string; name: string }[] {
  const sunday = easter(year);
  const list = [
    ...FIXED.map(([date, name]) => ({ day: `${year}-${date}`, name })),
    { day: addDays(sunday, -47), name: 'Martes de Carnaval' },
    { day: addDays(sunday, -2), name: 'Viernes Santo' },
    ...(year % 5 === 4 ? [{ day: `${year}-07-01`, name: 'Toma de posesión presidencial' }] : []),
  ];
  const moved = list
    .filter(({ day }) => isoWeekday(day) === 7)
    .map(({ day, name }) => ({ day: addDays(day, 1), name: `${name} (trasladado)` }));
  return [...list, ...moved].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Names by day, for each year asked so far: a term in working days asks for every day of it. */
const known = new Map<string, Map<string, string>>();

/** Name of the holiday on a day, or undefined. */
export function holidayOn(day: string): string | undefined {
  const year = day.slice(0, 4);
  let names = known.get(year);
  if (!names) {
    names = new Map(holidays(Number(year)).map(({ day: at, name }) => [at, name]));
    known.set(year, names);
  }
  return names.get(day);
}
