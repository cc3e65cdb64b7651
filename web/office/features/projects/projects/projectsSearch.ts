import { z } from 'zod';
import { listProjects } from '#contract/projects/projects/endpoints.ts';
import { filterId, filterText } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** What the address of the list of projects holds. */
export const ProjectsSearch = searchOf(listProjects);
export type ProjectsSearch = z.infer<typeof ProjectsSearch>;

/** What the address of one project holds. */
export const ProjectSearch = z.object({
  tab: filterText,
  /** The model whose drawer is open. */
  modelo: filterId,
  /** The project's own data are being edited. */
  editar: filterId,
});
