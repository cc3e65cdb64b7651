import { and, eq, isNull } from 'drizzle-orm';
import { toString as qrOf } from 'qrcode';
import { z } from 'zod';
import type { SecondStepSetup } from '#contract/company/auth/model.ts';
import { CODE_MINUTES } from '#contract/company/auth/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, unauthenticated } from '#server/kernel/errors.ts';
import { countAttempt, forgetAttempts } from '#server/kernel/throttle.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { updateUser } from '#server/modules/company/staff/staff.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { findAccount, type Account } from './accounts.queries.ts';
import { secondStepChangedMail } from './auth.mail.ts';
import { backupCodes } from './auth.table.ts';
import { rememberDevice, staffSubject } from './devices.service.ts';
import { requireProof } from './proof.service.ts';
import { secondStepFirst, wrongCode, wrongToken } from './refusals.service.ts';
import { newTotpSecret, plainCode, renewBackupCodes, sealTotp, stepOf, totpOf } from './secondStep.ts';
import { completeSession } from './sessions.service.ts';
import { methodsOf } from './signIn.service.ts';
import { SECOND_STEP } from './throttles.ts';

/** What a set-up holds until it is confirmed: nothing is stored meanwhile. */
const Setup = z.object({ userId: z.number(), secret: z.string(), until: z.number() });

const methodOn = () =>
  conflict('METHOD_ON', 'Ya hay una app de autenticación puesta. Quítala antes de poner otra.');
const required = () => conflict('REQUIRED', 'Tu rol exige un segundo paso. Pon otro antes de quitar este.');

export async function secondStepSetup(ctx: Context): Promise<SecondStepSetup> {
  const account = await findAccount(ctx.db, staffOf(ctx).userId);
  const left = await ctx.db.$count(
    backupCodes,
    and(eq(backupCodes.userId, account.id), isNull(backupCodes.usedAt)),
  );
  return {
    totp: account.totpSecret !== null,
    email_code: account.emailCode,
    backup_codes_left: left,
    required: account.secondStepRequired,
  };
}

/**
 * Who may put an app: after a proof of who they are, or at a sign-in that asks for a second step of which they have none (rulings
 * 7). 401 SECOND_STEP, 403 PROOF_NEEDED.
 */
async function whoPuts(ctx: Context): Promise<Account> {
  const { userId, secondStepDue } = staffOf(ctx);
  if (!secondStepDue) return requireProof(ctx);
  const account = await findAccount(ctx.db, userId);
  if ((await methodsOf(ctx, account)).length > 0) throw secondStepFirst();
  return account;
}

/** A secret for an authenticator, as text, address and QR code (SVG); `setup` brings it back. 409 METHOD_ON, 403 PROOF_NEEDED. */
export async function beginTotp(ctx: Context) {
  const account = await whoPuts(ctx);
  if (account.totpSecret) throw methodOn();
  const secret = newTotpSecret();
  const { company } = await readSettings(ctx.db);
  const uri = totpOf(secret, account.email, company.name).toString();
  const until = ctx.now.getTime() + CODE_MINUTES * 60_000;
  return {
    secret,
    uri,
    qr: await qrOf(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 1 }),
    setup: ctx.seal('totp.setup').seal(JSON.stringify({ userId: account.id, secret, until })),
  };
}

/** Keeps the secret once a code of it was given; a second step that was due is taken by it. Answers ten backup codes. 422 CODE, 422 TOKEN, 409 METHOD_ON, 429. */
export async function confirmTotp(
  ctx: Context,
  { setup, code }: { setup: string; code: string },
): Promise<string[]> {
  const { userId, sessionId, secondStepDue } = staffOf(ctx);
  // Elsewhere the set-up itself shows that a proof was given when it began.
  if (secondStepDue) await whoPuts(ctx);
  const opened = ctx.seal('totp.setup').open(setup);
  const begun = opened === undefined ? undefined : Setup.parse(JSON.parse(opened));
  if (begun?.userId !== userId || begun.until < ctx.now.getTime()) throw wrongToken('setup');
  await countAttempt(ctx, SECOND_STEP, userId);
  const step = stepOf(begun.secret, plainCode(code), ctx.now);
  if (step === undefined) throw wrongCode();
  await forgetAttempts(ctx, SECOND_STEP, userId);
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const put = { totpSecret: sealTotp(ctx, begun.secret), totpStep: step };
    const user = await updateUser(tx, userId, put, isNull(users.totpSecret));
    if (!user) throw methodOn();
    if (secondStepDue) {
      if (!(await completeSession(inside, sessionId))) throw unauthenticated();
      await rememberDevice(inside, [staffSubject(userId)]);
      await audit(inside, 'second_step_taken', 'user', userId, { method: 'totp' });
    }
    await tell(inside, 'totp_on', user, 'Se puso una app de autenticación como segundo paso.');
    return renewBackupCodes(inside, userId);
  });
}

/** Takes the authenticator off. 403 PROOF_NEEDED, 409 REQUIRED. */
export async function disableTotp(ctx: Context): Promise<void> {
  const account = await requireProof(ctx);
  if (account.secondStepRequired && !(account.emailCode && ctx.config.SMTP_URL)) throw required();
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    await updateUser(tx, account.id, { totpSecret: null, totpStep: null });
    if (!account.emailCode) await tx.delete(backupCodes).where(eq(backupCodes.userId, account.id));
    if (account.totpSecret)
      await tell(inside, 'totp_off', account, 'Se quitó la app de autenticación como segundo paso.');
  });
}

/** Puts the code by e-mail on or off. 403 PROOF_NEEDED, 409 REQUIRED. */
export async function setEmailCode(ctx: Context, { enabled }: { enabled: boolean }): Promise<void> {
  const account = await requireProof(ctx);
  if (enabled && !ctx.config.SMTP_URL)
    throw conflict('METHOD_OFF', 'Aquí no sale correo: usa una app de autenticación.');
  if (!enabled && account.secondStepRequired && !account.totpSecret) throw required();
  if (account.emailCode === enabled) return;
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    await updateUser(tx, account.id, { emailCode: enabled });
    if (!enabled && !account.totpSecret)
      await tx.delete(backupCodes).where(eq(backupCodes.userId, account.id));
    await tell(
      inside,
      enabled ? 'email_code_on' : 'email_code_off',
      account,
      enabled
        ? 'Se puso el código por correo como segundo paso.'
        : 'Se quitó el código por correo como segundo paso.',
    );
  });
}

/** Ten new backup codes; the old ones are void. 403 PROOF_NEEDED, 409 METHOD_OFF. */
export async function newBackupCodes(ctx: Context): Promise<string[]> {
  const account = await requireProof(ctx);
  if (!account.totpSecret && !account.emailCode)
    throw conflict(
      'METHOD_OFF',
      'Primero pon un segundo paso: una app de autenticación o el código por correo.',
    );
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    await tell(inside, 'backup_codes_renewed', account, 'Se hicieron códigos de respaldo nuevos.');
    return renewBackupCodes(inside, account.id);
  });
}

async function tell(
  ctx: Context,
  action: string,
  user: { name: string; email: string },
  what: string,
): Promise<void> {
  await audit(ctx, action, 'user', staffOf(ctx).userId);
  await ctx.mail.send(ctx, secondStepChangedMail(user.email, user.name, what));
}
