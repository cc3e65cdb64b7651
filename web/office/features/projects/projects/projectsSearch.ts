import { z } from 'zod';
import { listProjects } from '#contract/projects/projects/endpoints.ts';
import { filterId, filterText, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the list of projects holds. */
export const ProjectsSearch = ListSearch.extend({
  ...orderedAs(listProjects),
  archived: z.coerce.number().optional().catch(undefined),
});
export type ProjectsSearch = z.infer<typeof ProjectsSearch>;

/** What the address of one project holds. */
export const ProjectSearch = z.object({
  tab: filterText,
  /** The model whose drawer is open. */
  modelo: filterId,
  /** The project's own data are being edited. */
  editar: filterId,
});
