import { and, eq, notInArray, type SQL } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { userRoles, users } from './staff.table.ts';

type Row = typeof users.$inferInsert;
const told = { id: users.id, name: users.name, email: users.email };

/** Adds a user; undefined when the e-mail address is taken. */
export async function insertUser(db: Db, values: Row) {
  const [user] = await db
    .insert(users)
    .values(values)
    .onConflictDoNothing({ target: users.email })
    .returning(told);
  return user;
}

/** Updates a user's row if it matches `when`; undefined when it does not. */
export async function updateUser(db: Db, id: number, values: Partial<Row>, when?: SQL) {
  const [user] = await db
    .update(users)
    .set(values)
    .where(and(eq(users.id, id), when))
    .returning(told);
  return user;
}

/** Adds missing roles before it removes others, so that a user is never without a role. */
export async function setRoles(db: Db, userId: number, roleIds: readonly number[]): Promise<void> {
  const ids = [...new Set(roleIds)];
  await db
    .insert(userRoles)
    .values(ids.map((roleId) => ({ userId, roleId })))
    .onConflictDoNothing();
  await db.delete(userRoles).where(and(eq(userRoles.userId, userId), notInArray(userRoles.roleId, ids)));
}
