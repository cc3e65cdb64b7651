import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isPermission, type Permission, type Scope } from '#contract/access.ts';
import { isSeedRole, type Role, type RoleSummary } from '#contract/company/roles/roles.ts';
import type { listRoles } from '#contract/company/roles/rolesEndpoints.ts';
import { type Db, hasPart } from '#server/kernel/db.ts';
import { roleGrants, roles, userRoles, users } from '#server/modules/company/staff/staff.table.ts';

/** Maximum number of users that a role's page lists. */
const SHOWN = 50;

const summary = {
  id: roles.id,
  displayName: roles.displayName,
  description: roles.description,
  requiresSecondStep: roles.requiresSecondStep,
  archivedAt: roles.archivedAt,
  version: roles.version,
  people: sql<number>`(select count(*)::int from ${userRoles} ur where ur.role_id = roles.id)`,
  permissions: sql<number>`(select count(*)::int from ${roleGrants} g where g.role_id = roles.id)`,
};

type Row = Omit<typeof roles.$inferSelect, 'name'> & { people: number; permissions: number };

const present = (row: Row): RoleSummary => ({
  id: row.id,
  display_name: row.displayName,
  description: row.description,
  requires_second_step: row.requiresSecondStep,
  seed: isSeedRole(row.id),
  people: row.people,
  permissions: row.permissions,
  archived_at: row.archivedAt?.toISOString() ?? null,
  version: row.version,
});

/** All roles, active ones first. */
export async function allRoles(
  db: Db,
  { q, archivados }: z.output<typeof listRoles.query> = {},
): Promise<RoleSummary[]> {
  const found = await db
    .select(summary)
    .from(roles)
    .where(
      and(
        archivados === '0' ? isNull(roles.archivedAt) : undefined,
        q ? hasPart(sql`${roles.displayName} || ' ' || ${roles.description}`, q) : undefined,
      ),
    )
    .orderBy(sql`${roles.archivedAt} nulls first`, asc(roles.id));
  return found.map(present);
}

/** A role with its grants and users; undefined when unknown. */
export async function findRole(db: Db, id: number): Promise<Role | undefined> {
  const [row] = await db.select(summary).from(roles).where(eq(roles.id, id));
  if (!row) return undefined;
  const grants = await grantsOfRole(db, id);
  const people = await db
    .select({ id: users.id, name: users.name, active: users.active })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(eq(userRoles.roleId, id))
    .orderBy(sql`${users.active} desc`, asc(users.name), asc(users.id))
    .limit(SHOWN);
  return {
    ...present(row),
    grants: [...grants].map(([permission, scope]) => ({ permission, scope })),
    users: people,
  };
}

/** The grants of a role. Permissions of another release that this one does not know are ignored. */
export async function grantsOfRole(db: Db, roleId: number): Promise<Map<Permission, Scope>> {
  const found = await db
    .select({ permission: roleGrants.permission, scope: roleGrants.scope })
    .from(roleGrants)
    .where(eq(roleGrants.roleId, roleId))
    .orderBy(asc(roleGrants.permission));
  return new Map(
    found.flatMap(({ permission, scope }) =>
      isPermission(permission) ? [[permission, scope as Scope] as const] : [],
    ),
  );
}

/** Active roles as options, including the customers' role, which other systems expect in the list. */
export const roleNameRows = (db: Db) =>
  db
    .select({ id: roles.id, display_name: roles.displayName })
    .from(roles)
    .where(sql`${roles.archivedAt} is null`)
    .orderBy(asc(roles.id));
