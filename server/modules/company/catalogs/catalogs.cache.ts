import type { Db } from '#server/kernel/db.ts';
import { allItems, type CatalogItemRow } from './catalogs.queries.ts';

/** How long rows are believed without asking again: another process may have changed them. */
const BELIEVED_MS = 5_000;

const known = new Map<string, { rows: Promise<readonly CatalogItemRow[]>; until: number }>();

/** Forgets what was read of every list: after a change has been committed, and between tests. */
export const forgetCatalogs = () => known.clear();

/**
 * Every row of a list in the office's order, the archived ones last. Every page and form needs some, few change. The
 * same array is answered until the list is read again, so what is made of it can be kept with it.
 */
export function knownItems(db: Db, name: string): Promise<readonly CatalogItemRow[]> {
  const found = known.get(name);
  // Another's read may fail with its transaction.
  if (found && found.until > Date.now()) return found.rows.catch(() => allItems(db, name));
  const read = { rows: allItems(db, name).then((rows) => rows), until: Date.now() + BELIEVED_MS };
  known.set(name, read);
  // What failed is not believed. What was read while a change was being committed was forgotten with it.
  read.rows.catch(() => known.get(name) === read && known.delete(name));
  return read.rows;
}
