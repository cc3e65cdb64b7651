import type { z } from 'zod';
import { listCharges, listWarranties } from '#contract/care/warranty/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId } from '#web/office/lib/listSearch.ts';

/** Search parameters of the delivered houses. */
export const WarrantiesSearch = searchOf(listWarranties);
export type WarrantiesSearch = z.infer<typeof WarrantiesSearch>;

/** Search parameters of the charges; `cargo` is the open one. */
export const ChargesSearch = searchOf(listCharges, { cargo: filterId });
export type ChargesSearch = z.infer<typeof ChargesSearch>;
