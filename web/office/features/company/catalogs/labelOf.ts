import type { Catalog } from '#contract/company/catalogs/catalog.ts';
import type { CatalogItem } from '#contract/company/catalogs/model.ts';

/** A row as forms offer it: with the column that its list puts before the name. */
export const labelOf = (list: Pick<Catalog, 'prefix'> | undefined, { label, extra }: CatalogItem): string =>
  list?.prefix ? `${extra[list.prefix]} ${label}` : label;
