import { and, desc, eq, gt, isNull, max } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { updateUser } from '#server/modules/company/staff/staff.service.ts';
import { findAccount } from './accounts.queries.ts';
import { addressChangedMail, invitationMail, secondStepChangedMail } from './auth.mail.ts';
import { backupCodes, staffSessions, staffTokens } from './auth.table.ts';
import { invitationLink } from './passwords.service.ts';
import { endSessions, live } from './sessions.service.ts';
import { voidTokens } from './staffTokens.ts';

interface Person {
  id: number;
  name: string;
  email: string;
}

/** Mails a link to set the first password; earlier links become invalid. */
export async function sendInvitation(
  ctx: Pick<Context, 'db' | 'now' | 'config' | 'jobs' | 'mail'>,
  user: Person,
): Promise<void> {
  await voidTokens(ctx, user.id);
  const { company } = await readSettings(ctx.db);
  const link = await invitationLink(ctx, user.id);
  await ctx.mail.send(ctx, invitationMail(user.email, user.name, company.name, link));
  await updateUser(ctx.db, user.id, { invitedAt: ctx.now });
}

/** Ends all sessions of a user and voids all their links. Returns the number of sessions. */
export async function shutOut(
  ctx: Pick<Context, 'db' | 'now' | 'afterCommit'>,
  userId: number,
): Promise<number> {
  await voidTokens(ctx, userId);
  return endSessions(ctx, userId);
}

/** Removes a user's second step, notifies the user, and ends the sessions. */
export async function resetSecondStep(
  ctx: Pick<Context, 'db' | 'now' | 'jobs' | 'mail' | 'afterCommit'>,
  user: Person,
): Promise<void> {
  await updateUser(ctx.db, user.id, { totpSecret: null, totpStep: null, emailCode: false });
  await ctx.db.delete(backupCodes).where(eq(backupCodes.userId, user.id));
  await endSessions(ctx, user.id);
  const what = 'Quien administra quitó tu segundo paso. Al ingresar puedes poner otro en tu perfil.';
  await ctx.mail.send(ctx, secondStepChangedMail(user.email, user.name, what));
}

/** Tells the old and the new e-mail address about the change. */
export async function tellOfAddress(
  ctx: Pick<Context, 'db' | 'now' | 'jobs' | 'mail'>,
  user: Person,
  before: string,
): Promise<void> {
  await ctx.mail.send(ctx, addressChangedMail(before, user.name, user.email));
  await ctx.mail.send(ctx, addressChangedMail(user.email, user.name, user.email));
}

/** Sign-in data of a user for administrators: open sessions, second step, pending invitation. */
export async function accountFacts(db: Db, userId: number, now: Date) {
  const account = await findAccount(db, userId);
  const sessions = await db
    .select()
    .from(staffSessions)
    .where(and(eq(staffSessions.userId, userId), live(now)))
    .orderBy(desc(staffSessions.lastUsedAt))
    .limit(50);
  const [invitation] = await db
    .select({ until: max(staffTokens.expiresAt) })
    .from(staffTokens)
    .where(
      and(
        eq(staffTokens.userId, userId),
        eq(staffTokens.purpose, 'invite'),
        isNull(staffTokens.usedAt),
        gt(staffTokens.expiresAt, now),
      ),
    );
  return {
    second_step: {
      totp: account.totpSecret !== null,
      email_code: account.emailCode,
      required: account.secondStepRequired,
    },
    sessions: sessions.map((one) => ({
      ip: one.ip,
      user_agent: one.userAgent,
      created_at: one.createdAt.toISOString(),
      last_used_at: one.lastUsedAt.toISOString(),
      expires_at: one.expiresAt.toISOString(),
    })),
    invitation_until: invitation?.until?.toISOString() ?? null,
  };
}
