import { randomInt } from 'node:crypto';
import { eq, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { BACKUP_CODES } from '#contract/company/auth/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { updateUser } from '#server/modules/company/staff/staff.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { backupCodes } from './auth.table.ts';

type Needs = Pick<Context, 'db' | 'now' | 'sign' | 'seal'>;

const PERIOD = 30;
/** Without letters and digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A typed code without blanks and hyphens, in upper case. */
export const plainCode = (typed: string) => typed.replace(/[\s-]/g, '').toUpperCase();

export const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
  });
export const newTotpSecret = () => new Secret({ size: 20 }).base32;

/** The 30-second step that a code belongs to, allowing one step before and after; undefined when none matches. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD) + delta;
}

/** Encrypts the authenticator's secret for storage. */
export const sealTotp = (ctx: Pick<Context, 'seal'>, secret: string) => ctx.seal('totp').seal(secret);

/** Whether the code matches an unused step; marks the step as used. */
export async function takeTotp(
  ctx: Needs,
  account: { id: number; totpSecret: string | null },
  code: string,
): Promise<boolean> {
  const secret = account.totpSecret && ctx.seal('totp').open(account.totpSecret);
  const step = secret ? stepOf(secret, code, ctx.now) : undefined;
  if (step === undefined) return false;
  const fresh = or(isNull(users.totpStep), lt(users.totpStep, step));
  return (await updateUser(ctx.db, account.id, { totpStep: step }, fresh)) !== undefined;
}

export const backupHash = (ctx: Pick<Context, 'sign'>, userId: number, code: string) =>
  ctx.sign('backup-code').sign(`${userId}\n${code}`);

/** Replaces all backup codes by ten new ones and returns them; they are shown once. */
export async function renewBackupCodes(ctx: Needs, userId: number): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, () =>
    Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  );
  await ctx.db.delete(backupCodes).where(eq(backupCodes.userId, userId));
  await ctx.db
    .insert(backupCodes)
    .values(codes.map((code) => ({ userId, codeHash: backupHash(ctx, userId, code) })));
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}
