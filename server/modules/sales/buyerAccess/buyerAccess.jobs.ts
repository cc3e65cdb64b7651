import { and, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { DAY_MS } from '#contract/dates.ts';
import { job } from '#server/kernel/jobs.ts';
import { LostLink } from './buyerAccess.jobs.names.ts';
import { customerSessions, customerSessionSigners, linkTokens } from './buyerAccess.table.ts';
import { sendLostLinkCodes } from './lostLinks.service.ts';

const lostLink = job({ ...LostLink, run: sendLostLinkCodes });

/** Each night: deletes links that expired long ago and abandoned browser sessions. */
const sweep = job({
  name: 'buyerAccess.sweep',
  payload: z.object({}),
  cron: '40 3 * * *',
  async run({ db, now }) {
    const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
    await db.delete(linkTokens).where(lt(linkTokens.expiresAt, ago(30)));
    await db.delete(customerSessionSigners).where(lt(customerSessionSigners.expiresAt, ago(0)));
    // A session without a sale is deleted after a month, one with a sale about a year after the last visit.
    await db.delete(customerSessions).where(
      or(
        lt(customerSessions.lastUsedAt, ago(400)),
        and(
          lt(customerSessions.lastUsedAt, ago(30)),
          sql`not exists (select from customer_session_sales s where s.session_id = ${customerSessions.id})
              and not exists (select from customer_session_signers g where g.session_id = ${customerSessions.id})`,
        ),
      ),
    );
  },
});

export const buyerAccessJobs = [lostLink, sweep];
