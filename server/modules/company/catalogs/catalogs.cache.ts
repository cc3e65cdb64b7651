import type { Db } from '#server/kernel/db.ts';
import { Lately } from '#server/kernel/lately.ts';
import { allItems, type CatalogItemRow } from './catalogs.queries.ts';

const known = new Lately<readonly CatalogItemRow[]>({ ms: 5_000 });

/** Forgets what was read of every list: after a change has been committed. */
export const forgetCatalogs = () => known.forget();

/**
 * Every row of a list in the office's order, the archived ones last. Every page and form needs some, few change. The
 * same array is answered until the list is read again, so what is made of it can be kept with it.
 */
export const knownItems = (db: Db, name: string): Promise<readonly CatalogItemRow[]> =>
  known.read(name, async () => await allItems(db, name));
