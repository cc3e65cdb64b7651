import { eq } from 'drizzle-orm';
import { BROWSER_TOKEN_MINUTES } from '#contract/company/auth/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { wrongToken } from './refusals.service.ts';
import { staffSessions } from './auth.table.ts';
import { endSessions, startSession } from './sessions.service.ts';
import { issueToken, ownerOfToken, takeToken } from './staffTokens.ts';

/** A single-use token of 5 minutes that opens the office in a browser as the caller (rulings 4). */
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
 * Looks at the `?token=` of an address. 'done': its owner is signed in here already, and it is taken; 'ask': whoever opened the
 * address must first be told as whom they would come in, because a link may be somebody else's trap; 'void': it opens nothing.
 */
export async function exchangeBrowserToken(ctx: Context, token: string): Promise<'done' | 'ask' | 'void'> {
  const owner = await ownerOfToken(ctx, token, 'signin');
  if (!owner) return 'void';
  if (ctx.staff?.userId !== owner.userId || ctx.staff.secondStepDue) return 'ask';
  return (await takeToken(ctx, token, 'signin')) ? 'done' : 'void';
}

/** As whom a token comes in, and whether somebody else is signed in here. Nothing is taken. 422 TOKEN. */
export async function lookAtToken(ctx: Context, token: string) {
  const owner = await ownerOfToken(ctx, token, 'signin');
  if (!owner) throw wrongToken();
  return { name: owner.name, email: owner.email, replaces: ctx.staff?.name ?? null };
}

/** The person said yes to come in as the token's owner; a session that was open here ends. 422 TOKEN. */
export async function switchUser(ctx: Context, token: string): Promise<void> {
  const owner = await ownerOfToken(ctx, token, 'signin');
  const taken = owner && (await takeToken(ctx, token, 'signin'));
  if (!owner || !taken) throw wrongToken();
  if (ctx.staff) await endSessions(ctx, ctx.staff.userId, { only: ctx.staff.sessionId });
  await openAs(ctx, owner.userId, taken.madeBy);
}

/** The token was made in a whole session, so no second step is due; the new session ends with that one. */
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
