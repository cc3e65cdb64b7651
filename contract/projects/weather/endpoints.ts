import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { orderBy } from '#contract/paging.ts';
import { LocalReading, ProjectWeather, WeatherDay } from './model.ts';

export const listWeather = endpoint({
  method: 'GET',
  path: '/api/projects/weather',
  access: 'proyectos.ver',
  shows: ['clima'],
  summary: 'El tiempo de cada proyecto: su última lectura, o la de cada día entre dos fechas',
  query: z.object({
    proyecto_id: Id.optional(),
    /** Both or none; at most 92 days are returned. */
    desde: IsoDate.optional(),
    hasta: IsoDate.optional(),
    ...orderBy('fecha', 'proyecto_id').shape,
  }),
  answer: data(z.array(WeatherDay)),
});

export const weatherBoard = endpoint({
  method: 'GET',
  path: '/api/projects/weather/board',
  access: 'proyectos.ver',
  shows: ['clima'],
  summary: 'El tiempo de hoy y de los últimos 14 días por proyecto, y si el servicio responde',
  query: z.object({ proyecto_id: Id.optional() }),
  answer: data(z.array(ProjectWeather)),
});

export const addWeatherReading = endpoint({
  method: 'POST',
  path: '/api/projects/:id/weather',
  access: ['proyectos.editar', 'bitacora.crear'],
  touches: ['clima'],
  summary: 'Anota una lectura tomada en la obra',
  params: z.object({ id: Id }),
  body: LocalReading,
  answer: data(WeatherDay),
  status: 201,
  errors: ['READING_TAKEN'],
  idempotent: true,
});
