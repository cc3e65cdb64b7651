import { z } from 'zod';
import { job } from '#server/kernel/jobs.ts';
import { placesToAsk, readWeather } from './weather.service.ts';

/** Reads one project's weather. Retries after an outage with growing pauses; the next hour fills the gaps. */
export const readProjectWeather = job({
  name: 'weather.read',
  payload: z.object({ projectId: z.number().int() }),
  retries: 4,
  ownTransactions: true,
  run: (ctx, { projectId }) => readWeather(ctx, projectId),
});

/** Each hour, a few minutes after the service has the data. Does nothing without WEATHER_URL. */
export const askAllWeather = job({
  name: 'weather.askAll',
  payload: z.object({}),
  cron: '7 * * * *',
  async run(ctx) {
    if (!ctx.config.WEATHER_URL) return;
    for (const projectId of await placesToAsk(ctx.db))
      await ctx.jobs.send(ctx.db, readProjectWeather, { projectId });
  },
});
