import { and, eq, sql } from 'drizzle-orm';
import { documentKey } from '#contract/identity.ts';
import { DAY_SECONDS } from '#contract/company/auth/rules.ts';
import { DEVICE_COOKIE, type Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { knownDevices } from './auth.table.ts';

const COOKIE_SECONDS = 400 * DAY_SECONDS;

export const staffSubject = (userId: number) => `staff:${userId}`;
export const saleSubject = (saleId: number) => `sale:${saleId}`;

/** A phone (E.164) or identity number of "perdí mi enlace", as a hash: most of what is typed belongs to nobody here. */
export const lostSubject = (ctx: Pick<Context, 'sign'>, key: string) =>
  `lost:${ctx.sign('lost-link').sign(key)}`;

/**
 * The phones and identity numbers that are these people's alone: whoever typed somebody else's into a form of their own is not known
 * by it.
 */
export async function lostSubjectsOf(
  ctx: Pick<Context, 'db' | 'sign'>,
  personIds: readonly number[],
): Promise<string[]> {
  const found = await rows<{ phone: string | null; number: string | null }>(
    ctx.db,
    sql`select case when not exists (select from people o where o.phone = p.phone and ${others(personIds)}) then p.phone end phone,
        case when not exists (select from people o where o.document_key = p.document_key and ${others(personIds)})
          then p.document_number end number
      from people p where p.id = any(${sql.param([...personIds])}::bigint[])`,
  );
  return found
    .flatMap(({ phone, number }) => [phone, number && documentKey('cedula', number)])
    .flatMap((key) => (key ? [lostSubject(ctx, key)] : []));
}
const others = (personIds: readonly number[]) => sql`o.id <> all(${sql.param([...personIds])}::bigint[])`;

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
