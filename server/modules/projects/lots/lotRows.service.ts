import { inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { lots } from './lots.table.ts';

// Bulk writes for features that have validated the rows: imports, prices.

/** Rows per insert: PostgreSQL allows 65,535 parameters. */
const AT_ONCE = 1_000;

/** Inserts lots. Returns the id of each with its project and name. */
export async function insertLots(db: Db, rows: readonly (typeof lots.$inferInsert)[]) {
  const made: { id: number; projectId: number; name: string }[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE)
    made.push(
      ...(await db
        .insert(lots)
        .values(rows.slice(at, at + AT_ONCE))
        .returning({ id: lots.id, projectId: lots.projectId, name: lots.name })),
    );
  return made;
}

type Changed = Pick<
  typeof lots.$inferSelect,
  'id' | 'typeId' | 'areaM2' | 'premiumCents' | 'withheld' | 'withheldReason' | 'polygon'
>;

/** Updates lots. */
export async function updateLots(db: Db, list: readonly Changed[]): Promise<void> {
  if (list.length === 0) return;
  await db.execute(
    sql`update lots l set type_id = n."typeId", area_m2 = n."areaM2", premium_cents = n."premiumCents", withheld = n.withheld,
        withheld_reason = n."withheldReason", polygon = nullif(n.polygon, 'null'::jsonb), version = l.version + 1
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) n (id bigint, "typeId" smallint, "areaM2" numeric,
        "premiumCents" bigint, withheld boolean, "withheldReason" text, polygon jsonb)
      where l.id = n.id`,
  );
}

/** Updates the premiums of lots, in cents. */
export async function writePremiums(db: Db, list: readonly { id: number; cents: number }[]): Promise<void> {
  if (list.length === 0) return;
  await db.execute(
    sql`update lots l set premium_cents = n.cents, version = l.version + 1
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) n (id bigint, cents bigint) where l.id = n.id`,
  );
}

/** Deletes lots. Nothing may refer to them. */
export async function deleteLots(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(lots).where(inArray(lots.id, [...ids]));
}
