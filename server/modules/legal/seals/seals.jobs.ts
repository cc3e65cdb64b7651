import { and, asc, eq, lte } from 'drizzle-orm';
import { z } from 'zod';
import { SEAL } from '#contract/legal/seals/rules.ts';
import { job } from '#server/kernel/jobs.ts';
import { SealDocument } from './seals.jobs.names.ts';
import { alarmCertificate } from './sealNotices.service.ts';
import { sealDocument } from './sealing.service.ts';
import { seals } from './seals.table.ts';

const AT_ONCE = 50;

const seal = job({
  ...SealDocument,
  // It waits for services outside.
  ownTransactions: true,
  run: (ctx, { sealId }) => sealDocument(ctx, sealId),
});

/** Whatever is due: what waited for a service, and what a crash left behind. */
export const sweepSeals = job({
  name: 'seals.sweep',
  payload: z.object({}),
  cron: '* * * * *',
  once: true,
  async run(ctx) {
    const due = await ctx.db
      .select({ id: seals.id })
      .from(seals)
      .where(and(eq(seals.stateId, SEAL.waiting), lte(seals.nextTryAt, ctx.now)))
      .orderBy(asc(seals.nextTryAt), asc(seals.id))
      .limit(AT_ONCE);
    for (const { id } of due) await ctx.jobs.send(ctx.db, SealDocument, { sealId: id });
  },
});

/** Each morning, before the office opens. */
export const certificateAlarm = job({
  name: 'seals.certificate',
  payload: z.object({}),
  cron: '30 7 * * *',
  once: true,
  run: (ctx) => alarmCertificate(ctx),
});

export const sealJobs = [seal, sweepSeals, certificateAlarm];
