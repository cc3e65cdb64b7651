import { randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { CODE_ATTEMPTS, CODE_MINUTES } from '#contract/company/auth/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { oneTimeCodes } from './auth.table.ts';

type Needs = Pick<Context, 'db' | 'now' | 'sign'>;
type Opens = (typeof oneTimeCodes.$inferSelect)['opens'];

/** Six digits are soon tried out against a plain hash, so theirs needs the installation's secret. */
const hashOf = (ctx: Pick<Context, 'sign'>, subject: string, purpose: string, code: string) =>
  ctx.sign('one-time-code').sign(`${subject}\n${purpose}\n${code}`);

/**
 * Makes codes of six digits for a subject, one for each of `opens`; earlier ones are void. Each is good for 10 minutes, five
 * attempts, once. Answers them in the same order; only their hashes are kept.
 */
export async function issueCodes(
  ctx: Needs,
  subject: string,
  purpose: string,
  opens: readonly Opens[] = [{}],
): Promise<string[]> {
  await ctx.db
    .update(oneTimeCodes)
    .set({ usedAt: ctx.now })
    .where(
      and(eq(oneTimeCodes.subject, subject), eq(oneTimeCodes.purpose, purpose), isNull(oneTimeCodes.usedAt)),
    );
  const codes = opens.map(() => String(randomInt(1_000_000)).padStart(6, '0'));
  await ctx.db.insert(oneTimeCodes).values(
    codes.map((code, at) => ({
      subject,
      purpose,
      codeHash: hashOf(ctx, subject, purpose, code),
      opens: opens[at]!,
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + CODE_MINUTES * 60_000),
    })),
  );
  return codes;
}

/**
 * Tries a code; answers what it opens, or null. The attempt is counted before it is compared, in a statement of its own, so
 * that any number of attempts at once get five comparisons: do not call it in a transaction that a refusal undoes.
 */
export async function tryCode(
  ctx: Needs,
  subject: string,
  purpose: string,
  code: string,
): Promise<Opens | null> {
  const tried = await ctx.db
    .update(oneTimeCodes)
    .set({ attempts: sql`${oneTimeCodes.attempts} + 1` })
    .where(
      and(
        eq(oneTimeCodes.subject, subject),
        eq(oneTimeCodes.purpose, purpose),
        isNull(oneTimeCodes.usedAt),
        gt(oneTimeCodes.expiresAt, ctx.now),
        lt(oneTimeCodes.attempts, CODE_ATTEMPTS),
      ),
    )
    .returning({ id: oneTimeCodes.id, codeHash: oneTimeCodes.codeHash, opens: oneTimeCodes.opens });
  const given = Buffer.from(hashOf(ctx, subject, purpose, code));
  const right = tried.find(({ codeHash }) => timingSafeEqual(Buffer.from(codeHash), given));
  if (!right) return null;
  const taken = await ctx.db
    .update(oneTimeCodes)
    .set({ usedAt: ctx.now })
    .where(and(eq(oneTimeCodes.id, right.id), isNull(oneTimeCodes.usedAt)))
    .returning({ id: oneTimeCodes.id });
  return taken.length > 0 ? right.opens : null;
}

/** Whether it is a code of the subject that was good and has been used, in the minutes that codes are good for. */
export async function wasUsed(ctx: Needs, subject: string, purpose: string, code: string): Promise<boolean> {
  const mine = and(
    eq(oneTimeCodes.subject, subject),
    eq(oneTimeCodes.purpose, purpose),
    eq(oneTimeCodes.codeHash, hashOf(ctx, subject, purpose, code)),
    gt(oneTimeCodes.expiresAt, ctx.now),
  );
  return (await ctx.db.$count(oneTimeCodes, and(mine, isNotNull(oneTimeCodes.usedAt)))) > 0;
}

/** 123456 as it is read out: 123 456. */
export const spaced = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;
