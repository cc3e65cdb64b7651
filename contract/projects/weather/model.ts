import { z } from 'zod';
import { IsoInstant } from '#contract/dates.ts';

/** A day of a project for existing clients (endpoints.tsv, projects/weather). `al`: instant of the last reading. */
export const WeatherDay = z.object({
  proyecto_id: z.number().int(),
  /** YYYY-MM-DD */
  fecha: z.string(),
  /** °C, last reading of the day. */
  temperatura: z.number(),
  /** Rain of that day until `al`. */
  lluvia_mm: z.number(),
  descripcion: z.string(),
  /** 'open-meteo', 'local' or 'demostracion' */
  fuente: z.string(),
  al: z.string(),
});
export type WeatherDay = z.infer<typeof WeatherDay>;

/** Status of a project's weather data. */
export const WeatherService = z.object({
  /** sin_servicio: no URL configured · sin_coordenadas · espera: not requested yet · bien · caido */
  estado: z.enum(['sin_servicio', 'sin_coordenadas', 'espera', 'bien', 'caido']),
  /** Time of the last successful response; null without one. */
  ultimo: z.string().nullable(),
  /** Number of failed requests since then, and the last reason. */
  fallos: z.number().int(),
  motivo: z.string().nullable(),
});
export type WeatherService = z.infer<typeof WeatherService>;

export const ProjectWeather = z.object({
  proyecto: z.object({ id: z.number().int(), nombre: z.string() }),
  servicio: WeatherService,
  /** The last reading, of any age. */
  ultima: WeatherDay.nullable(),
  /** The last 14 days with readings, oldest first. */
  dias: z.array(WeatherDay),
});
export type ProjectWeather = z.infer<typeof ProjectWeather>;

/** A measurement on site. */
export const LocalReading = z.object({
  temperatura: z
    .number({ error: 'Escribe la temperatura en grados.' })
    .min(-10, { error: 'Revisa la temperatura: entre -10 y 60 grados.' })
    .max(60, { error: 'Revisa la temperatura: entre -10 y 60 grados.' }),
  /** Since midnight, from the rain gauge. */
  lluvia_mm: z
    .number({ error: 'Escribe la lluvia en milímetros; 0 si no llovió.' })
    .min(0, { error: 'La lluvia no puede ser menor que cero.' })
    .max(999, { error: 'Revisa la lluvia: a lo más 999 milímetros en un día.' }),
  descripcion: z.string().trim().min(2, { error: 'Di cómo está el tiempo.' }).max(80),
  /** Time; now when missing. */
  al: IsoInstant.optional(),
});
export type LocalReading = z.output<typeof LocalReading>;
