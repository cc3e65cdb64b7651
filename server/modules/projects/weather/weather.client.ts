import { z } from 'zod';
import { HOUR_MS } from '#contract/dates.ts';

/** One hour from the service: `rainMm` fell in the hour before `at`. */
export interface HourOfWeather {
  at: Date;
  temperature: number;
  rainMm: number;
  code: number;
}

/** The service is down, slow, or returned invalid data; the message is a sentence for the office. */
export class WeatherFault extends Error {}

/** A day of hours is about 2 kB. */
const BYTES_MAX = 256 * 1024;
export const TIMEOUT_MS = 8_000;
const HOURS = 24;

const values = <S extends z.ZodType>(one: S) => z.array(one).min(1).max(400);
/** Values outside these ranges are impossible in this country. A missing value is null. */
const Answer = z
  .object({
    hourly_units: z
      .object({ temperature_2m: z.literal('°C'), precipitation: z.literal('mm') })
      .partial()
      .optional(),
    hourly: z.object({
      time: values(z.number().int()),
      temperature_2m: values(z.number().min(-30).max(60).nullable()),
      precipitation: values(z.number().min(0).max(300).nullable()),
      weather_code: values(z.number().int().min(0).max(99).nullable()),
    }),
  })
  .refine(
    ({ hourly }) =>
      new Set([
        hourly.time.length,
        hourly.temperature_2m.length,
        hourly.precipitation.length,
        hourly.weather_code.length,
      ]).size === 1,
  );

/**
 * The hours until now at a place, from an Open-Meteo-compatible service (`/v1/forecast`). Each response has the whole
 * last day, which fills gaps after an outage. Raises WeatherFault.
 */
export async function askWeather(
  url: string,
  place: { latitude: number; longitude: number },
  now: Date,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<HourOfWeather[]> {
  const address = new URL(url);
  for (const [key, value] of Object.entries({
    latitude: place.latitude,
    longitude: place.longitude,
    hourly: 'temperature_2m,precipitation,weather_code',
    past_hours: HOURS,
    forecast_hours: 1,
    timeformat: 'unixtime',
    timezone: 'GMT',
  }))
    address.searchParams.set(key, String(value));
  const text = await fetchText(address, timeoutMs);
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    throw new WeatherFault('El servicio del clima respondió algo que no se entiende.');
  }
  const read = Answer.safeParse(sent);
  if (!read.success) throw new WeatherFault('El servicio del clima respondió datos que no son creíbles.');
  const { time, temperature_2m, precipitation, weather_code } = read.data.hourly;
  const hours = time.flatMap((seconds, index): HourOfWeather[] => {
    const at = new Date(seconds * 1000);
    const [temperature, rainMm, code] = [temperature_2m[index], precipitation[index], weather_code[index]];
    if (
      temperature == null ||
      rainMm == null ||
      code == null ||
      at > now ||
      at.getTime() < now.getTime() - 48 * HOUR_MS
    )
      return [];
    return [{ at, temperature, rainMm, code }];
  });
  if (hours.length === 0) throw new WeatherFault('El servicio del clima no trae lecturas recientes.');
  return hours;
}

async function fetchText(address: URL, timeoutMs: number): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    // A redirect would lead to a host that nobody configured.
    const response = await fetch(address, {
      signal,
      redirect: 'error',
      headers: { accept: 'application/json' },
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new WeatherFault(`El servicio del clima respondió con el error ${response.status}.`);
    }
    return await readCapped(response);
  } catch (error) {
    if (error instanceof WeatherFault) throw error;
    throw new WeatherFault(
      signal.aborted
        ? `El servicio del clima no respondió en ${Math.round(timeoutMs / 1000)} segundos.`
        : 'No se pudo llegar al servicio del clima.',
      { cause: error },
    );
  }
}

async function readCapped(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > BYTES_MAX) throw new WeatherFault('El servicio del clima respondió demasiado.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
