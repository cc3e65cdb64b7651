import {
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { instant, ref } from '#server/kernel/columns.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** An upload in pieces from a customer's browser. Deleted when it is complete, or a day after its last piece. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** Field of the form, and its position for fields with several files: archivo_cedula 0, cedula_beneficiario 1-5. */
    field: text('field').notNull(),
    position: smallint('position').notNull(),
    name: text('name').notNull(),
    size: integer('size').notNull(),
    /** Computed by the browser; null if it could not. */
    sha256: text('sha256'),
    /** Bytes stored so far. */
    received: integer('received').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    touchedAt: instant('touched_at').notNull(),
  },
  (t) => [
    uniqueIndex('uploads_same_file')
      .on(t.saleId, t.field, t.position, t.sha256)
      .where(sql`sha256 is not null`),
    index('uploads_touched').on(t.touchedAt),
  ],
);

/** Bytes of an upload, in order. In the database, so that a piece and the byte count are written in one transaction. */
export const uploadPieces = pgTable(
  'upload_pieces',
  {
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    /** Offset of the first byte. */
    at: integer('at').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.at] })],
);
