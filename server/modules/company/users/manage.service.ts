import { eq, sql } from 'drizzle-orm';
import type { Permission, Scope } from '#contract/access.ts';
import { beyond, WHY_NOT } from '#contract/company/roles/rules.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { rows, violatedConstraint, type Db } from '#server/kernel/db.ts';
import { conflict, notFound, Refused } from '#server/kernel/errors.ts';
import { userRoles, users } from '#server/modules/company/staff/staff.table.ts';

/** All grants of a user's roles; a permission may appear several times. */
export async function grantsOfUser(db: Db, userId: number): Promise<[Permission, Scope][]> {
  const found = await rows<{ permission: Permission; scope: Scope }>(
    db,
    sql`select g.permission, g.scope from ${userRoles} ur join role_grants g on g.role_id = ur.role_id
      where ur.user_id = ${userId}`,
  );
  return found.map(({ permission, scope }) => [permission, scope]);
}

/** Why the caller may not change a user, as a sentence: changing a more powerful account would give its power. */
export async function whyNotManage(
  ctx: Pick<Context, 'db' | 'staff'>,
  userId: number,
): Promise<string | null> {
  const staff = staffOf(ctx);
  if (staff.userId === userId) return null;
  return beyond(staff.grants, await grantsOfUser(ctx.db, userId)).length > 0 ? WHY_NOT.more : null;
}

const refused = (code: string, message: string, field?: string) =>
  new Refused(403, code, message, field ? { errors: [{ field, message }] } : {});
export const ownRefused = (message: string, field?: string) => refused('SELF', message, field);

/** Locks a user that the caller may change. Raises 404, 403 ESCALATION, 409 STALE. */
export async function lockUser(ctx: Context, id: number, version?: number) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, id)).for('no key update');
  if (!user) throw notFound();
  const whyNot = await whyNotManage(ctx, id);
  if (whyNot) throw refused('ESCALATION', whyNot);
  if (version !== undefined && version !== user.version)
    throw conflict('STALE', undefined, { version: user.version });
  return user;
}

/** Awaits a write. Raises 409 LAST_ADMINISTRATOR when the database protects the last administrator. */
export async function keepingAdministrator<A>(work: Promise<A>): Promise<A> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'last_administrator') throw error;
    throw conflict('LAST_ADMINISTRATOR', WHY_NOT.lastAdministrator);
  }
}
