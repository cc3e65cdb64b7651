import { and, eq, isNull } from 'drizzle-orm';
import { toString as qrOf } from 'qrcode';
import { z } from 'zod';
import type { SecondStepSetup } from '#contract/company/auth/model.ts';
import { CODE_MINUTES } from '#contract/company/auth/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, unauthenticated } from '#server/kernel/errors.ts';
import { sendsMail } from '#server/kernel/mailServer.ts';
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

/** The sealed content of a setup. Nothing is stored until it is confirmed. */
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
 * The account that may set up an authenticator: after a recent proof, or at a sign-in that requires a second step when
 * the user has none (rulings.md 7). Raises 401 SECOND_STEP, 403 PROOF_NEEDED.
 */
async function whoPuts(ctx: Context): Promise<Account> {
  const { userId, secondStepDue } = staffOf(ctx);
  if (!secondStepDue) return requireProof(ctx);
  const account = await findAccount(ctx.db, userId);
  if ((await methodsOf(ctx, account)).length > 0) throw secondStepFirst();
  return account;
}

/**
 * A new authenticator secret as text, URI and QR code (SVG), and the sealed `setup` for confirmTotp. Raises 409
 * METHOD_ON, 403 PROOF_NEEDED.
 */
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

/**
 * Stores the secret after its first valid code; also completes a second step that is due. Returns ten backup codes.
 * Raises 422 CODE, 422 TOKEN, 409 METHOD_ON, 429.
 */
export async function confirmTotp(
  ctx: Context,
  { setup, code }: { setup: string; code: string },
): Promise<string[]> {
  const { userId, sessionId, secondStepDue } = staffOf(ctx);
  // Otherwise the sealed setup shows that a proof was given at the start.
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

/** Removes the authenticator. Raises 403 PROOF_NEEDED, 409 REQUIRED. */
export async function disableTotp(ctx: Context): Promise<void> {
  const account = await requireProof(ctx);
  if (account.secondStepRequired && !(account.emailCode && (await sendsMail(ctx)))) throw required();
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    await updateUser(tx, account.id, { totpSecret: null, totpStep: null });
    if (!account.emailCode) await tx.delete(backupCodes).where(eq(backupCodes.userId, account.id));
    if (account.totpSecret)
      await tell(inside, 'totp_off', account, 'Se quitó la app de autenticación como segundo paso.');
  });
}

/** Turns the code by e-mail on or off. Raises 403 PROOF_NEEDED, 409 REQUIRED. */
export async function setEmailCode(ctx: Context, { enabled }: { enabled: boolean }): Promise<void> {
  const account = await requireProof(ctx);
  if (enabled && !(await sendsMail(ctx)))
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

/** Returns ten new backup codes; the old ones become invalid. Raises 403 PROOF_NEEDED, 409 METHOD_OFF. */
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
