import { and, eq, sql } from 'drizzle-orm';
import { DAY_SECONDS } from '#contract/company/auth/rules.ts';
import { DEVICE_COOKIE, type Context } from '#server/kernel/context.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { knownDevices } from './auth.table.ts';

const COOKIE_SECONDS = 400 * DAY_SECONDS;

export const staffSubject = (userId: number) => `staff:${userId}`;

/**
 * What this browser's attempts on a subject are counted by, when it has proved to be the subject's before; null for a stranger.
 * Whoever guesses from elsewhere so locks nobody out of a browser of their own.
 */
export async function knownDevice(
  ctx: Pick<Context, 'db' | 'device'>,
  subject: string,
): Promise<string | null> {
  if (!ctx.device) return null;
  const tokenHash = hashToken(ctx.device);
  const mine = and(eq(knownDevices.tokenHash, tokenHash), eq(knownDevices.subject, subject));
  return (await ctx.db.$count(knownDevices, mine)) > 0 ? `${subject}:${tokenHash}` : null;
}

/**
 * Keeps that this browser has proved to be these subjects'. It gets a new token unless it was known as one of them: a cookie that
 * was planted before makes nobody else's browser a known one.
 */
export async function rememberDevice(
  ctx: Pick<Context, 'db' | 'now' | 'device' | 'setCookie'>,
  subjects: readonly string[],
): Promise<void> {
  const [first] = subjects;
  if (first === undefined) return;
  const old = ctx.device && hashToken(ctx.device);
  const token = ctx.device && (await knownDevice(ctx, first)) ? ctx.device : newToken();
  const tokenHash = hashToken(token);
  await ctx.db
    .insert(knownDevices)
    .values(
      [...new Set(subjects)].map((subject) => ({
        tokenHash,
        subject,
        createdAt: ctx.now,
        lastUsedAt: ctx.now,
      })),
    )
    .onConflictDoUpdate({
      target: [knownDevices.tokenHash, knownDevices.subject],
      set: { lastUsedAt: ctx.now },
    });
  // Whoever else uses this browser stays known in it.
  if (old && old !== tokenHash)
    await ctx.db.execute(sql`insert into known_devices (token_hash, subject, created_at, last_used_at)
      select ${tokenHash}, subject, created_at, last_used_at from known_devices where token_hash = ${old}
      on conflict do nothing`);
  ctx.setCookie(DEVICE_COOKIE, token, { maxAge: COOKIE_SECONDS });
}
