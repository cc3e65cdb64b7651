import { z } from 'zod';
import { UserState } from '#contract/users/people.ts';
import { PaperState } from '#contract/users/partners.ts';
import { filterId, ListSearch } from '#web/office/lib/listSearch.ts';

/** What the address of each list of people holds. */
export const UsersSearch = ListSearch.extend({
  order_column: z.enum(['name', 'email', 'last_used_at', 'created_at']).optional().catch(undefined),
  estado: z.array(UserState).optional().catch(undefined),
  rol_id: filterId,
  tipo_id: filterId,
  proyecto_id: filterId,
});
export type UsersSearch = z.infer<typeof UsersSearch>;

export const InspectorsSearch = ListSearch.extend({
  order_column: z.enum(['name']).optional().catch(undefined),
  proyecto_id: filterId,
});
export type InspectorsSearch = z.infer<typeof InspectorsSearch>;

export const PartnersSearch = ListSearch.extend({
  order_column: z.enum(['name', 'ruc', 'next_expiry']).optional().catch(undefined),
  papeles: PaperState.optional().catch(undefined),
  archivados: z.coerce.number().optional().catch(undefined),
});
export type PartnersSearch = z.infer<typeof PartnersSearch>;

export const LawyersSearch = ListSearch.extend({
  order_column: z.enum(['full_name', 'firm']).optional().catch(undefined),
  archivados: z.coerce.number().optional().catch(undefined),
  /** The lawyer whose drawer is open. */
  abogado: filterId,
});
export type LawyersSearch = z.infer<typeof LawyersSearch>;
