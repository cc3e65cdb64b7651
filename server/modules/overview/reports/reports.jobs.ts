import { z } from 'zod';
import { job } from '#server/kernel/jobs.ts';
import { ComputeFigures } from './reports.jobs.names.ts';
import { keepFigures } from './reports.service.ts';

export const computeBoard = job({
  inSafeMode: true,
  ...ComputeFigures,
  once: true,
  async run(ctx, { projectId }) {
    await keepFigures(ctx, projectId);
  },
});

/** Each morning before the office opens: recomputes the company's figures. */
export const computeCompany = job({
  inSafeMode: true,
  name: 'reports.computeCompany',
  payload: z.object({}),
  cron: '30 5 * * *',
  async run(ctx) {
    await keepFigures(ctx, 0);
  },
});
