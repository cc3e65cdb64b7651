import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { staffSessions, staffTokens } from './auth.table.ts';

type Needs = Pick<Context, 'db' | 'now'>;
export type Purpose = 'reset' | 'invite' | 'signin';

/** Creates a single-use token for a URL; only its hash is stored. */
export async function issueToken(
  ctx: Needs,
  userId: number,
  purpose: Purpose,
  { minutes, madeBy }: { minutes: number; madeBy?: string },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const expiresAt = new Date(ctx.now.getTime() + minutes * 60_000);
  await ctx.db
    .insert(staffTokens)
    .values({ tokenHash: hashToken(token), purpose, userId, expiresAt, madeBy: madeBy ?? null });
  return { token, expiresAt };
}

const usable = (ctx: Needs, token: string, purposes: readonly Purpose[]) =>
  and(
    eq(staffTokens.tokenHash, hashToken(token)),
    or(...purposes.map((purpose) => eq(staffTokens.purpose, purpose))),
    isNull(staffTokens.usedAt),
    gt(staffTokens.expiresAt, ctx.now),
    // A token is void when the session that made it has ended.
    sql`(${staffTokens.madeBy} is null or exists (select from ${staffSessions} s
      where s.id = ${staffTokens.madeBy} and s.revoked_at is null and s.expires_at > ${ctx.now}))`,
  );

/** The owner of a token, without using it; null when it is used, expired or void, or the user is inactive. */
export async function ownerOfToken(ctx: Needs, token: string, ...purposes: Purpose[]) {
  const [found] = await ctx.db
    .select({ userId: users.id, name: users.name, email: users.email })
    .from(staffTokens)
    .innerJoin(users, eq(users.id, staffTokens.userId))
    .where(and(usable(ctx, token, purposes), users.active));
  return found ?? null;
}

/** Uses the token: only one caller gets it, with the session that made it. */
export async function takeToken(
  ctx: Needs,
  token: string,
  ...purposes: Purpose[]
): Promise<{ madeBy: string | null } | undefined> {
  const taken = await ctx.db
    .update(staffTokens)
    .set({ usedAt: ctx.now })
    .where(usable(ctx, token, purposes))
    .returning({ madeBy: staffTokens.madeBy });
  return taken[0];
}

/** Voids a user's unused tokens. */
export async function voidTokens(ctx: Needs, userId: number): Promise<void> {
  await ctx.db
    .update(staffTokens)
    .set({ usedAt: ctx.now })
    .where(and(eq(staffTokens.userId, userId), isNull(staffTokens.usedAt)));
}
