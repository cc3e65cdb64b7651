import { z } from 'zod';
import { filterId, filterText, ListSearch } from '#web/office/lib/listSearch.ts';

/** Search parameters of the privacy registers. */
export const PrivacySearch = ListSearch.extend({
  ver: z.enum(['entregas', 'borrados', 'derechos']).optional().catch(undefined),
  tipo: z.enum(['datos', 'apc']).optional().catch(undefined),
  estado: z.enum(['vigente', 'retirado']).optional().catch(undefined),
  version: filterText,
  permiso: filterId,
  derecho: filterId,
  banco_id: filterId,
});
export type PrivacySearch = z.infer<typeof PrivacySearch>;
