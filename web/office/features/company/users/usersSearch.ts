import { z } from 'zod';
import { listUsers } from '#contract/company/users/endpoints.ts';
import { listLawyers } from '#contract/company/lawyers/lawyers.ts';
import { listInspectors } from '#contract/company/users/lists.endpoints.ts';
import { listPartners } from '#contract/company/partners/partnerEndpoints.ts';
import { UserState } from '#contract/company/users/people.ts';
import { PaperState } from '#contract/company/partners/partners.ts';
import { filterId, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of each list of people holds. */
export const UsersSearch = ListSearch.extend({
  ...orderedAs(listUsers),
  estado: z.array(UserState).optional().catch(undefined),
  rol_id: filterId,
  tipo_id: filterId,
  proyecto_id: filterId,
});
export type UsersSearch = z.infer<typeof UsersSearch>;

export const InspectorsSearch = ListSearch.extend({
  ...orderedAs(listInspectors),
  proyecto_id: filterId,
});
export type InspectorsSearch = z.infer<typeof InspectorsSearch>;

export const PartnersSearch = ListSearch.extend({
  ...orderedAs(listPartners),
  papeles: PaperState.optional().catch(undefined),
  archivados: z.coerce.number().optional().catch(undefined),
});
export type PartnersSearch = z.infer<typeof PartnersSearch>;

export const LawyersSearch = ListSearch.extend({
  ...orderedAs(listLawyers),
  archivados: z.coerce.number().optional().catch(undefined),
  /** The lawyer whose drawer is open. */
  abogado: filterId,
});
export type LawyersSearch = z.infer<typeof LawyersSearch>;
