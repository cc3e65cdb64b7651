import { inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { houses } from './houses.table.ts';

// Many rows at once, for the import, which has checked them.

/** Rows of one insert: it takes 65,535 values. */
const AT_ONCE = 1_000;

/** Inserts houses; answers the number of each by its lot. */
export async function insertHouses(
  db: Db,
  rows: readonly (typeof houses.$inferInsert)[],
): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const made = await db
      .insert(houses)
      .values(rows.slice(at, at + AT_ONCE))
      .returning({ id: houses.id, lotId: houses.lotId });
    for (const { id, lotId } of made) ids.set(lotId, id);
  }
  return ids;
}

type Changed = Pick<typeof houses.$inferSelect, 'id' | 'modelId' | 'name' | 'deliveryOn' | 'progressPercent'>;

/** Writes what these houses are from now on. */
export async function updateHouses(db: Db, list: readonly Changed[]): Promise<void> {
  if (list.length === 0) return;
  await db.execute(
    sql`update houses h set model_id = n."modelId", name = n.name, delivery_on = n."deliveryOn",
        progress_percent = n."progressPercent", version = h.version + 1
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
        n (id bigint, "modelId" bigint, name text, "deliveryOn" date, "progressPercent" numeric) where h.id = n.id`,
  );
}

/** Deletes houses that nothing refers to. */
export async function deleteHouses(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(houses).where(inArray(houses.id, [...ids]));
}
