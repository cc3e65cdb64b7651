import { eq, inArray } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { Permission, Scope } from '#contract/access.ts';
import {
  changesBetween,
  CUSTOMER_ROLE,
  isSeedRole,
  seedGrantsOf,
  whyNotGive,
  type Grant,
  type NewRole,
  type Role,
  type RoleChange,
} from '#contract/company/roles/roles.ts';
import { beyond } from '#contract/company/roles/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { forgetSessions } from '#server/modules/company/auth/sessions.service.ts';
import { findRole, grantsOfRole } from './roles.queries.ts';
import {
  changeGrants,
  deleteRole as removeRole,
  insertRole,
  updateRole,
} from '#server/modules/company/staff/roles.service.ts';
import { roles, userRoles } from '#server/modules/company/staff/staff.table.ts';

const NONE: ReadonlyMap<Permission, Scope> = new Map();
const listed = (grants: ReadonlyMap<Permission, Scope>): Grant[] =>
  [...grants].map(([permission, scope]) => ({ permission, scope }));

/** A role with its grants and users. Raises 404. */
export async function getRole(ctx: Pick<Context, 'db'>, id: number): Promise<Role> {
  const found = await findRole(ctx.db, id);
  if (!found) throw notFound();
  return found;
}

/**
 * Checks that the caller may assign these roles: none grants more than the caller has. Raises 422 at `field` otherwise,
 * and for archived, customer or unknown roles (the database refuses those as well: role_assignable).
 */
export async function checkGivable(
  ctx: Pick<Context, 'db' | 'staff'>,
  roleIds: readonly number[],
  field: string,
): Promise<void> {
  const { grants } = staffOf(ctx);
  const found = await ctx.db
    .select({ id: roles.id, name: roles.displayName, archivedAt: roles.archivedAt })
    .from(roles)
    .where(inArray(roles.id, [...new Set(roleIds)]));
  const given = found.filter(({ id, archivedAt }) => id !== CUSTOMER_ROLE && !archivedAt);
  if (given.length < new Set(roleIds).size)
    throw invalid([{ field, message: 'Elige roles de la lista: hay uno que ya no se puede dar.' }]);
  for (const { id, name } of given)
    if (whyNotGive(grants, NONE, listed(await grantsOfRole(ctx.db, id))).length > 0)
      throw invalid([{ field, message: `No puedes dar el rol «${name}»: permite más que los tuyos.` }]);
}

/** Creates a role, empty or as a copy of another. Raises 422 at `display_name`, `copy_of`. */
export async function createRole(ctx: Context, given: NewRole): Promise<Role> {
  const grants = given.copy_of === null ? [] : await copied(ctx, given.copy_of);
  const id = await named(
    insertRole(ctx.db, {
      name: `rol_${randomBytes(6).toString('hex')}`,
      displayName: given.display_name,
      description: given.description,
      requiresSecondStep: given.requires_second_step,
    }),
  );
  await changeGrants(
    ctx.db,
    id,
    grants.map(({ permission, scope }) => ({ permission, to: scope })),
  );
  await audit(ctx, 'created', 'role', id, { name: given.display_name, copy_of: given.copy_of, grants });
  return getRole(ctx, id);
}

async function copied(ctx: Context, from: number): Promise<Grant[]> {
  const source = await findRole(ctx.db, from);
  if (!source) throw invalid([{ field: 'copy_of', message: 'Elige un rol de la lista.' }]);
  if (whyNotGive(staffOf(ctx).grants, NONE, source.grants).length > 0)
    throw invalid([{ field: 'copy_of', message: 'Ese rol permite más que los tuyos: no lo puedes copiar.' }]);
  return source.grants;
}

/** Awaits a write. Raises 422 at `display_name` for a duplicate name. */
async function named<A>(statement: PromiseLike<A>): Promise<A> {
  try {
    return await statement;
  } catch (error) {
    if (violatedConstraint(error) !== 'roles_display_name') throw error;
    throw invalid([{ field: 'display_name', message: 'Ya hay un rol con ese nombre.' }]);
  }
}

/**
 * Locks a role. It may not grant more than the caller has, because nobody may edit a more powerful role, not even
 * reduce it. Raises 404; 403 ESCALATION; 409 CONFLICT when it was changed meanwhile.
 */
async function locked(ctx: Context, id: number, version?: number) {
  const [role] = await ctx.db.select().from(roles).where(eq(roles.id, id)).for('no key update');
  if (!role) throw notFound();
  if (beyond(staffOf(ctx).grants, [...(await grantsOfRole(ctx.db, id))]).length > 0)
    throw new Refused(403, 'ESCALATION', 'Este rol permite más que los tuyos: no lo puedes cambiar.');
  if (version !== undefined && role.version !== version)
    throw conflict('CONFLICT', undefined, { version: role.version });
  return role;
}

/** Changes name, description or the second step. Raises 422, 409. */
export async function changeRole(ctx: Context, id: number, change: RoleChange): Promise<Role> {
  const role = await locked(ctx, id, change.version);
  const next = {
    displayName: change.display_name ?? role.displayName,
    description: change.description ?? role.description,
    requiresSecondStep: change.requires_second_step ?? role.requiresSecondStep,
  };
  await named(updateRole(ctx.db, { id }, { ...next, version: role.version + 1 }));
  await audit(ctx, 'changed', 'role', id, {
    ...(next.displayName !== role.displayName && { name: [role.displayName, next.displayName] }),
    ...(next.description !== role.description && { description: true }),
    ...(next.requiresSecondStep !== role.requiresSecondStep && { second_step: next.requiresSecondStep }),
  });
  return getRole(ctx, id);
}

/**
 * Sets the grants of a role; only differences are written. Open sessions get them at once in
 * this process and within seconds in others. Raises 422 for permissions that the caller does not
 * have, 409 CUSTOMER_ROLE, LAST_ADMINISTRATOR, CONFLICT.
 */
export async function setGrants(
  ctx: Context,
  id: number,
  { grants, version }: { grants: readonly Grant[]; version: number },
): Promise<Role> {
  const role = await locked(ctx, id, version);
  if (id === CUSTOMER_ROLE)
    throw conflict('CUSTOMER_ROLE', 'Los clientes no entran a la oficina: su rol no permite nada.');
  const before = await grantsOfRole(ctx.db, id);
  const refused = whyNotGive(staffOf(ctx).grants, before, grants);
  if (refused.length > 0) throw invalid(refused);
  const changes = changesBetween(before, new Map(grants.map(({ permission, scope }) => [permission, scope])));
  if (changes.length === 0) return getRole(ctx, id);
  await write(ctx, id, changes);
  await updateRole(ctx.db, { id }, { version: role.version + 1 });
  await audit(ctx, 'granted', 'role', id, { changes });
  ctx.afterCommit(() => forgetSessions());
  return getRole(ctx, id);
}

async function write(
  ctx: Pick<Context, 'db'>,
  roleId: number,
  changes: ReturnType<typeof changesBetween>,
): Promise<void> {
  try {
    await changeGrants(ctx.db, roleId, changes);
  } catch (error) {
    if (violatedConstraint(error) !== 'last_administrator') throw error;
    throw conflict(
      'LAST_ADMINISTRATOR',
      'Nadie más podría administrar. Antes da «Administración: editar» a otra persona que ya entre.',
    );
  }
}

/** Archives a role without users: it can no longer be assigned. Raises 409 ROLE_IN_USE, CUSTOMER_ROLE, CONFLICT. */
export async function archiveRole(ctx: Context, id: number, version: number): Promise<Role> {
  const role = await locked(ctx, id, version);
  if (id === CUSTOMER_ROLE) throw conflict('CUSTOMER_ROLE', 'El rol de los clientes no se archiva.');
  const people = await ctx.db.$count(userRoles, eq(userRoles.roleId, id));
  if (people > 0) throw inUse(people);
  return setArchived(ctx, role, ctx.now);
}

/** Restores an archived role. Raises 409 CONFLICT. */
export async function restoreRole(ctx: Context, id: number, version: number): Promise<Role> {
  return setArchived(ctx, await locked(ctx, id, version), null);
}

async function setArchived(
  ctx: Context,
  { id, version }: { id: number; version: number },
  archivedAt: Date | null,
): Promise<Role> {
  await updateRole(ctx.db, { id }, { archivedAt, version: version + 1 });
  await audit(ctx, archivedAt ? 'archive' : 'restore', 'role', id);
  return getRole(ctx, id);
}

/** Deletes a custom role without users. Raises 409 ROLE_IN_USE, SEED_ROLE. */
export async function deleteRole(ctx: Context, id: number): Promise<void> {
  const role = await locked(ctx, id);
  if (isSeedRole(id))
    throw conflict('SEED_ROLE', 'Los roles del producto no se borran. Si nadie lo tiene, se puede archivar.');
  const people = await ctx.db.$count(userRoles, eq(userRoles.roleId, id));
  if (people > 0) throw inUse(people);
  await removeRole(ctx.db, id);
  await audit(ctx, 'deleted', 'role', id, { name: role.displayName });
  ctx.afterCommit(() => forgetSessions());
}

const inUse = (people: number) =>
  conflict(
    'ROLE_IN_USE',
    people === 1
      ? 'Una persona tiene este rol. Dale otro antes, en Usuarios.'
      : `${people} personas tienen este rol. Dales otro antes, en Usuarios.`,
  );

/**
 * Restores the administrators' role to the product's grants. Run from the command line: in the office nobody can assign
 * permissions that no role has any more. Returns the number of changed grants.
 */
export async function restoreAdministrator(
  ctx: Pick<Context, 'db' | 'now' | 'staff' | 'client'>,
): Promise<number> {
  const [role] = await ctx.db
    .select()
    .from(roles)
    .where(eq(roles.name, 'administrador'))
    .for('no key update');
  if (!role) throw notFound();
  const changes = changesBetween(await grantsOfRole(ctx.db, role.id), seedGrantsOf(role.id));
  await write(ctx, role.id, changes);
  await updateRole(ctx.db, { id: role.id }, { archivedAt: null, version: role.version + 1 });
  await audit(ctx, 'granted', 'role', role.id, { changes, restored: true });
  return changes.length;
}
