import { INVITATION_DAYS, RESET_MINUTES, whyNotPassword } from '#contract/company/auth/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { countAttempt, forgetAttempts, networkOf } from '#server/kernel/throttle.ts';
import { updateUser } from '#server/modules/company/staff/staff.service.ts';
import { findAccount, findAccountByEmail, type Account } from './accounts.queries.ts';
import { ForgotPassword } from './auth.jobs.names.ts';
import { passwordChangedMail, resetMail } from './auth.mail.ts';
import { hashPassword, passwordMatches } from './password.ts';
import { wrongPassword, wrongToken } from './refusals.service.ts';
import { endSessions } from './sessions.service.ts';
import { issueToken, ownerOfToken, takeToken, voidTokens } from './staffTokens.ts';
import {
  FORGOT_ACCOUNT,
  FORGOT_ADDRESS,
  PASSWORD_AGAIN,
  RESET_ADDRESS,
  SIGN_IN_ACCOUNT,
  SIGN_IN_PAIR,
} from './throttles.ts';

const recoverUrl = (ctx: Pick<Context, 'config'>, kind: 'clave' | 'invitacion', token: string) =>
  `${ctx.config.appUrl}/ingresar/recuperar#${kind}=${token}`;

/** Requests a password reset mail. A job does the work that differs between known and unknown addresses. */
export async function forgotPassword(ctx: Context, email: string): Promise<void> {
  await countAttempt(ctx, FORGOT_ADDRESS, networkOf(ctx.ip));
  await countAttempt(ctx, FORGOT_ACCOUNT, email);
  const account = await findAccountByEmail(ctx.db, email);
  await ctx.jobs.send(ctx.db, ForgotPassword, { userId: account?.id ?? null });
}

/** Handler of that job; null does nothing. */
export async function sendResetMail(
  ctx: Pick<Context, 'db' | 'now' | 'jobs' | 'mail' | 'config'>,
  userId: number | null,
): Promise<void> {
  if (userId === null) return;
  const account = await findAccount(ctx.db, userId);
  const { token } = await issueToken(ctx, userId, 'reset', { minutes: RESET_MINUTES });
  await ctx.mail.send(ctx, resetMail(account.email, account.name, recoverUrl(ctx, 'clave', token)));
}

/** The URL where a new user sets the first password; works once, for 7 days. */
export async function invitationLink(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  userId: number,
): Promise<string> {
  const { token } = await issueToken(ctx, userId, 'invite', { minutes: INVITATION_DAYS * 1440 });
  return recoverUrl(ctx, 'invitacion', token);
}

/** Sets the password with the token of a mail and ends all sessions. Raises 422 TOKEN, 422 at `password`, 429. */
export async function resetPassword(
  ctx: Context,
  { token, password }: { token: string; password: string },
): Promise<void> {
  await countAttempt(ctx, RESET_ADDRESS, networkOf(ctx.ip));
  const owner = await ownerOfToken(ctx, token, 'reset', 'invite');
  if (!owner) throw wrongToken();
  refuseWeak(password, owner);
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx, staff: null, client: null };
    if (!(await takeToken(inside, token, 'reset', 'invite'))) throw wrongToken();
    await setPassword(inside, { ...owner, id: owner.userId }, passwordHash);
    await endSessions(inside, owner.userId);
    await audit(inside, 'password_reset', 'user', owner.userId);
  });
  await forgetAttempts(ctx, SIGN_IN_ACCOUNT, owner.email.toLowerCase());
  await forgetAttempts(ctx, SIGN_IN_PAIR, `${owner.email.toLowerCase()} ${networkOf(ctx.ip)}`);
}

/**
 * Changes the caller's password and ends the other sessions. Raises 422 PASSWORD at `current`, 422 at `password`, 429.
 */
export async function changePassword(
  ctx: Context,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const { userId, sessionId } = staffOf(ctx);
  const account = await askPasswordAgain(ctx, current, 'current');
  refuseWeak(password, account);
  if (await passwordMatches(account.passwordHash, password))
    throw invalid([{ field: 'password', message: 'Esa es la contraseña de ahora. Elige otra.' }]);
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    await setPassword(inside, account, passwordHash);
    await endSessions(inside, userId, { except: sessionId });
    await audit(inside, 'password_changed', 'user', userId);
  });
}

/** Checks the caller's password before a critical action. Raises 422 PASSWORD at `field`, 429. */
export async function askPasswordAgain(ctx: Context, password: string, field = 'password'): Promise<Account> {
  const { userId } = staffOf(ctx);
  await countAttempt(ctx, PASSWORD_AGAIN, userId);
  const account = await findAccount(ctx.db, userId);
  if (!(await passwordMatches(account.passwordHash, password))) throw wrongPassword(field);
  await forgetAttempts(ctx, PASSWORD_AGAIN, userId);
  return account;
}

async function setPassword(
  ctx: Pick<Context, 'db' | 'now' | 'jobs' | 'mail'>,
  user: { id: number; name: string; email: string },
  passwordHash: string,
): Promise<void> {
  await updateUser(ctx.db, user.id, { passwordHash });
  await voidTokens(ctx, user.id);
  await ctx.mail.send(ctx, passwordChangedMail(user.email, user.name));
}

/** The password hash for a new account. Raises 422 at `password` for a weak one. */
export async function hashOfNew(password: string, owner: { name: string; email: string }): Promise<string> {
  refuseWeak(password, owner);
  return hashPassword(password);
}

function refuseWeak(password: string, owner: { name: string; email: string }): void {
  const why = whyNotPassword(password, [owner.name, owner.email]);
  if (why) throw invalid([{ field: 'password', message: why }]);
}
