import { z } from 'zod';
import { listModels } from '#contract/projects/projects/models.ts';
import { filterId, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the list of models holds. */
export const ModelsSearch = ListSearch.extend({
  ...orderedAs(listModels),
  proyecto_id: filterId,
  recamaras: filterId,
  publicado: z.enum(['si', 'no']).optional().catch(undefined),
  archived: z.coerce.number().optional().catch(undefined),
});
export type ModelsSearch = z.infer<typeof ModelsSearch>;
