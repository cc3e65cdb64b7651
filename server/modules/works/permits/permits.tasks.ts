import { sql } from 'drizzle-orm';
import { permitTypes } from '#contract/company/catalogs/permitLists.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { PERMIT, PERMIT_WARNING_DAYS } from '#contract/works/permits/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';

const state = (id: number) => sql`p.state_id = ${idOf(id)}`;

/** Permits to renew, to correct, or whose expected day is near or past, for who works on them. */
export function permitTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'permisos.editar')) return null;
  const soon = addDays(panamaDay(ctx.now), PERMIT_WARNING_DAYS[0]);
  return {
    rows: sql`select p.id, p.type_id, p.entity, p.state_since, concat_ws(' de ', coalesce(h.name, m.name), projects.name) "of",
        case when ${state(PERMIT.approved)} or ${state(PERMIT.expired)} then p.expires_on else p.expected_on end due,
        case when ${state(PERMIT.approved)} then 'Renovar antes de que venza' when ${state(PERMIT.expired)} then 'Ingresar otra vez: venció'
          when ${state(PERMIT.corrections)} then 'Subsanar lo que pide la entidad' when ${state(PERMIT.toDo)} then 'Ingresar el trámite'
          else 'Dar seguimiento al trámite' end what
      from permits p join projects on projects.id = p.project_id left join house_models m on m.id = p.model_id
      left join houses h on h.id = p.house_id
      where ((${state(PERMIT.approved)} and p.expires_on <= ${soon}) or ${state(PERMIT.expired)} or ${state(PERMIT.corrections)}
          or (p.state_id in (${idOf(PERMIT.toDo)}, ${idOf(PERMIT.entered)}) and p.expected_on <= ${soon}))
        and (h.id is null or h.archived_at is null) and projects.archived_at is null
        and ${projectsInReach(ctx, 'permisos.editar') ?? sql`true`}`,
    joins: sql`join catalog_items t on t.catalog = ${permitTypes.name} and t.id = w.type_id`,
    id: sql`w.id`,
    title: sql`t.label || ' · ' || w.of`,
    text: sql`w.what`,
    due: sql`w.due`,
    since: sql`w.state_since`,
  };
}
