import { and, eq, sql } from 'drizzle-orm';
import { DAY_SECONDS } from '#contract/company/auth/rules.ts';
import { DEVICE_COOKIE, type Context } from '#server/kernel/context.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { knownDevices } from './auth.table.ts';

const COOKIE_SECONDS = 400 * DAY_SECONDS;

export const staffSubject = (userId: number) => `staff:${userId}`;

/**
 * The key for counting this browser's attempts, if it is a known device of the subject; null otherwise. Attempts from
 * elsewhere therefore cannot lock a user out of a known browser.
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
 * Marks this browser as a known device of the subjects. It gets a new token unless it is already known for the first
 * one: a cookie planted by an attacker must not become a known device.
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
  // Other users of this browser stay known too.
  if (old && old !== tokenHash)
    await ctx.db.execute(sql`insert into known_devices (token_hash, subject, created_at, last_used_at)
      select ${tokenHash}, subject, created_at, last_used_at from known_devices where token_hash = ${old}
      on conflict do nothing`);
  ctx.setCookie(DEVICE_COOKIE, token, { maxAge: COOKIE_SECONDS });
}
