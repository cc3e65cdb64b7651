import { z } from 'zod';
import { listProspects } from '#contract/sales/prospects/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the prospects; `ver=tablero` shows the board. */
export const ProspectsSearch = searchOf(listProspects, {
  ver: z.enum(['tablero']).optional().catch(undefined),
  nuevo: z.coerce.string().pipe(z.literal('1')).optional().catch(undefined),
});
export type ProspectsSearch = z.infer<typeof ProspectsSearch>;
