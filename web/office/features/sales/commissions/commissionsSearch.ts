import { z } from 'zod';
import { filterId, ListSearch } from '#web/office/lib/listSearch.ts';

/** Search parameters of the commissions. */
export const CommissionsSearch = ListSearch.extend({
  ver: z.enum(['personas', 'reglas', 'corredores']).optional().catch(undefined),
  estado_id: filterId,
  asesor_id: filterId,
  corredor_id: filterId,
  comision: filterId,
});
export type CommissionsSearch = z.infer<typeof CommissionsSearch>;
