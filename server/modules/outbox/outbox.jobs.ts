import { and, lt, ne } from 'drizzle-orm';
import { z } from 'zod';
import { job } from '#server/kernel/jobs.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { readSettings } from '#server/modules/settings/settings.service.ts';

const DAY_MS = 86_400_000;

/** Each night: texts with codes go soon, whole mails after their time (settings, retention). */
export const sweepOutbox = job({
  name: 'outbox.sweep',
  payload: z.object({}),
  cron: '20 3 * * *',
  async run(ctx) {
    const { retention } = await readSettings(ctx.db);
    const before = (days: number) => lt(outboxMails.createdAt, new Date(ctx.now.getTime() - days * DAY_MS));
    await ctx.db
      .update(outboxMails)
      .set({ body: '', html: null, subject: '' })
      .where(and(outboxMails.secret, ne(outboxMails.body, ''), before(retention.secretMailDays)));
    await ctx.db.delete(outboxMails).where(before(Math.round(retention.mailMonths * 30.44)));
  },
});
