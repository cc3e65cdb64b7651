import { inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { houses } from './houses.table.ts';

// Bulk writes for the import, which has validated the rows.

/** Rows per insert: PostgreSQL allows 65,535 parameters. */
const AT_ONCE = 1_000;

/** Inserts houses. Returns each id by its lot's id. */
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

/** Updates houses. */
export async function updateHouses(db: Db, list: readonly Changed[]): Promise<void> {
  if (list.length === 0) return;
  await db.execute(
    sql`update houses h set model_id = n."modelId", name = n.name, delivery_on = n."deliveryOn",
        progress_percent = n."progressPercent", version = h.version + 1
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
        n (id bigint, "modelId" bigint, name text, "deliveryOn" date, "progressPercent" numeric) where h.id = n.id`,
  );
}

/** Deletes houses. Nothing may refer to them. */
export async function deleteHouses(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(houses).where(inArray(houses.id, [...ids]));
}
