import { and, asc, inArray, isNull } from 'drizzle-orm';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { projects } from '#server/modules/projects/projects.table.ts';

/** The projects that the caller may change, to be named in a file. */
export async function ownProjects(ctx: Context): Promise<{ id: number; name: string }[]> {
  const reach = scopeOf(ctx, 'proyectos.editar');
  if (!reach) return [];
  return ctx.db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(
      and(
        isNull(projects.archivedAt),
        reach.scope === 'todo' ? undefined : inArray(projects.id, [...reach.projectIds, 0]),
      ),
    )
    .orderBy(asc(projects.name));
}
