import * as api from '#contract/projects/weather/endpoints.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { askAllWeather, readProjectWeather } from './weather.jobs.ts';
import { addLocalReading, weatherBoard, weatherDays } from './weather.service.ts';

export const weatherModule: Module = {
  name: 'weather',
  jobs: [askAllWeather, readProjectWeather],
  routes(app) {
    route(app, api.listWeather, async (ctx, { query }) => ({ data: await weatherDays(ctx, query) }));
    route(app, api.weatherBoard, async (ctx, { query }) => ({
      data: await weatherBoard(ctx, query.proyecto_id),
    }));
    route(app, api.addWeatherReading, async (ctx, { params, body }) => ({
      data: await addLocalReading(ctx, params.id, body),
    }));
  },
};
