import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { StaffSession } from '#contract/company/auth/model.ts';
import { DAY_SECONDS, SECOND_STEP_MINUTES, sessionSeconds } from '#contract/company/auth/rules.ts';
import { isColleague } from '#contract/company/users/model.ts';
import { staffOf, type Context, type Staff } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { Lately } from '#server/kernel/lately.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { inBatches } from '#server/kernel/together.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { projectTeam, roleGrants, userRoles, users } from '#server/modules/company/staff/staff.table.ts';
import { staffSessions } from './auth.table.ts';
import { grantsOf, lookingAs, type GrantRow } from './viewAs.ts';

export const STAFF_COOKIE = 'token';
export const SECOND_STEP_COOKIE = 'fa_auth';

/** How long a session is cached. Ending it in this process clears it at once. */
const BELIEVED_MS = 10_000;
/** `since` and `until` also use the application's clock, which tests move. */
const believed = new Lately<{ staff: Staff; since: number; until: number }>({ ms: BELIEVED_MS });

/** Clears cached sessions of a user, or of all users: after a sign-out, a role change or a team change. */
export const forgetSessions = (userId?: number): void =>
  believed.forget(({ staff }) => userId === undefined || staff.userId === userId);

/** The cached user of a token. Use it only for rate limits, never for access. */
export const lookedUpUser = (token: string): number | undefined =>
  believed.get(hashToken(token))?.staff.userId;

/** The user of a live session, or null. Grants nothing while the second step is due. `fresh`: not from the cache. */
export async function findStaff(
  db: Db,
  token: string,
  now: Date,
  { fresh = false }: { fresh?: boolean } = {},
): Promise<Staff | null> {
  const tokenHash = hashToken(token);
  const known = fresh ? undefined : believed.get(tokenHash);
  if (known && known.since <= now.getTime() && now.getTime() < known.until) return known.staff;

  const found = await inBatches(db, 'staff', tokenHash, (hashes) => lookUp(db, hashes, now));
  return found ?? null;
}

/** The users of these live sessions, by the hash of their token. */
async function lookUp(
  db: Db,
  tokenHashes: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Staff>> {
  const keep = believed.keeper();
  const { signIn } = await readSettings(db);
  const idle = now.getTime() - signIn.idleDays * DAY_SECONDS * 1000;
  const found = (await findLiveSessions(db, tokenHashes, now)).filter(
    ({ lastUsedAt }) => lastUsedAt.getTime() >= idle,
  );
  const used = found.filter(({ lastUsedAt }) => now.getTime() - lastUsedAt.getTime() > 60_000);
  if (used.length > 0)
    // Not those that somebody else renews or ends just now: nobody waits for a lock here.
    await db.execute(sql`update ${staffSessions} set last_used_at = ${now} where id in (
      select id from ${staffSessions} where id = any(${sql.param(used.map(({ sessionId }) => sessionId))}::uuid[])
      for no key update skip locked)`);
  const callers = new Map<string, Staff>();
  for (const {
    tokenHash,
    userTypeId,
    grants,
    projectIds,
    lastUsedAt: _,
    expiresAt,
    viewed,
    ...rest
  } of found) {
    const due = rest.secondStepDue;
    const colleague = isColleague(userTypeId);
    const own: Staff = {
      ...rest,
      colleague,
      grants: grantsOf(due ? [] : grants, colleague),
      projectIds: due ? [] : projectIds,
      viewAs: null,
    };
    const staff = viewed && !due ? await lookingAs(db, own, viewed, now) : own;
    callers.set(tokenHash, staff);
    // Half sessions are not cached: the next request may complete them, perhaps in another process.
    if (due) continue;
    const ends = Math.min(expiresAt.getTime(), staff.viewAs?.until.getTime() ?? Infinity);
    keep(tokenHash, { staff, since: now.getTime(), until: Math.min(now.getTime() + BELIEVED_MS, ends) });
  }
  return callers;
}

async function findLiveSessions(db: Db, tokenHashes: readonly string[], now: Date) {
  const found = await db
    .select({
      tokenHash: staffSessions.tokenHash,
      sessionId: staffSessions.id,
      viewAsRole: staffSessions.viewAsRole,
      viewAsUser: staffSessions.viewAsUser,
      viewAsUntil: staffSessions.viewAsUntil,
      secondStepDue: staffSessions.secondStepDue,
      lastUsedAt: staffSessions.lastUsedAt,
      expiresAt: staffSessions.expiresAt,
      userId: users.id,
      name: users.name,
      email: users.email,
      userTypeId: users.userTypeId,
      grants: sql<
        GrantRow[]
      >`coalesce((select json_agg(json_build_object('permission', g.permission, 'scope', g.scope))
        from ${userRoles} ur join ${roleGrants} g on g.role_id = ur.role_id where ur.user_id = ${users.id}), '[]')`,
      projectIds: sql<
        number[]
      >`coalesce((select json_agg(t.project_id) from ${projectTeam} t where t.user_id = ${users.id}), '[]')`,
    })
    .from(staffSessions)
    .innerJoin(users, eq(users.id, staffSessions.userId))
    .where(
      and(sql`${staffSessions.tokenHash} = any(${sql.param(tokenHashes)}::text[])`, live(now), users.active),
    );
  return found.map(({ viewAsRole, viewAsUser, viewAsUntil, ...session }) => ({
    ...session,
    viewed: viewAsUntil && { role: viewAsRole, user: viewAsUser, until: viewAsUntil },
  }));
}

/**
 * What the permissions of open sessions depend on, by session: it changes with a role, a grant, a team or "Ver como". An
 * ended session, or one of an archived user, is missing. One statement for all.
 */
export async function sessionStandings(
  db: Db,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const found = await db
    .select({
      id: staffSessions.id,
      standing: sql<string>`md5(concat_ws('/', ${staffSessions.secondStepDue}, ${staffSessions.viewAsRole},
        ${staffSessions.viewAsUser}, coalesce(${staffSessions.viewAsUntil} > ${now}, false), ${users.userTypeId},
        (select string_agg(ur.role_id::text, ',' order by ur.role_id) from ${userRoles} ur where ur.user_id = ${users.id}),
        (select string_agg(t.project_id::text, ',' order by t.project_id) from ${projectTeam} t where t.user_id = ${users.id}),
        (select md5(string_agg(g.role_id || g.permission || g.scope, ',' order by g.role_id, g.permission)) from ${roleGrants} g)))`,
    })
    .from(staffSessions)
    .innerJoin(users, eq(users.id, staffSessions.userId))
    .where(and(sql`${staffSessions.id} = any(${sql.param(sessionIds)}::uuid[])`, live(now), users.active));
  return new Map(found.map(({ id, standing }) => [id, standing]));
}

export const live = (now: Date) => and(isNull(staffSessions.revokedAt), gt(staffSessions.expiresAt, now));

/**
 * Opens a session and sets its cookie. Returns the token, which is not stored. While the second step is due the session
 * expires soon, although its cookie already has the requested duration.
 */
export async function startSession(
  ctx: Pick<Context, 'db' | 'now' | 'ip' | 'userAgent' | 'setCookie'>,
  userId: number,
  {
    remember,
    secondStepDue,
    proved = false,
    maker,
  }: {
    remember: boolean;
    secondStepDue: boolean;
    /** The user has just given the password, and the second step if it is on. */
    proved?: boolean;
    /** The session that opened this one: this one does not outlive it. */
    maker?: { id: string; expiresAt: Date };
  },
): Promise<string> {
  const token = newToken();
  const seconds = secondStepDue ? SECOND_STEP_MINUTES * 60 : sessionSeconds(remember);
  await ctx.db.insert(staffSessions).values({
    userId,
    tokenHash: hashToken(token),
    remember,
    secondStepDue,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    createdAt: ctx.now,
    lastUsedAt: ctx.now,
    expiresAt: new Date(Math.min(ctx.now.getTime() + seconds * 1000, maker?.expiresAt.getTime() ?? Infinity)),
    provedAt: proved ? ctx.now : null,
    madeBy: maker?.id ?? null,
  });
  ctx.setCookie(STAFF_COOKIE, token, { maxAge: sessionSeconds(remember) });
  return token;
}

/** Completes a session after the second step and extends it to its cookie's duration. False when it ended meanwhile. */
export async function completeSession(ctx: Pick<Context, 'db' | 'now'>, sessionId: string): Promise<boolean> {
  const mine = and(eq(staffSessions.id, sessionId), live(ctx.now));
  const [session] = await ctx.db
    .select({ remember: staffSessions.remember, createdAt: staffSessions.createdAt })
    .from(staffSessions)
    .where(mine);
  if (!session) return false;
  const expiresAt = new Date(session.createdAt.getTime() + sessionSeconds(session.remember) * 1000);
  const done = await ctx.db
    .update(staffSessions)
    .set({ secondStepDue: false, expiresAt, provedAt: ctx.now })
    .where(mine)
    .returning({ id: staffSessions.id });
  return done.length > 0;
}

/**
 * Ends sessions of a user: one, all but one, or all, with the sessions opened from them.
 * Returns the number. Clears the cache after the commit.
 */
export async function endSessions(
  ctx: Pick<Context, 'db' | 'now' | 'afterCommit'>,
  userId: number,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  const ended = await ctx.db
    .update(staffSessions)
    .set({ revokedAt: ctx.now })
    .where(
      and(
        eq(staffSessions.userId, userId),
        live(ctx.now),
        which.only === undefined ? undefined : eq(staffSessions.id, which.only),
        which.except === undefined ? undefined : ne(staffSessions.id, which.except),
      ),
    )
    .returning({ id: staffSessions.id });
  if (ended.length > 0)
    await ctx.db.execute(sql`with recursive opened as (
        select id from staff_sessions where made_by = any(${sql.param(ended.map(({ id }) => id))}::uuid[])
        union select s.id from staff_sessions s join opened o on s.made_by = o.id)
      update staff_sessions set revoked_at = ${ctx.now}
      where id in (select id from opened) and revoked_at is null
        and id is distinct from ${which.except ?? null}::uuid`);
  ctx.afterCommit(() => forgetSessions(userId));
  return ended.length;
}

/** The caller's open sessions, the most recently used first. */
export async function listSessions(ctx: Context): Promise<StaffSession[]> {
  const { userId, sessionId } = staffOf(ctx);
  const found = await ctx.db
    .select()
    .from(staffSessions)
    .where(and(eq(staffSessions.userId, userId), live(ctx.now)))
    .orderBy(desc(staffSessions.lastUsedAt), desc(staffSessions.createdAt));
  return found.map((one) => ({
    id: one.id,
    current: one.id === sessionId,
    remember: one.remember,
    ip: one.ip,
    user_agent: one.userAgent,
    created_at: one.createdAt.toISOString(),
    last_used_at: one.lastUsedAt.toISOString(),
    expires_at: one.expiresAt.toISOString(),
  }));
}
