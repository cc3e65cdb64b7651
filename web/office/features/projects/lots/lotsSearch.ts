import type { z } from 'zod';
import { listLots } from '#contract/projects/lots/endpoints.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the lots. */
export const LotsSearch = searchOf(listLots, {
  lote: filterId,
});
export type LotsSearch = z.infer<typeof LotsSearch>;
