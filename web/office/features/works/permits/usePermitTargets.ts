import { permitTypes } from '#contract/company/catalogs/permitLists.ts';
import { listHouseOptions } from '#contract/projects/houses/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listPlans } from '#contract/works/blueprints/endpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';

/** What a form of permits offers: the projects, the types, and the models and houses of the chosen project. */
export function usePermitTargets(projectId: number | null) {
  const known = projectId !== null;
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const types = useOptions(queryOf(permitTypes.list, {}));
  const plans = useOptions({
    ...queryOf(listPlans, { query: { proyecto_id: projectId ?? 0, per_page: 200 } }),
    enabled: known,
  });
  const houses = useOptions({
    ...queryOf(listHouseOptions, { params: { projectId: projectId ?? 0 } }),
    enabled: known,
  });
  return {
    types,
    projects: projects.map(({ id, text }) => ({ value: id, label: text })),
    models: plans.map(({ id, modelo }) => ({ value: id, label: modelo })),
    houses: houses.map(({ id, name }) => ({ value: id, label: name })),
  };
}
