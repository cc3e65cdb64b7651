import { z } from 'zod';
import { job } from '#server/kernel/jobs.ts';
import { fetchMediaOf } from './media.service.ts';
import { FetchMedia, SendReaction, SendWaiting, SyncTemplates } from './names.ts';
import { sendReaction, sendWaiting, sweepSends } from './sending.service.ts';
import { syncNow } from './templates.service.ts';

const sendJob = job({
  ...SendWaiting,
  ownTransactions: true,
  run: (ctx, { addressId }) => sendWaiting(ctx, addressId),
});

const mediaJob = job({
  ...FetchMedia,
  ownTransactions: true,
  run: (ctx, { messageId }) => fetchMediaOf(ctx, messageId),
});

const reactionJob = job({
  ...SendReaction,
  retries: 4,
  ownTransactions: true,
  run: (ctx, { messageId, emoji }) => sendReaction(ctx, messageId, emoji),
});

const syncJob = job({ ...SyncTemplates, retries: 3, ownTransactions: true, run: (ctx) => syncNow(ctx) });

/** Each minute: messages whose answer was lost, and those that are due. */
const sweepJob = job({
  name: 'whatsapp.sweep',
  payload: z.object({}),
  cron: '* * * * *',
  run: sweepSends,
});

/** A template may be paused or rejected at any time. */
const syncAllJob = job({
  name: 'whatsapp.syncAll',
  payload: z.object({}),
  cron: '*/15 * * * *',
  async run(ctx) {
    if (ctx.config.WHATSAPP_TOKEN) await ctx.jobs.send(ctx.db, SyncTemplates, {});
  },
});

export const whatsappJobs = [sendJob, mediaJob, reactionJob, syncJob, sweepJob, syncAllJob];
