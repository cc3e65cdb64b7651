import type { Db } from '#server/kernel/db.ts';
import { allItems, type CatalogItemRow } from './catalogs.queries.ts';

/** How long rows are believed without asking again: another process may have changed them. */
const BELIEVED_MS = 5_000;

const known = new Map<string, { rows: readonly CatalogItemRow[]; until: number }>();
let changes = 0;

/** Forgets what was read of every list: after a change has been committed, and between tests. */
export function forgetCatalogs(): void {
  changes += 1;
  known.clear();
}

/** Every row of a list in the office's order, the archived ones last. Every page and form needs some, few change. */
export async function knownItems(db: Db, name: string): Promise<readonly CatalogItemRow[]> {
  const found = known.get(name);
  if (found && found.until > Date.now()) return found.rows;
  const before = changes;
  const rows = await allItems(db, name);
  // what was read while a change was being committed may be older than the change
  if (before === changes) known.set(name, { rows, until: Date.now() + BELIEVED_MS });
  return rows;
}
