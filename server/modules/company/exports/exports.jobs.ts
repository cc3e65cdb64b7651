import { z } from 'zod';
import { job } from '#server/kernel/jobs.ts';
import { makeExport as name } from './exports.jobs.names.ts';
import { makeExportFile, sweepExports } from './exports.service.ts';

export const makeExport = job({
  inSafeMode: true,
  ...name,
  retries: 2,
  ownTransactions: true,
  run: (ctx, { id }) => makeExportFile(ctx, id),
});

/** Each night: deletes expired export files. */
export const sweepPrepared = job({
  name: 'exports.sweep',
  payload: z.object({}),
  cron: '40 3 * * *',
  run: sweepExports,
});
