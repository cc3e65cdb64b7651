import { z } from 'zod';
import { HOUR_MS } from '#contract/dates.ts';
import { job } from '#server/kernel/jobs.ts';
import { deleteAbandoned } from './uploads.queries.ts';

/** How long an incomplete upload waits to be continued. */
const WAITS_MS = 24 * HOUR_MS;

/** Each hour: deletes abandoned uploads. */
export const sweepUploads = job({
  name: 'purchase.sweepUploads',
  payload: z.object({}),
  cron: '25 * * * *',
  async run(ctx) {
    const gone = await deleteAbandoned(ctx.db, new Date(ctx.now.getTime() - WAITS_MS));
    if (gone > 0) ctx.log.info({ uploads: gone }, 'abandoned uploads forgotten');
  },
});
