import { z } from 'zod';
import { listProjects } from '#contract/projects/projects/endpoints.ts';
import { filterId, filterText } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the projects. */
export const ProjectsSearch = searchOf(listProjects);
export type ProjectsSearch = z.infer<typeof ProjectsSearch>;

/** Search parameters of one project. */
export const ProjectSearch = z.object({
  tab: filterText,
  /** The model of the open drawer. */
  modelo: filterId,
  /** Set while the form of the project's data is open. */
  editar: filterId,
});
