import { eq } from 'drizzle-orm';
import { BROWSER_TOKEN_MINUTES } from '#contract/company/auth/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { wrongToken } from './refusals.service.ts';
import { staffSessions } from './auth.table.ts';
import { endSessions, startSession } from './sessions.service.ts';
import { issueToken, ownerOfToken, takeToken } from './staffTokens.ts';

/** A single-use token, valid for 5 minutes, that opens the office in a browser as the caller (rulings.md 4). */
export async function makeBrowserToken(ctx: Context) {
  const { userId, sessionId } = staffOf(ctx);
  const { token, expiresAt } = await issueToken(ctx, userId, 'signin', {
    minutes: BROWSER_TOKEN_MINUTES,
    madeBy: sessionId,
  });
  await audit(ctx, 'browser_token_made', 'user', userId);
  return { token, url: `${ctx.config.appUrl}/oficina?token=${token}`, expires_at: expiresAt.toISOString() };
}

/**
 * Checks the `?token=` of a URL. 'done': its owner is already signed in here and the token is used; 'ask': first show
 * the user whose account it opens, because the link may be a trap; 'void': the token is invalid.
 */
export async function exchangeBrowserToken(ctx: Context, token: string): Promise<'done' | 'ask' | 'void'> {
  const owner = await ownerOfToken(ctx, token, 'signin');
  if (!owner) return 'void';
  if (ctx.staff?.userId !== owner.userId || ctx.staff.secondStepDue) return 'ask';
  return (await takeToken(ctx, token, 'signin')) ? 'done' : 'void';
}

/** The token's owner, and the name of another signed-in user. Does not use the token. Raises 422 TOKEN. */
export async function lookAtToken(ctx: Context, token: string) {
  const owner = await ownerOfToken(ctx, token, 'signin');
  if (!owner) throw wrongToken();
  return { name: owner.name, email: owner.email, replaces: ctx.staff?.name ?? null };
}

/** Signs in as the token's owner after confirmation; ends another open session here. Raises 422 TOKEN. */
export async function switchUser(ctx: Context, token: string): Promise<void> {
  const owner = await ownerOfToken(ctx, token, 'signin');
  const taken = owner && (await takeToken(ctx, token, 'signin'));
  if (!owner || !taken) throw wrongToken();
  if (ctx.staff) await endSessions(ctx, ctx.staff.userId, { only: ctx.staff.sessionId });
  await openAs(ctx, owner.userId, taken.madeBy);
}

/** Needs no second step, because the token was created in a full session. The new session ends with that one. */
async function openAs(ctx: Context, userId: number, madeBy: string | null): Promise<void> {
  const [maker] =
    madeBy === null
      ? []
      : await ctx.db
          .select({ id: staffSessions.id, expiresAt: staffSessions.expiresAt })
          .from(staffSessions)
          .where(eq(staffSessions.id, madeBy));
  await startSession(ctx, userId, { remember: false, secondStepDue: false, ...(maker && { maker }) });
  await audit({ ...ctx, staff: null }, 'signed_in', 'user', userId, { by: 'browser_token' });
}
