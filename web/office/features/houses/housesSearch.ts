import type { z } from 'zod';
import { filterId, ListSearch } from '#web/office/lib/listSearch.ts';

/** What the address of the list of houses holds. */
export const HousesSearch = ListSearch.extend({ proyecto_id: filterId, vivienda: filterId });
export type HousesSearch = z.infer<typeof HousesSearch>;
