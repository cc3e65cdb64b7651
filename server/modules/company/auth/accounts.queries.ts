import { and, eq, sql } from 'drizzle-orm';
import type { Staff } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { roles, userRoles, users } from '#server/modules/company/staff/staff.table.ts';

const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  passwordHash: users.passwordHash,
  userTypeId: users.userTypeId,
  totpSecret: users.totpSecret,
  totpStep: users.totpStep,
  emailCode: users.emailCode,
  /** True when one of the roles requires a second step. */
  secondStepRequired: sql<boolean>`exists (select from ${userRoles} ur join ${roles} r on r.id = ur.role_id
    where ur.user_id = users.id and r.requires_second_step)`,
};
export type Account = NonNullable<Awaited<ReturnType<typeof findAccountByEmail>>>;

/** An active user's sign-in data by e-mail; undefined when there is none. */
export async function findAccountByEmail(db: Db, email: string) {
  const [found] = await db
    .select(columns)
    .from(users)
    .where(and(eq(users.email, email), users.active));
  return found;
}

/** The sign-in data of an existing user; throws when the id is unknown. */
export async function findAccount(db: Db, userId: number): Promise<Account> {
  const [found] = await db.select(columns).from(users).where(eq(users.id, userId));
  if (!found) throw new Error(`user ${userId} is not there`);
  return found;
}

/** The effective roles in the office: the user's own, or those of "Ver como". */
export const rolesOf = (db: Db, { userId, viewAs }: Pick<Staff, 'userId' | 'viewAs'>) =>
  viewAs?.kind === 'role'
    ? db
        .select({ id: roles.id, name: roles.name, display_name: roles.displayName })
        .from(roles)
        .where(eq(roles.id, viewAs.id))
    : findRoles(db, viewAs?.id ?? userId);

/** Roles with their display names. */
const findRoles = (db: Db, userId: number) =>
  db
    .select({ id: roles.id, name: roles.name, display_name: roles.displayName })
    .from(roles)
    .innerJoin(userRoles, eq(userRoles.roleId, roles.id))
    .where(eq(userRoles.userId, userId))
    .orderBy(roles.id);
