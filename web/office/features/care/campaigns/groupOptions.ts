import { prospectStages } from '#contract/company/catalogs/salesLists.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useWordOptions } from '#web/office/lib/formLists.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';

/** The filters of prospects as options. */
export function useGroupOptions() {
  const stages = useOptions(queryOf(prospectStages.list, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return {
    stages: stages.map(({ id, name }) => ({ value: id, label: name })),
    projects: projects.map(({ id, text }) => ({ value: id, label: text })),
    origins: useWordOptions('origen'),
  };
}
