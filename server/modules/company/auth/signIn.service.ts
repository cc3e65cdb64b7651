import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { FaAuth, SecondStepMethod } from '#contract/company/auth/model.ts';
import { sessionSeconds } from '#contract/company/auth/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, unauthenticated } from '#server/kernel/errors.ts';
import { sendsMail } from '#server/kernel/mailServer.ts';
import { countAttempt, forgetAttempts, networkOf, takeBack } from '#server/kernel/throttle.ts';
import { updateUser } from '#server/modules/company/staff/staff.service.ts';
import { signInCodeMail } from './auth.mail.ts';
import { backupCodes, staffSessions } from './auth.table.ts';
import { findAccount, findAccountByEmail, type Account } from './accounts.queries.ts';
import { knownDevice, rememberDevice, staffSubject } from './devices.service.ts';
import { issueCodes, tryCode, wasUsed } from './codes.service.ts';
import { passwordMatches } from './password.ts';
import { wrongCode, wrongCredentials } from './refusals.service.ts';
import { backupHash, plainCode, stepOf, takeTotp } from './secondStep.ts';
import { completeSession, SECOND_STEP_COOKIE, startSession } from './sessions.service.ts';
import {
  EMAIL_CODE,
  SECOND_STEP,
  SECOND_STEP_DAY,
  SIGN_IN_ACCOUNT,
  SIGN_IN_ADDRESS,
  SIGN_IN_DEVICE,
  SIGN_IN_PAIR,
} from './throttles.ts';

const EMAIL_PURPOSE = 'second_step';

/** Sets the cookie fa_auth for pages to read. It is only for display; the session decides (rulings.md 7). */
function showSecondStep(ctx: Context, flag: FaAuth): void {
  const maxAge = sessionSeconds(flag.remember);
  ctx.setCookie(SECOND_STEP_COOKIE, JSON.stringify(flag), { maxAge, readable: true });
}

/**
 * Signs in with a new session. An unknown address, an account without password and a wrong password give the same error
 * after the same work (422 CREDENTIALS). Too many attempts give 429, also for the right password.
 */
export async function signIn(
  ctx: Context,
  { email, password, remember }: { email: string; password: string; remember: boolean },
): Promise<{ token: string; two_factor: boolean }> {
  const address = networkOf(ctx.ip);
  const pair = `${email} ${address}`;
  const account = await findAccountByEmail(ctx.db, email);
  const device = account ? await knownDevice(ctx, staffSubject(account.id)) : null;
  if (device) await countAttempt(ctx, SIGN_IN_DEVICE, device);
  else {
    await countAttempt(ctx, SIGN_IN_ADDRESS, address);
    await countAttempt(ctx, SIGN_IN_PAIR, pair);
    await countAttempt(ctx, SIGN_IN_ACCOUNT, email);
  }
  const rightful = await passwordMatches(account?.passwordHash, password);
  const nobody = { ...ctx, staff: null, client: null };
  if (!account || !rightful) {
    await audit(nobody, 'sign_in_failed', 'user', account?.id ?? 'unknown');
    throw wrongCredentials();
  }
  if (device) await forgetAttempts(ctx, SIGN_IN_DEVICE, device);
  else {
    await takeBack(ctx, SIGN_IN_ADDRESS, address);
    await takeBack(ctx, SIGN_IN_ACCOUNT, email);
    await forgetAttempts(ctx, SIGN_IN_PAIR, pair);
  }
  const secondStepDue = account.totpSecret !== null || account.emailCode || account.secondStepRequired;
  const token = await ctx.db.transaction(async (tx) => {
    await audit({ ...nobody, db: tx }, 'signed_in', 'user', account.id, { secondStepDue, remember });
    if (!secondStepDue) await rememberDevice({ ...ctx, db: tx }, [staffSubject(account.id)]);
    return startSession({ ...ctx, db: tx }, account.id, { remember, secondStepDue, proved: !secondStepDue });
  });
  if (secondStepDue) showSecondStep(ctx, { success: false, remember });
  else ctx.setCookie(SECOND_STEP_COOKIE, '', { maxAge: 0, readable: true });
  return { token, two_factor: secondStepDue };
}

/**
 * The second-step methods of an account. If its role requires one and it has none, it uses the code by e-mail. Without
 * a mail server, a code in the outbox is no second step (rulings.md 7): the user then sets up an authenticator first.
 */
export async function methodsOf(
  ctx: Pick<Context, 'db' | 'config'>,
  account: Account,
): Promise<SecondStepMethod[]> {
  const left = await ctx.db.$count(
    backupCodes,
    and(eq(backupCodes.userId, account.id), isNull(backupCodes.usedAt)),
  );
  return [
    ...(account.totpSecret ? (['totp'] as const) : []),
    ...((account.emailCode || !account.totpSecret) && (await sendsMail(ctx)) ? (['correo'] as const) : []),
    ...(left > 0 ? (['respaldo'] as const) : []),
  ];
}

export async function secondStepMethods(
  ctx: Context,
): Promise<{ methods: SecondStepMethod[]; email: string }> {
  const account = await findAccount(ctx.db, staffOf(ctx).userId);
  return { methods: await methodsOf(ctx, account), email: maskedEmail(account.email) };
}

/** Mails a code for a second step that is due. Raises 409 METHOD_OFF, 429. */
export async function sendEmailCode(ctx: Context): Promise<string> {
  const staff = staffOf(ctx);
  const account = await findAccount(ctx.db, staff.userId);
  if (!(staff.secondStepDue || account.emailCode) || !(await methodsOf(ctx, account)).includes('correo'))
    throw conflict('METHOD_OFF', 'El código por correo no está disponible para este ingreso.');
  await countAttempt(ctx, EMAIL_CODE, account.id);
  await ctx.db.transaction(async (tx) => {
    const [code] = await issueCodes({ ...ctx, db: tx }, subjectOf(account.id), EMAIL_PURPOSE);
    await ctx.mail.send({ ...ctx, db: tx }, signInCodeMail(account.email, code!));
  });
  return `Se envió un código a ${maskedEmail(account.email)}.`;
}

/**
 * Completes the second step of the session. A code works once. Repeating the call with the used code succeeds; any
 * other code fails when no second step is due. Raises 422 CODE, 429; refused attempts count.
 */
export async function takeSecondStep(
  ctx: Context,
  { code, remember }: { code: string; remember?: boolean | undefined },
): Promise<void> {
  const staff = staffOf(ctx);
  const [session] = await ctx.db
    .select({ remember: staffSessions.remember })
    .from(staffSessions)
    .where(eq(staffSessions.id, staff.sessionId));
  const remembered = remember ?? session?.remember ?? false;
  const counted = await countSecondStep(ctx);
  const account = await findAccount(ctx.db, staff.userId);
  if (!staff.secondStepDue) {
    if (!(await wasTaken(ctx, account, plainCode(code)))) throw wrongCode();
    return showSecondStep(ctx, { success: true, remember: remembered });
  }
  const method = await matchCode(ctx, account, plainCode(code));
  if (!method) {
    await audit(ctx, 'second_step_failed', 'user', staff.userId);
    showSecondStep(ctx, { success: false, remember: remembered });
    throw wrongCode();
  }
  await ctx.db.transaction(async (tx) => {
    if (!(await completeSession({ ...ctx, db: tx }, staff.sessionId))) throw unauthenticated();
    await rememberDevice({ ...ctx, db: tx }, [staffSubject(account.id)]);
    if (method === 'correo' && !account.totpSecret) await updateUser(tx, account.id, { emailCode: true });
    await audit({ ...ctx, db: tx }, 'second_step_taken', 'user', staff.userId, { method });
  });
  await forgetAttempts(ctx, SECOND_STEP, counted);
  await takeBack(ctx, SECOND_STEP_DAY, counted);
  showSecondStep(ctx, { success: true, remember: remembered });
}

/** Counts a second-step attempt, separately in a known browser. Returns the counter's key. Raises 429. */
export async function countSecondStep(ctx: Context): Promise<string> {
  const { userId } = staffOf(ctx);
  const counted = (await knownDevice(ctx, staffSubject(userId))) ?? String(userId);
  await countAttempt(ctx, SECOND_STEP, counted);
  await countAttempt(ctx, SECOND_STEP_DAY, counted);
  return counted;
}

/** The method that a code belongs to, or null. Marks the code as used. */
export async function matchCode(
  ctx: Context,
  account: Account,
  code: string,
): Promise<SecondStepMethod | null> {
  if (/^\d{6}$/.test(code)) {
    if (await takeTotp(ctx, account, code)) return 'totp';
    return (await tryCode(ctx, subjectOf(account.id), EMAIL_PURPOSE, code)) ? 'correo' : null;
  }
  const used = await ctx.db
    .update(backupCodes)
    .set({ usedAt: ctx.now })
    .where(
      and(
        eq(backupCodes.userId, account.id),
        eq(backupCodes.codeHash, backupHash(ctx, account.id, code)),
        isNull(backupCodes.usedAt),
      ),
    )
    .returning({ userId: backupCodes.userId });
  return used.length > 0 ? 'respaldo' : null;
}

/** Whether it is the code that was just used: its response may have been lost. */
async function wasTaken(ctx: Context, account: Account, code: string): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) {
    const codeHash = backupHash(ctx, account.id, code);
    const mine = and(eq(backupCodes.userId, account.id), eq(backupCodes.codeHash, codeHash));
    return (await ctx.db.$count(backupCodes, and(mine, isNotNull(backupCodes.usedAt)))) > 0;
  }
  const secret = account.totpSecret && ctx.seal('totp').open(account.totpSecret);
  if (secret && account.totpStep !== null && stepOf(secret, code, ctx.now) === account.totpStep) return true;
  return wasUsed(ctx, subjectOf(account.id), EMAIL_PURPOSE, code);
}

const subjectOf = (userId: number) => `staff:${userId}`;

/** ana.perez@correo.com → a•••@correo.com */
const maskedEmail = (email: string) => email.replace(/^(.)[^@]*/, '$1•••');
