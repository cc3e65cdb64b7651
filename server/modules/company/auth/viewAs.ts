import { and, eq, lte, sql } from 'drizzle-orm';
import { isPermission, widestScope, type Permission, type Scope } from '#contract/access.ts';
import { seenAs } from '#contract/company/auth/viewAs.ts';
import { isColleague } from '#contract/company/users/model.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Staff } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import {
  projectTeam,
  roleGrants,
  roles,
  userRoles,
  users,
} from '#server/modules/company/staff/staff.table.ts';
import { staffSessions } from './auth.table.ts';

export type GrantRow = { permission: string; scope: Scope };

/**
 * The union of the grants of several roles: the widest scope per permission (rulings.md 31). Whoever is not a colleague, as an
 * outside lawyer, reaches what was given to them, whatever their role may (rulings.md 33); projects are public.
 */
export function grantsOf(list: readonly GrantRow[], colleague: boolean): Map<Permission, Scope> {
  const grants = new Map<Permission, Scope>();
  for (const { permission, scope } of list) {
    if (!isPermission(permission)) continue;
    const known = grants.get(permission);
    const widest = known ? (widestScope([known, scope]) ?? scope) : scope;
    const outside = !colleague && widest !== 'propio' && !permission.startsWith('proyectos.');
    grants.set(permission, outside ? 'asignado' : widest);
  }
  return grants;
}

interface Viewed {
  role: number | null;
  user: number | null;
  until: Date;
}

/** "Ver como" needs both to see and to edit the administration. */
export const mayLookAs = ({ grants }: Pick<Staff, 'grants'>): boolean =>
  grants.has('administracion.ver') && grants.has('administracion.editar');

/**
 * The signed-in user as "Ver como" shows the office: with the permissions that both have (seenAs). Returns the own user
 * when the hour is over, the role is gone, or the user may no longer use "Ver como".
 */
export async function lookingAs(db: Db, own: Staff, viewed: Viewed, now: Date): Promise<Staff> {
  if (viewed.until <= now) {
    await endExpired(db, own, now);
    return own;
  }
  if (!mayLookAs(own)) return own;
  const eyes = viewed.role === null ? await personOf(db, viewed.user) : await roleOf(db, viewed.role);
  if (!eyes) return own;
  return {
    ...own,
    colleague: own.colleague && eyes.colleague,
    grants: seenAs(eyes.kind, own.grants, grantsOf(eyes.grants, eyes.colleague)),
    projectIds: eyes.projectIds ?? own.projectIds,
    viewAs: { kind: eyes.kind, id: eyes.id, name: eyes.name, until: viewed.until },
  };
}

/** Of several concurrent requests exactly one logs the end. */
async function endExpired(db: Db, own: Staff, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .update(staffSessions)
      .set({ viewAsRole: null, viewAsUser: null, viewAsUntil: null })
      .where(and(eq(staffSessions.id, own.sessionId), lte(staffSessions.viewAsUntil, now)))
      .returning({ id: staffSessions.id });
    if (ended.length > 0)
      await audit({ db: tx, now, staff: own, client: null }, 'view_as_ended', 'user', own.userId, {
        because: 'time',
      });
  });
}

interface Eyes {
  kind: 'role' | 'user';
  id: number;
  name: string;
  colleague: boolean;
  grants: GrantRow[];
  /** null: the viewer's own. */
  projectIds: number[] | null;
}

const rows = sql<
  GrantRow[]
>`coalesce(json_agg(json_build_object('permission', g.permission, 'scope', g.scope))
  filter (where g.permission is not null), '[]')`;

async function roleOf(db: Db, id: number): Promise<Eyes | null> {
  const [found] = await db
    .select({
      id: roles.id,
      name: roles.displayName,
      grants: sql<GrantRow[]>`(select ${rows} from ${roleGrants} g where g.role_id = roles.id)`,
    })
    .from(roles)
    .where(eq(roles.id, id));
  return found ? { ...found, kind: 'role', colleague: true, projectIds: null } : null;
}

async function personOf(db: Db, id: number | null): Promise<Eyes | null> {
  if (id === null) return null;
  const [found] = await db
    .select({
      id: users.id,
      name: users.name,
      userTypeId: users.userTypeId,
      grants: sql<GrantRow[]>`(select ${rows} from ${userRoles} ur
        join ${roleGrants} g on g.role_id = ur.role_id where ur.user_id = users.id)`,
      projectIds: sql<
        number[]
      >`coalesce((select json_agg(t.project_id) from ${projectTeam} t where t.user_id = users.id), '[]')`,
    })
    .from(users)
    .where(and(eq(users.id, id), users.active));
  if (!found) return null;
  const { userTypeId, ...eyes } = found;
  return { ...eyes, kind: 'user', colleague: isColleague(userTypeId) };
}
