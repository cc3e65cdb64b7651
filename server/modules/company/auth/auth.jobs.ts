import { and, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { job } from '#server/kernel/jobs.ts';
import { throttles } from '#server/kernel/throttle.table.ts';
import { ForgotPassword, LostLink } from './auth.jobs.names.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import {
  customerSessions,
  knownDevices,
  linkTokens,
  oneTimeCodes,
  staffSessions,
  staffTokens,
} from './auth.table.ts';
import { sendLostLinkCodes } from '#server/modules/sales/buyerAccess/lostLinks.service.ts';
import { sendResetMail } from './passwords.service.ts';

const DAY_MS = 86_400_000;

const forgotPassword = job({ ...ForgotPassword, run: (ctx, { userId }) => sendResetMail(ctx, userId) });

const lostLink = job({ ...LostLink, run: sendLostLinkCodes });

/** Each night: what ended long ago and is of no use to anybody. What happened stays in the audit log. */
const sweep = job({
  name: 'auth.sweep',
  payload: z.object({}),
  cron: '40 3 * * *',
  async run({ db, now }) {
    const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
    await db.delete(throttles).where(lt(throttles.until, now));
    await db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, ago(7)));
    await db.delete(staffTokens).where(lt(staffTokens.expiresAt, ago(30)));
    await db.delete(linkTokens).where(lt(linkTokens.expiresAt, ago(30)));
    await db
      .delete(staffSessions)
      .where(
        or(
          lt(staffSessions.expiresAt, ago(30)),
          and(isNotNull(staffSessions.revokedAt), lt(staffSessions.revokedAt, ago(30))),
        ),
      );
    const { signIn } = await readSettings(db);
    await db
      .update(staffSessions)
      .set({ revokedAt: now })
      .where(and(isNull(staffSessions.revokedAt), lt(staffSessions.lastUsedAt, ago(signIn.idleDays))));
    await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, ago(400)));
    // A visitor without a sale is forgotten after a month, one with a sale a good year after the last visit.
    await db
      .delete(customerSessions)
      .where(
        or(
          lt(customerSessions.lastUsedAt, ago(400)),
          and(
            lt(customerSessions.lastUsedAt, ago(30)),
            sql`not exists (select from customer_session_sales s where s.session_id = ${customerSessions.id})`,
          ),
        ),
      );
  },
});

export const authJobs = [forgotPassword, lostLink, sweep];
