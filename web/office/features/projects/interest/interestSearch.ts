import { z } from 'zod';
import { filterId, ListSearch } from '#web/office/lib/listSearch.ts';

/** Search parameters of the interest rules. */
export const InterestSearch = ListSearch.extend({
  ver: z.enum(['reglas', 'gastos', 'cambios']).optional().catch(undefined),
  cuales: z.enum(['vigentes', 'todas']).optional().catch(undefined),
  /** The rule or cost of the open drawer. */
  fila: z
    .union([z.literal('nueva'), z.coerce.number().int()])
    .optional()
    .catch(undefined),
  /** The change whose quotes and sales are shown. */
  cambio: filterId,
  tipo: z.enum(['proforma', 'venta']).optional().catch(undefined),
});
export type InterestSearch = z.infer<typeof InterestSearch>;
