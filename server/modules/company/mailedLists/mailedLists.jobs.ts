import { z } from 'zod';
import { job } from '#server/kernel/jobs.ts';
import { makeCopy as name } from './mailedLists.jobs.names.ts';
import { sendCopy } from './copies.service.ts';
import { startDue, sweepRuns } from './runs.service.ts';

/** Every half hour: starts the lists whose slot has come. */
export const startMailed = job({
  name: 'mailedLists.start',
  payload: z.object({}),
  cron: '*/30 * * * *',
  run: startDue,
});

export const makeCopy = job({
  ...name,
  retries: 2,
  ownTransactions: true,
  run: (ctx, { id }) => sendCopy(ctx, id),
});

/** Each night: removes the history of old sendings. Their files expire with the other exports. */
export const sweepMailed = job({
  name: 'mailedLists.sweep',
  payload: z.object({}),
  cron: '50 3 * * *',
  run: sweepRuns,
});
