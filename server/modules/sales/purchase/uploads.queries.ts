import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { uploadPieces, uploads } from './purchase.table.ts';

export type Upload = typeof uploads.$inferSelect;

export async function findUpload(db: Db, id: string): Promise<Upload | undefined> {
  const [found] = await db.select().from(uploads).where(eq(uploads.id, id));
  return found;
}

/** Unfinished uploads of a sale, oldest first. */
export const findUploads = (db: Db, saleId: number): Promise<Upload[]> =>
  db.select().from(uploads).where(eq(uploads.saleId, saleId)).orderBy(asc(uploads.createdAt));

/** Begins an upload, or returns the existing one of the same file for the same slot. */
export async function insertUpload(db: Db, values: typeof uploads.$inferInsert): Promise<Upload> {
  const [row] = await db
    .insert(uploads)
    .values(values)
    .onConflictDoUpdate({
      target: [uploads.saleId, uploads.field, uploads.position, uploads.sha256],
      targetWhere: sql`sha256 is not null`,
      set: { touchedAt: values.touchedAt },
    })
    .returning();
  return row!;
}

/**
 * Stores a piece that starts where the last one ended, and updates the count, in one statement. False if the offset no
 * longer matches: another tab sent that piece.
 */
export async function insertPiece(
  db: Db,
  piece: { uploadId: string; at: number; bytes: Buffer },
  now: Date,
): Promise<boolean> {
  const { uploadId, at, bytes } = piece;
  const result = await db.execute(sql`
    with moved as (
      update ${uploads} set received = received + ${bytes.length}, touched_at = ${now.toISOString()}
      where id = ${uploadId} and received = ${at} and received + ${bytes.length} <= size returning id
    )
    insert into ${uploadPieces} (upload_id, at, bytes) select id, ${at}::int, ${bytes}::bytea from moved`);
  return result.rowCount === 1;
}

/** The bytes of an upload, piece by piece. */
export async function* readPieces(db: Db, uploadId: string): AsyncGenerator<Buffer> {
  let at = -1;
  for (;;) {
    const [piece] = await db
      .select({ at: uploadPieces.at, bytes: uploadPieces.bytes })
      .from(uploadPieces)
      .where(and(eq(uploadPieces.uploadId, uploadId), sql`${uploadPieces.at} > ${at}`))
      .orderBy(asc(uploadPieces.at))
      .limit(1);
    if (!piece) return;
    yield piece.bytes;
    at = piece.at;
  }
}

export const deleteUpload = (db: Db, id: string) => db.delete(uploads).where(eq(uploads.id, id));

/** Deletes uploads of other files for the same slot, which this one replaces. */
export const deleteOthers = (db: Db, { id, saleId, field, position }: Upload) =>
  db
    .delete(uploads)
    .where(
      and(
        eq(uploads.saleId, saleId),
        eq(uploads.field, field),
        eq(uploads.position, position),
        sql`${uploads.id} <> ${id}`,
      ),
    );

/** Deletes uploads untouched since `before`. Returns their number. */
export async function deleteAbandoned(db: Db, before: Date): Promise<number> {
  const gone = await db.delete(uploads).where(lt(uploads.touchedAt, before)).returning({ id: uploads.id });
  return gone.length;
}
