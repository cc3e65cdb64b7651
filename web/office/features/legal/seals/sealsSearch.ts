import type { z } from 'zod';
import { listSeals } from '#contract/legal/seals/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId } from '#web/office/lib/listSearch.ts';

/** Search parameters of the seals. */
export const SealsSearch = searchOf(listSeals, { sello: filterId });
export type SealsSearch = z.infer<typeof SealsSearch>;
