import { and, isNotNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import { DAY_MS } from '#contract/dates.ts';
import { job } from '#server/kernel/jobs.ts';
import { notices } from './notifications.table.ts';
import { ReleaseNotice, releaseNotice, sendDigests } from './sendOut.service.ts';

const KEPT_DAYS = 180;

/** Each night: deletes notices that were read half a year ago. */
export const sweepNotices = job({
  name: 'notifications.sweep',
  payload: z.object({}),
  cron: '25 0 * * *',
  async run(ctx) {
    const before = new Date(ctx.now.getTime() - KEPT_DAYS * DAY_MS);
    await ctx.db.delete(notices).where(and(isNotNull(notices.selectedAt), lt(notices.selectedAt, before)));
  },
});

/** Sends a notice after the quiet hours of its user. */
export const release = job({
  ...ReleaseNotice,
  run: (ctx, { noticeId, channel }) => releaseNotice(ctx, noticeId, channel),
});

/** Every hour: the mails of who wants them together. */
export const digests = job({
  name: 'notifications.digests',
  payload: z.object({}),
  cron: '0 * * * *',
  run: (ctx) => sendDigests(ctx),
});
