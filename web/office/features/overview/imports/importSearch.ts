import { z } from 'zod';
import { filterId, filterText, ListSearch } from '#web/office/lib/listSearch.ts';

/** Search parameters of the imports: the kind, the open import and the filter of its rows. */
export const ImportSearch = ListSearch.extend({
  tipo: filterText,
  importacion: filterId,
  estado: z.enum(['new', 'changed', 'same', 'bad']).optional().catch(undefined),
});
export type ImportSearch = z.infer<typeof ImportSearch>;
