import { and, eq, lt, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { LINK_DAYS } from '#contract/company/auth/rules.ts';
import { DAY_MS } from '#contract/dates.ts';
import { job } from '#server/kernel/jobs.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { LIVE_TOKENS, spent } from '#server/kernel/mail.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';

const AT_ONCE = 500;
/** The same pattern in PostgreSQL's regular expression syntax. */
const LIVE = LIVE_TOKENS.source.replaceAll('\\/', '/');

/** Each night: removes texts with codes soon, and whole mails after the retention time (settings). */
export const sweepOutbox = job({
  name: 'outbox.sweep',
  payload: z.object({}),
  cron: '20 3 * * *',
  async run(ctx) {
    const { retention } = await readSettings(ctx.db);
    const before = (days: number) => lt(outboxMails.createdAt, new Date(ctx.now.getTime() - days * DAY_MS));
    const sent = eq(outboxMails.state, 'sent');
    await ctx.db
      .update(outboxMails)
      .set({ body: '', html: null, subject: '' })
      .where(and(outboxMails.secret, ne(outboxMails.body, ''), or(sent, before(retention.secretMailDays))));
    // Links are removed too, after they were sent or have expired.
    const live = sql`(${outboxMails.body} ~ ${LIVE} or ${outboxMails.html} ~ ${LIVE})`;
    const gone = or(sent, before(LINK_DAYS));
    for (;;) {
      const some = await ctx.db.select().from(outboxMails).where(and(live, gone)).limit(AT_ONCE);
      for (const mail of some)
        await ctx.db.update(outboxMails).set(spent(mail)).where(eq(outboxMails.id, mail.id));
      if (some.length < AT_ONCE) break;
    }
    await ctx.db.delete(outboxMails).where(before(Math.round(retention.mailMonths * 30.44)));
  },
});
