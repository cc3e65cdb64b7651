import { z } from 'zod';
import { listUsers } from '#contract/company/users/endpoints.ts';
import { listLawyers } from '#contract/company/lawyers/lawyers.ts';
import { listInspectors } from '#contract/company/users/lists.endpoints.ts';
import { listPartners } from '#contract/company/partners/partnerEndpoints.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the lists of people. */
export const UsersSearch = searchOf(listUsers);
export type UsersSearch = z.infer<typeof UsersSearch>;

export const InspectorsSearch = searchOf(listInspectors);
export type InspectorsSearch = z.infer<typeof InspectorsSearch>;

export const PartnersSearch = searchOf(listPartners);
export type PartnersSearch = z.infer<typeof PartnersSearch>;

export const LawyersSearch = searchOf(listLawyers, {
  /** The lawyer of the open drawer. */
  abogado: filterId,
});
export type LawyersSearch = z.infer<typeof LawyersSearch>;
