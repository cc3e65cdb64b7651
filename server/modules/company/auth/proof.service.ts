import { eq } from 'drizzle-orm';
import { PROOF_MINUTES } from '#contract/company/auth/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { invalid, Refused } from '#server/kernel/errors.ts';
import { forgetAttempts, takeBack } from '#server/kernel/throttle.ts';
import { findAccount, type Account } from './accounts.queries.ts';
import { staffSessions } from './auth.table.ts';
import { askPasswordAgain } from './passwords.service.ts';
import { wrongCode } from './refusals.service.ts';
import { plainCode } from './secondStep.ts';
import { countSecondStep, matchCode, methodsOf } from './signIn.service.ts';
import { SECOND_STEP, SECOND_STEP_DAY } from './throttles.ts';

/**
 * Required before changes of the sign-in methods. Raises 403 PROOF_NEEDED unless the
 * password was given in this session in the last minutes.
 */
export async function requireProof(ctx: Pick<Context, 'db' | 'now' | 'staff'>): Promise<Account> {
  const { userId, sessionId } = staffOf(ctx);
  const [session] = await ctx.db
    .select({ provedAt: staffSessions.provedAt })
    .from(staffSessions)
    .where(eq(staffSessions.id, sessionId));
  const age = session?.provedAt ? ctx.now.getTime() - session.provedAt.getTime() : Infinity;
  if (age > PROOF_MINUTES * 60_000)
    throw new Refused(403, 'PROOF_NEEDED', 'Para este cambio, confirma primero tu contraseña.');
  return findAccount(ctx.db, userId);
}

/** The caller gives the password again, and a code if a second step is on. Raises 422 PASSWORD, 422 CODE, 429. */
export async function prove(
  ctx: Context,
  { password, code = '' }: { password: string; code?: string | undefined },
): Promise<void> {
  const { userId, sessionId } = staffOf(ctx);
  const account = await askPasswordAgain(ctx, password);
  const on = account.totpSecret !== null || account.emailCode;
  if (on && (await methodsOf(ctx, account)).length > 0) {
    if (code === '') throw invalid([{ field: 'code', message: 'Escribe el código de tu segundo paso.' }]);
    const counted = await countSecondStep(ctx);
    if (!(await matchCode(ctx, account, plainCode(code)))) {
      await audit(ctx, 'second_step_failed', 'user', userId);
      throw wrongCode();
    }
    await forgetAttempts(ctx, SECOND_STEP, counted);
    await takeBack(ctx, SECOND_STEP_DAY, counted);
  }
  await ctx.db.update(staffSessions).set({ provedAt: ctx.now }).where(eq(staffSessions.id, sessionId));
}
