import { z } from 'zod';
import { filterId, filterIds, filterText, ListSearch } from '#web/office/lib/listSearch.ts';

/** What the address of the prospects holds; `ver=tablero` shows them as a board. */
export const ProspectsSearch = ListSearch.extend({
  order_column: z.enum(['id', 'next_follow_up_on', 'last_action_at']).optional().catch(undefined),
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
