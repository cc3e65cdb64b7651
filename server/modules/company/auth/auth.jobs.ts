import { and, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { z } from 'zod';
import { DAY_MS } from '#contract/dates.ts';
import { job } from '#server/kernel/jobs.ts';
import { throttles } from '#server/kernel/throttle.table.ts';
import { ForgotPassword } from './auth.jobs.names.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { knownDevices, oneTimeCodes, staffSessions, staffTokens } from './auth.table.ts';
import { sendResetMail } from './passwords.service.ts';

const forgotPassword = job({ ...ForgotPassword, run: (ctx, { userId }) => sendResetMail(ctx, userId) });

/** Each night: deletes old sign-in data and ends idle sessions. The audit log keeps the events. */
const sweep = job({
  name: 'auth.sweep',
  payload: z.object({}),
  cron: '40 3 * * *',
  async run({ db, now }) {
    const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
    await db.delete(throttles).where(lt(throttles.until, now));
    await db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, ago(7)));
    await db.delete(staffTokens).where(lt(staffTokens.expiresAt, ago(30)));
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
  },
});

export const authJobs = [forgotPassword, sweep];
