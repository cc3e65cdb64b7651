import { z } from 'zod';
import { panamaDay } from '#contract/dates.ts';
import { job } from '#server/kernel/jobs.ts';
import { ComputeCash } from './cashForecast.jobs.names.ts';
import { computeCash, keepMonth } from './compute.service.ts';

export const computeCashNow = job({
  inSafeMode: true,
  ...ComputeCash,
  once: true,
  async run(ctx, { anew }) {
    await computeCash(ctx, { anew });
  },
});

/** A month whose first day was missed, because nothing ran, is kept until this day. */
const KEPT_UNTIL = 5;

/** Each night: the forecast of the new day, and at the beginning of a month the one that is kept. */
export const computeCashDaily = job({
  inSafeMode: true,
  name: 'cash.daily',
  payload: z.object({}),
  cron: '20 0 * * *',
  async run(ctx) {
    if (Number(panamaDay(ctx.now).slice(8)) <= KEPT_UNTIL) await keepMonth(ctx);
    else await computeCash(ctx, { anew: true });
  },
});
