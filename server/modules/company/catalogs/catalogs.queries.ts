import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import { holdName, type Db } from '#server/kernel/db.ts';
import { catalogItems } from './catalogs.table.ts';

export type CatalogItemRow = typeof catalogItems.$inferSelect;

const { catalog, id, position, archivedAt } = catalogItems;
const isRow = (name: string, rowId: number) => and(eq(catalog, name), eq(id, rowId));

/** Ids of the active rows, in the office's order. */
export async function activeIds(db: Db, name: string): Promise<number[]> {
  const rows = await db
    .select({ id })
    .from(catalogItems)
    .where(and(eq(catalog, name), isNull(archivedAt)))
    .orderBy(asc(position), asc(id));
  return rows.map((row) => row.id);
}

/** All rows, archived ones last. */
export const allItems = (db: Db, name: string) =>
  db
    .select()
    .from(catalogItems)
    .where(eq(catalog, name))
    .orderBy(sql`${archivedAt} is not null`, asc(position), asc(id));

export const countItems = (db: Db) =>
  db
    .select({ name: catalog, total: count(), archived: count(archivedAt) })
    .from(catalogItems)
    .groupBy(catalog);

/** One row, locked until the transaction ends. */
export async function lockItem(db: Db, name: string, rowId: number): Promise<CatalogItemRow | undefined> {
  const [row] = await db.select().from(catalogItems).where(isRow(name, rowId)).for('no key update');
  return row;
}

/** Advisory lock until the transaction ends: changes of one catalog run one after the other. */
export const lockCatalog = (db: Db, name: string) => holdName(db, `catalog ${name}`);

/** Adds a row at the end. Its id follows the ids of rows that users added. The catalog must be locked. */
export async function insertItem(
  db: Db,
  row: Pick<CatalogItemRow, 'catalog' | 'label' | 'extra'>,
  firstId: number,
) {
  const next = (column: typeof id | typeof position, floor: number) =>
    sql`(select greatest(coalesce(max(${column}), 0), ${floor}::int) + 1 from ${catalogItems} where ${eq(catalog, row.catalog)})`;
  const [added] = await db
    .insert(catalogItems)
    .values({ ...row, id: next(id, firstId - 1), position: next(position, 0) })
    .returning();
  return added!;
}

export async function updateItem(
  db: Db,
  name: string,
  rowId: number,
  set: Partial<Pick<CatalogItemRow, 'label' | 'extra' | 'version' | 'archivedAt'>>,
) {
  const [row] = await db.update(catalogItems).set(set).where(isRow(name, rowId)).returning();
  return row!;
}

/** Sets the positions 1, 2, 3 … in the order of the ids. */
export const setPositions = (db: Db, name: string, ids: readonly number[]) =>
  db.execute(sql`
    update ${catalogItems} set position = o.position
    from unnest(${sql.param(ids)}::int[]) with ordinality as o(id, position)
    where ${catalogItems.id} = o.id and ${eq(catalog, name)}`);

export interface SeedRow {
  catalog: string;
  id: number;
  label: string;
  extra: Record<string, unknown>;
  position: number;
}

/**
 * Inserts missing rows; existing rows keep the users' changes. If a user gave the label to another row, the new label
 * gets its id as suffix. A row with the same word (name_id) has the same meaning and is not inserted again.
 */
export const insertSeed = (db: Db, seed: readonly SeedRow[]) =>
  db.execute(sql`
    insert into ${catalogItems} (catalog, id, label, extra, position)
    select s.catalog, s.id,
      case when exists (
        select from ${catalogItems} t
        where t.catalog = s.catalog and t.id <> s.id and t.archived_at is null and lower(t.label) = lower(s.label)
          and coalesce(t.extra ->> 'provincia_id', '') = coalesce(s.extra ->> 'provincia_id', '')
      ) then s.label || ' (' || s.id || ')' else s.label end,
      s.extra, s.position
    from jsonb_to_recordset(${JSON.stringify(seed)}::jsonb)
      as s(catalog text, id int, label text, extra jsonb, position int)
    on conflict do nothing`);
