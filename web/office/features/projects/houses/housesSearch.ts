import type { z } from 'zod';
import { listHouses } from '#contract/projects/houses/endpoints.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the houses. */
export const HousesSearch = searchOf(listHouses, {
  vivienda: filterId,
});
export type HousesSearch = z.infer<typeof HousesSearch>;
