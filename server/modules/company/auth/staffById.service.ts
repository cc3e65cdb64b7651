import { and, eq, sql } from 'drizzle-orm';
import { isColleague } from '#contract/company/users/model.ts';
import type { Staff } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { projectTeam, roleGrants, userRoles, users } from '#server/modules/company/staff/staff.table.ts';
import { grantsOf, type GrantRow } from './viewAs.ts';

/**
 * A user with current permissions, for jobs that run in the user's name without a
 * session. Undefined when the user is no longer active.
 */
export async function staffById(db: Db, userId: number): Promise<Staff | undefined> {
  const [found] = await db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      userTypeId: users.userTypeId,
      grants: sql<
        GrantRow[]
      >`coalesce((select json_agg(json_build_object('permission', g.permission, 'scope', g.scope))
        from ${userRoles} ur join ${roleGrants} g on g.role_id = ur.role_id where ur.user_id = users.id), '[]')`,
      projectIds: sql<
        number[]
      >`coalesce((select json_agg(t.project_id) from ${projectTeam} t where t.user_id = users.id), '[]')`,
    })
    .from(users)
    .where(and(eq(users.id, userId), users.active));
  if (!found) return undefined;
  const { userTypeId, grants, ...rest } = found;
  return {
    ...rest,
    sessionId: '',
    colleague: isColleague(userTypeId),
    secondStepDue: false,
    grants: grantsOf(grants, isColleague(userTypeId)),
    viewAs: null,
  };
}
