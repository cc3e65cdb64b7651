import { and, asc, eq, exists, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { RoleName } from '#contract/access.ts';
import { NewUser } from '#contract/company/users/model.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { invalid } from '#server/kernel/errors.ts';
import { insertUser, setRoles } from '#server/modules/company/staff/staff.service.ts';
import { projectTeam, roles, userRoles, users } from '#server/modules/company/staff/staff.table.ts';
import { setTeams } from '#server/modules/company/staff/teams.service.ts';

type Needs = Pick<Context, 'db' | 'now' | 'staff' | 'client'>;

/**
 * Creates a user with roles. `projectIds`: the teams to join. Raises 422 EMAIL_TAKEN at `email`. The password comes
 * with an invitation (auth, `invitationLink`), or the caller gives its hash (the demo company).
 */
export async function createUser(
  ctx: Needs,
  input: NewUser & { passwordHash?: string; projectIds?: readonly number[] },
): Promise<{ id: number; name: string; email: string }> {
  const given = NewUser.parse(input);
  const user = await insertUser(ctx.db, {
    name: given.name,
    email: given.email,
    phone: given.phone,
    userTypeId: given.userTypeId,
    passwordHash: input.passwordHash ?? null,
    createdAt: ctx.now,
  });
  if (!user) throw invalid([{ field: 'email', message: 'Ya hay una cuenta con ese correo.' }]);
  const found = await roleIds(ctx.db, given.roles);
  await setRoles(ctx.db, user.id, found);
  const { projectIds = [] } = input;
  await setTeams(ctx.db, user.id, projectIds);
  await audit(ctx, 'created', 'user', user.id, { roles: given.roles });
  return user;
}

async function roleIds(db: Db, names: readonly RoleName[]): Promise<number[]> {
  const found = await db
    .select({ id: roles.id })
    .from(roles)
    .where(inArray(roles.name, [...new Set(names)]));
  return found.map(({ id }) => id);
}

/** A user by id or e-mail address (ignoring case); undefined when unknown. */
export async function findUser(db: Db, by: { id: number } | { email: string }) {
  const [user] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      phone: users.phone,
      userTypeId: users.userTypeId,
      active: users.active,
      roles: sql<RoleName[]>`coalesce((select json_agg(r.name order by r.id) from ${userRoles} ur
        join ${roles} r on r.id = ur.role_id where ur.user_id = users.id), '[]')`,
    })
    .from(users)
    .where('id' in by ? eq(users.id, by.id) : eq(users.email, by.email));
  return user;
}

/**
 * Processors who may get a sale of the project on that day (YYYY-MM-DD in Panama): active, in its team, not away
 * (rulings.md 30). The sales feature chooses by load.
 */
export const activeProcessors = (
  db: Db,
  projectId: number,
  today: string,
): Promise<{ id: number; name: string; email: string }[]> =>
  db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .innerJoin(projectTeam, and(eq(projectTeam.userId, users.id), eq(projectTeam.projectId, projectId)))
    .where(
      and(
        users.active,
        exists(
          db
            .select({ one: sql`1` })
            .from(userRoles)
            .innerJoin(roles, eq(roles.id, userRoles.roleId))
            .where(and(eq(userRoles.userId, users.id), eq(roles.name, 'procesador'))),
        ),
        or(
          and(isNull(users.awayFrom), isNull(users.awayTo)),
          gt(users.awayFrom, today),
          lt(users.awayTo, today),
        ),
      ),
    )
    .orderBy(asc(users.id));
