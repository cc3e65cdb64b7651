import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
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
import { instant, ref, transaction } from './columns.ts';

/** The audit log: actions, reads and exports. Append-only: a trigger refuses changes. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    /** staff · client · system · nobody */
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id'),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: text('entity_id').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    ip: text('ip'),
    userAgent: text('user_agent'),
    requestId: text('request_id'),
  },
  (t) => [
    index('audit_log_entity').on(t.entity, t.entityId, t.id),
    index('audit_log_at').on(t.at),
    index('audit_log_actor').on(t.actorKind, t.actorId, t.id),
    index('audit_log_action').on(t.action, t.id),
  ],
);

/** The responses of creating endpoints, so a repeated request gets the same response. Kept 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    endpoint: text('endpoint').notNull(),
    bodyHash: text('body_hash').notNull(),
    answer: jsonb('answer').$type<unknown>(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.caller, t.key] }), index('idempotency_keys_created').on(t.createdAt)],
);

/** One use of a file, with its owner record. The store keeps the bytes under their hash. */
export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    sha256: text('sha256').notNull(),
    mime: text('mime').notNull(),
    size: integer('size').notNull(),
    name: text('name').notNull(),
    /** Kind of the owner record: precontrato, documento, proyecto … */
    reference: text('reference').notNull(),
    referenceId: bigint('reference_id', { mode: 'number' }).notNull(),
    uploadedBy: text('uploaded_by'),
    /** Identity or income document: each read is logged. */
    sensitive: boolean('sensitive').notNull().default(false),
    /** A colleague attached it to the record itself. No other row refers to it, so that colleague may remove it. */
    attached: boolean('attached').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('files_owner').on(t.reference, t.referenceId), index('files_sha256').on(t.sha256)],
);

/** Every outgoing mail, and those kept because no SMTP server is configured. */
export const outboxMails = pgTable(
  'outbox_mails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    to: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** The HTML body without the company's frame; null: generated from the text. */
    html: text('html'),
    /** An attached calendar file: its method, REQUEST or CANCEL, and its text (RFC 5545). */
    calendar: jsonb('calendar').$type<{ method: 'REQUEST' | 'CANCEL'; text: string }>(),
    /** An attached stored file. */
    attachmentId: uuid('attachment_id').references(() => files.id),
    /** Contains a one-time code: only a coordinator may see it. */
    secret: boolean('secret').notNull().default(false),
    /** held · kept · queued · sent · failed */
    state: text('state').notNull(),
    /** What the mail is about, as `cita:12`; only of a mail that waited before it went. */
    about: text('about'),
    /** What the recipient knew before this mail, in the feature's own words: a change back to it drops the mail. */
    knownBefore: text('known_before'),
    heldUntil: instant('held_until'),
    error: text('error'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    /** A worker is sending this mail until then; other workers skip it. */
    takenUntil: instant('taken_until'),
  },
  (t) => [
    index('outbox_mails_created').on(t.createdAt),
    index('outbox_mails_state').on(t.state, t.id),
    index('outbox_mails_kind').on(t.kind, t.id),
    uniqueIndex('outbox_mails_held')
      .on(t.about)
      .where(sql`state = 'held'`),
    index('outbox_mails_recipient').on(sql`lower(recipient)`),
  ],
);

/** Values that an administrator may change. Without a row, the default of contract/settings holds. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
  version: integer('version').notNull().default(1),
  updatedAt: instant('updated_at').notNull(),
});

/** The mail server that the office set: at most one row, with id 1. SMTP_URL goes before it. */
export const mailServers = pgTable('mail_server', {
  id: smallint('id').primaryKey().default(1),
  host: text('host').notNull(),
  port: integer('port').notNull(),
  security: text('security').$type<'tls' | 'starttls' | 'none'>().notNull(),
  username: text('username').notNull(),
  /** Sealed with the installation's secret (kernel/mailServer.ts). */
  password: text('password'),
  senderName: text('sender_name').notNull(),
  senderAddress: text('sender_address').notNull(),
  replyTo: text('reply_to'),
  version: integer('version').notNull().default(1),
  updatedAt: instant('updated_at').notNull(),
});

/**
 * Every change of a record, in the order of the transactions: its history, and the feed for live pages and the ledger
 * (`readFeed`). Append-only and without personal data: data that a purge must delete is in `change_details`.
 */
export const changes = pgTable(
  'changes',
  {
    tx: transaction('tx')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    recordId: ref('record_id').notNull(),
    /** The parent record: a document's sale. */
    ofId: ref('of_id'),
    /** For a change of state; `from` is null when the record was created. */
    from: smallint('from_state'),
    to: smallint('to_state'),
    /** precontrato · documento · pago … */
    record: text('record').notNull(),
    ofRecord: text('of_record'),
    /** What happened, if it was not a change of state. */
    verb: text('verb'),
    /** staff · client · system · nobody */
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id'),
  },
  (t) => [
    // Without the number, the changes of a transaction share one entry. The identity keeps numbers apart.
    index('changes_tx').on(t.tx),
    // Without the id of the change, PostgreSQL stores each record once for all its changes: a third of the size.
    index('changes_record').on(t.recordId, t.record),
    // Rows are in time order, so a small BRIN index finds where a month begins.
    index('changes_at').using('brin', t.at),
  ],
);

/** The reason of a change; for the first change of a transaction also the IP address. */
export const changeDetails = pgTable(
  'change_details',
  {
    tx: transaction('tx').notNull(),
    id: bigint('id', { mode: 'number' }).notNull(),
    reason: text('reason'),
    ip: text('ip'),
  },
  (t) => [primaryKey({ columns: [t.tx, t.id] })],
);
