import type { z } from 'zod';
import { listLots } from '#contract/projects/lots/endpoints.ts';
import { filterId, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the list of lots holds. */
export const LotsSearch = ListSearch.extend({
  ...orderedAs(listLots),
  proyecto_id: filterId,
  estado_id: filterId,
  lote: filterId,
});
export type LotsSearch = z.infer<typeof LotsSearch>;
