import { and, eq, notInArray } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { projectTeam } from './staff.table.ts';

const place = (projectId: number, userId: number) =>
  and(eq(projectTeam.projectId, projectId), eq(projectTeam.userId, userId));

/** Adds a user to a team; false when already in it. */
export async function joinTeam(
  db: Db,
  projectId: number,
  userId: number,
  roleTypeId: number | null = null,
): Promise<boolean> {
  const added = await db
    .insert(projectTeam)
    .values({ projectId, userId, roleTypeId })
    .onConflictDoNothing()
    .returning({ userId: projectTeam.userId });
  return added.length > 0;
}

/** Changes a user's role in a team; false when not in it. */
export async function changeTeamRole(
  db: Db,
  projectId: number,
  userId: number,
  roleTypeId: number | null,
): Promise<boolean> {
  const changed = await db
    .update(projectTeam)
    .set({ roleTypeId })
    .where(place(projectId, userId))
    .returning({ userId: projectTeam.userId });
  return changed.length > 0;
}

export async function leaveTeam(db: Db, projectId: number, userId: number): Promise<void> {
  await db.delete(projectTeam).where(place(projectId, userId));
}

/** Sets the teams of a user; roles in the remaining teams stay. */
export async function setTeams(db: Db, userId: number, projectIds: readonly number[]): Promise<void> {
  const ids = [...new Set(projectIds)];
  const others = ids.length > 0 ? notInArray(projectTeam.projectId, ids) : undefined;
  await db.delete(projectTeam).where(and(eq(projectTeam.userId, userId), others));
  if (ids.length > 0)
    await db
      .insert(projectTeam)
      .values(ids.map((projectId) => ({ projectId, userId })))
      .onConflictDoNothing();
}
