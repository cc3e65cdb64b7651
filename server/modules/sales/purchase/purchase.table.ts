import {
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { instant, ref } from '#server/kernel/columns.ts';
import { customerSessions } from '#server/modules/sales/buyerAccess/buyerAccess.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A file on its way from a customer's browser, in pieces. Gone once it has its place, or a day after its last piece. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** Field of the form, with the position among several: archivo_cedula 0, cedula_beneficiario 1-5. */
    field: text('field').notNull(),
    position: smallint('position').notNull(),
    name: text('name').notNull(),
    size: integer('size').notNull(),
    /** As the browser reckoned it; null where it could not. */
    sha256: text('sha256'),
    /** Bytes that are safe. */
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

/** Bytes of an upload, in order. In the database so that a piece and its count are written together or not at all. */
export const uploadPieces = pgTable(
  'upload_pieces',
  {
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    /** First byte. */
    at: integer('at').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.at] })],
);

/** Browsers that asked to be told (spec §3, push_subscription); one row per browser's address. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    endpoint: text('endpoint').primaryKey(),
    keys: jsonb('keys').$type<{ p256dh: string; auth: string }>().notNull(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => customerSessions.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('push_subscriptions_session').on(t.sessionId)],
);
