import { z } from 'zod';
import { job } from '#server/kernel/jobs.ts';
import { placesToAsk, readWeather } from './weather.service.ts';

/** One project's weather; an outage is tried again with growing pauses, and the next hour fills in what is missing. */
export const readProjectWeather = job({
  name: 'weather.read',
  payload: z.object({ projectId: z.number().int() }),
  retries: 4,
  ownTransactions: true,
  run: (ctx, { projectId }) => readWeather(ctx, projectId),
});

/** Each hour, a little after the service has the hour. Without WEATHER_URL nothing is asked of anybody. */
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
