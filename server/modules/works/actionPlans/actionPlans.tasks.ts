import { sql } from 'drizzle-orm';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';

/** Plans with changes that nobody has published, in the projects that the caller edits. */
export function planTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'proyectos.editar')) return null;
  return {
    rows: sql`select m.id, m.name, projects.name project, p.number, p.created_at from action_plans p
      join house_models m on m.id = p.model_id join projects on projects.id = m.project_id
      where p.published_at is null and m.archived_at is null and projects.archived_at is null
        and ${projectsInReach(ctx, 'proyectos.editar') ?? sql`true`}`,
    joins: sql``,
    id: sql`w.id`,
    title: sql`w.name`,
    text: sql`'Publicar la versión ' || w.number || ' del plan de acción · ' || w.project`,
    due: sql`null`,
    since: sql`w.created_at`,
  };
}
