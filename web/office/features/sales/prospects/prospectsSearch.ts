import { z } from 'zod';
import { listProspects } from '#contract/sales/prospects/endpoints.ts';
import { filterId, filterIds, filterText, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the prospects holds; `ver=tablero` shows them as a board. */
export const ProspectsSearch = ListSearch.extend({
  ...orderedAs(listProspects),
  etapa_id: filterIds,
  proyecto_id: filterId,
  asesor_id: filterId,
  origen: filterText,
  hoy: z.coerce
    .string()
    .pipe(z.enum(['1', '0']))
    .optional()
    .catch(undefined),
  ver: z.enum(['tablero']).optional().catch(undefined),
  nuevo: z.coerce.string().pipe(z.literal('1')).optional().catch(undefined),
});
export type ProspectsSearch = z.infer<typeof ProspectsSearch>;
