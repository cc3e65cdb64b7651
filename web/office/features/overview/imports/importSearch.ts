import { z } from 'zod';
import { filterId, filterText, ListSearch } from '#web/office/lib/listSearch.ts';

/** What the address of the import screen holds: the kind, the import that is open, which of its rows. */
export const ImportSearch = ListSearch.extend({
  tipo: filterText,
  importacion: filterId,
  estado: z.enum(['new', 'changed', 'same', 'bad']).optional().catch(undefined),
});
export type ImportSearch = z.infer<typeof ImportSearch>;
