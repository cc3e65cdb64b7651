import { z } from 'zod';
import { listDeeds } from '#contract/legal/deeds/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the deeds; `ver=tablero` shows the board. */
export const DeedsSearch = searchOf(listDeeds, {
  ver: z.enum(['tablero']).optional().catch(undefined),
});
export type DeedsSearch = z.infer<typeof DeedsSearch>;
