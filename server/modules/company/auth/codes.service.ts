import { randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { CODE_ATTEMPTS, CODE_MINUTES } from '#contract/company/auth/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { oneTimeCodes } from './auth.table.ts';

type Needs = Pick<Context, 'db' | 'now' | 'sign'>;
type Opens = (typeof oneTimeCodes.$inferSelect)['opens'];

/** Uses a keyed hash: a plain hash of six digits is easy to brute-force. */
const hashOf = (ctx: Pick<Context, 'sign'>, subject: string, purpose: string, code: string) =>
  ctx.sign('one-time-code').sign(`${subject}\n${purpose}\n${code}`);

/**
 * Creates six-digit codes for a subject, one per item of `opens`; earlier codes become invalid. Each is valid for 10
 * minutes, five attempts and one use. Returns them in the same order; only hashes are stored.
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
 * Tries a code; returns what it opens, or null. A separate statement counts the attempt before the comparison, so
 * concurrent attempts get at most five comparisons. Do not call it in a transaction that a refusal rolls back.
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

/** Whether this code of the subject was correct, was used, and has not expired yet. */
export async function wasUsed(ctx: Needs, subject: string, purpose: string, code: string): Promise<boolean> {
  const mine = and(
    eq(oneTimeCodes.subject, subject),
    eq(oneTimeCodes.purpose, purpose),
    eq(oneTimeCodes.codeHash, hashOf(ctx, subject, purpose, code)),
    gt(oneTimeCodes.expiresAt, ctx.now),
  );
  return (await ctx.db.$count(oneTimeCodes, and(mine, isNotNull(oneTimeCodes.usedAt)))) > 0;
}

/** Formats 123456 as 123 456. */
export const spaced = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;
