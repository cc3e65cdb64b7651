import type { Catalog } from '#contract/company/catalogs/catalog.ts';
import type { CatalogItem } from '#contract/company/catalogs/model.ts';

/** A row's label in forms, with its prefix column if the catalog has one. */
export const labelOf = (list: Pick<Catalog, 'prefix'> | undefined, { label, extra }: CatalogItem): string =>
  list?.prefix ? `${extra[list.prefix]} ${label}` : label;
