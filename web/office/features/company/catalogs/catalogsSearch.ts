import { z } from 'zod';
import { ListSearch } from '#web/office/lib/listSearch.ts';

/** What the address of all lists holds. */
export const CatalogsSearch = ListSearch.pick({ q: true });
export type CatalogsSearch = z.infer<typeof CatalogsSearch>;

/** What the address of one list holds: what is looked for, whether the archived rows show, and the row that is open. */
export const CatalogSearch = CatalogsSearch.extend({
  archivadas: z.boolean().optional().catch(undefined),
  fila: z
    .union([z.literal('nueva'), z.coerce.number().int()])
    .optional()
    .catch(undefined),
});
export type CatalogSearch = z.infer<typeof CatalogSearch>;
