import { HOUR_MS } from '#contract/dates.ts';
/** Spanish text of a WMO code (table 4677, as Open-Meteo sends it). */
const WMO: Readonly<Record<number, string>> = {
  0: 'Despejado',
  1: 'Mayormente despejado',
  2: 'Parcialmente nublado',
  3: 'Nublado',
  45: 'Neblina',
  48: 'Neblina con escarcha',
  51: 'Llovizna ligera',
  53: 'Llovizna',
  55: 'Llovizna fuerte',
  56: 'Llovizna helada ligera',
  57: 'Llovizna helada',
  61: 'Lluvia ligera',
  63: 'Lluvia',
  65: 'Lluvia fuerte',
  66: 'Lluvia helada ligera',
  67: 'Lluvia helada',
  71: 'Nevada ligera',
  73: 'Nevada',
  75: 'Nevada fuerte',
  77: 'Granos de nieve',
  80: 'Chubascos ligeros',
  81: 'Chubascos',
  82: 'Chubascos fuertes',
  85: 'Chubascos de nieve ligeros',
  86: 'Chubascos de nieve',
  95: 'Tormenta eléctrica',
  96: 'Tormenta con granizo',
  99: 'Tormenta fuerte con granizo',
};

/** Text of a WMO code; an unknown code is shown as a number. */
export const weatherText = (code: number): string => WMO[code] ?? `Código del tiempo ${code}`;

/** Options for a reading on site, the usual weather of Panama first. */
export const LOCAL_WEATHER: readonly string[] = [0, 2, 3, 51, 61, 63, 65, 81, 95].map(weatherText);

/** Hours after which a reading is shown with its age; the service is requested every hour. */
export const OLD_AFTER_HOURS = 3;

/** `hace 5 horas`, `hace 2 días`; null while a reading (ISO instant) is recent. */
export function readingAge(at: string, now: Date): string | null {
  const hours = Math.floor((now.getTime() - Date.parse(at)) / HOUR_MS);
  if (hours < OLD_AFTER_HOURS) return null;
  if (hours < 48) return `hace ${hours} horas`;
  return `hace ${Math.floor(hours / 24)} días`;
}
