import { z } from 'zod';
import { filterId, filterText, ListSearch } from '#web/office/lib/listSearch.ts';

/** What the address of the register of consents holds. */
export const ConsentsSearch = ListSearch.extend({
  tipo: z.enum(['datos', 'apc']).optional().catch(undefined),
  estado: z.enum(['vigente', 'retirado']).optional().catch(undefined),
  version: filterText,
  permiso: filterId,
});
export type ConsentsSearch = z.infer<typeof ConsentsSearch>;
