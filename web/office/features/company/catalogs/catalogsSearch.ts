import { z } from 'zod';
import { ListSearch } from '#web/office/lib/listSearch.ts';

/** Search parameters of the catalogs. */
export const CatalogsSearch = ListSearch.pick({ q: true });
export type CatalogsSearch = z.infer<typeof CatalogsSearch>;

/** Search parameters of one catalog: the text, the switch for archived rows and the open row. */
export const CatalogSearch = CatalogsSearch.extend({
  archivadas: z.boolean().optional().catch(undefined),
  fila: z
    .union([z.literal('nueva'), z.coerce.number().int()])
    .optional()
    .catch(undefined),
});
export type CatalogSearch = z.infer<typeof CatalogSearch>;
