import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { projects } from './projects.table.ts';

/**
 * Row scope of projects for a permission, for a `where`; todo: all,
 * otherwise the projects with the caller in their team.
 */
export function projectsInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  if (reach?.scope === 'todo') return undefined;
  return reach ? inArray(projects.id, [...reach.projectIds]) : sql`false`;
}

/** Whether a project exists and is in scope for one of these permissions. */
export async function projectInReach(
  ctx: Context,
  id: number,
  ...permissions: readonly Permission[]
): Promise<boolean> {
  for (const permission of permissions) {
    const found = await ctx.db
      .select({ id: projects.id })
      .from(projects)
      .where(and(eq(projects.id, id), projectsInReach(ctx, permission)));
    if (found.length > 0) return true;
  }
  return false;
}
