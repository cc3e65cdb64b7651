import type { z } from 'zod';
import { listHouses } from '#contract/projects/houses/endpoints.ts';
import { filterId, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the list of houses holds. */
export const HousesSearch = ListSearch.extend({
  ...orderedAs(listHouses),
  proyecto_id: filterId,
  vivienda: filterId,
});
export type HousesSearch = z.infer<typeof HousesSearch>;
