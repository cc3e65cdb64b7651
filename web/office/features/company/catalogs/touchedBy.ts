import { listCatalogItems, listCatalogs, listCatalogUses } from '#contract/company/catalogs/endpoints.ts';
import { CATALOGS } from '#contract/company/catalogs/lists.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';

/** What a change of a list makes stale: its rows here, and its own call in the forms that offer it. */
export function touchedBy(name: string): readonly EndpointSpec[] {
  const own = CATALOGS.find((one) => one.name === name)?.list;
  return [listCatalogItems, listCatalogs, listCatalogUses, ...(own ? [own] : [])];
}
