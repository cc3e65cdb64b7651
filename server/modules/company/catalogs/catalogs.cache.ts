import type { Db } from '#server/kernel/db.ts';
import { Lately } from '#server/kernel/lately.ts';
import { allItems, type CatalogItemRow } from './catalogs.queries.ts';

const known = new Lately<readonly CatalogItemRow[]>({ ms: 5_000 });

/** Clears the cache of all catalogs: call it after a change is committed. */
export const forgetCatalogs = () => known.forget();

/**
 * All rows of a catalog in the office's order, archived ones last, cached: every page and form needs some, few change.
 * Returns the same array until it is read again, so derived data can be cached by the array.
 */
export const knownItems = (db: Db, name: string): Promise<readonly CatalogItemRow[]> =>
  known.read(name, async () => await allItems(db, name));
