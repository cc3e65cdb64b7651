import { BROWSER_TOKEN_MINUTES } from '#contract/auth/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { wrongToken } from './refusals.ts';
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
 * Takes the `?token=` of an address. 'done': this browser is now, or was already, signed in as its owner; 'other': somebody
 * else is signed in here, so nothing was taken and the person must be asked; 'void': it opens nothing.
 */
export async function exchangeBrowserToken(ctx: Context, token: string): Promise<'done' | 'other' | 'void'> {
  const owner = await ownerOfToken(ctx, token, 'signin');
  if (!owner) return 'void';
  if (ctx.staff && ctx.staff.userId !== owner.userId) return 'other';
  if (!(await takeToken(ctx, token, 'signin'))) return 'void';
  if (ctx.staff && !ctx.staff.secondStepDue) return 'done';
  await openAs(ctx, owner.userId);
  return 'done';
}

/** The person wants to be somebody else in this browser: the old session ends. 422 TOKEN. */
export async function switchUser(ctx: Context, token: string): Promise<void> {
  const owner = await ownerOfToken(ctx, token, 'signin');
  if (!owner || !(await takeToken(ctx, token, 'signin'))) throw wrongToken();
  if (ctx.staff) await endSessions(ctx, ctx.staff.userId, { only: ctx.staff.sessionId });
  await openAs(ctx, owner.userId);
}

/** The token was made in a whole session, so no second step is due. */
async function openAs(ctx: Context, userId: number): Promise<void> {
  await startSession(ctx, userId, { remember: false, secondStepDue: false });
  await audit({ ...ctx, staff: null }, 'signed_in', 'user', userId, { by: 'browser_token' });
}
