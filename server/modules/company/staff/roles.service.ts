import { and, eq, inArray } from 'drizzle-orm';
import type { Permission, Scope } from '#contract/access.ts';
import type { Db } from '#server/kernel/db.ts';
import { roleGrants, roles } from './staff.table.ts';

type Row = typeof roles.$inferInsert;

/** Adds a role. Returns its id. */
export async function insertRole(db: Db, values: Row): Promise<number> {
  const [made] = await db.insert(roles).values(values).returning({ id: roles.id });
  return made!.id;
}

export async function updateRole(
  db: Db,
  which: { id: number } | { name: string },
  values: Partial<Row>,
): Promise<void> {
  await db
    .update(roles)
    .set(values)
    .where('id' in which ? eq(roles.id, which.id) : eq(roles.name, which.name));
}

export async function deleteRole(db: Db, id: number): Promise<void> {
  await db.delete(roles).where(eq(roles.id, id));
}

/** Adds, changes and removes grants of a role; `to` undefined removes one. Adds before it removes. */
export async function changeGrants(
  db: Db,
  roleId: number,
  changes: readonly { permission: Permission; to?: Scope | undefined }[],
): Promise<void> {
  for (const { permission, to: scope } of changes)
    if (scope)
      await db
        .insert(roleGrants)
        .values({ roleId, permission, scope })
        .onConflictDoUpdate({ target: [roleGrants.roleId, roleGrants.permission], set: { scope } });
  const gone = changes.filter(({ to }) => to === undefined).map(({ permission }) => permission);
  if (gone.length > 0)
    await db
      .delete(roleGrants)
      .where(and(eq(roleGrants.roleId, roleId), inArray(roleGrants.permission, gone)));
}
