import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Placeholder, TemplateStatus } from '#contract/care/whatsapp/model.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { messages } from '#server/modules/care/chat/chat.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';

/** A WhatsApp number that wrote to us or was written to, and the person whose conversation has its messages. */
export const whatsappAddresses = pgTable(
  'whatsapp_addresses',
  {
    id: id(),
    /** E.164. It proves who holds the telephone, nothing else. */
    phone: text('phone').notNull(),
    personId: ref('person_id')
      .notNull()
      .references(() => people.id),
    /** Whose it was before a colleague gave it to somebody else, for undoing. */
    previousPersonId: ref('previous_person_id').references(() => people.id),
    /** Several people gave this number: a colleague says who writes. */
    shared: boolean('shared').notNull().default(false),
    /** The last message of the customer: from it the 24 hours run. */
    lastInAt: instant('last_in_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    unique('whatsapp_addresses_phone').on(t.phone),
    index('whatsapp_addresses_person').on(t.personId),
    index('whatsapp_addresses_previous').on(t.previousPersonId),
  ],
);

/** What a message sends: its text and files, or a template. */
export type Payload =
  | { kind: 'text'; text: string }
  | { kind: 'file'; fileId: string; caption: string }
  | { kind: 'template'; name: string; language: string; values: readonly string[] };

/** The provider's side of a message. A message with several files has several parts. */
export const whatsappMessages = pgTable(
  'whatsapp_messages',
  {
    id: id(),
    messageId: ref('message_id')
      .notNull()
      .references(() => messages.id),
    part: smallint('part').notNull(),
    addressId: ref('address_id')
      .notNull()
      .references(() => whatsappAddresses.id),
    direction: text('direction').$type<'in' | 'out' | 'echo'>().notNull(),
    /** The provider's id; null until it is known. */
    wamid: text('wamid'),
    /** Comes back with every status, so a message whose answer was lost is recognized. */
    key: uuid('key').notNull().defaultRandom(),
    /** unknown: sent, but the answer was lost; a status decides. */
    state: text('state').$type<'done' | 'queued' | 'sending' | 'unknown' | 'failed'>().notNull(),
    payload: jsonb('payload').$type<Payload>(),
    attempts: integer('attempts').notNull().default(0),
    /** Not before. */
    dueAt: instant('due_at'),
    attemptedAt: instant('attempted_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    unique('whatsapp_messages_part').on(t.messageId, t.part),
    unique('whatsapp_messages_wamid').on(t.wamid),
    unique('whatsapp_messages_key').on(t.key),
    index('whatsapp_messages_address').on(t.addressId, t.id),
    index('whatsapp_messages_open')
      .on(t.addressId, t.id)
      .where(sql`state in ('queued', 'sending', 'unknown')`),
    check('whatsapp_messages_payload', sql`(direction = 'out') = (payload is not null)`),
  ],
);

/** What the provider told about a message, which may be known only later. The message's looks follow from all of it. */
export const whatsappFacts = pgTable(
  'whatsapp_facts',
  {
    wamid: text('wamid').notNull(),
    kind: text('kind').$type<'status' | 'reaction' | 'edit' | 'revoke'>().notNull(),
    /** The status, or the number that reacted. */
    subject: text('subject').notNull(),
    at: instant('at').notNull(),
    /** The emoji, the new text, or the sentence of a failure. */
    said: text('said').notNull(),
  },
  (t) => [primaryKey({ columns: [t.wamid, t.kind, t.subject] })],
);

/** A file that the provider keeps for some days; a job fetches it. */
export const whatsappMedia = pgTable('whatsapp_media', {
  messageId: ref('message_id')
    .primaryKey()
    .references(() => messages.id),
  mediaId: text('media_id').notNull(),
  name: text('name').notNull(),
  state: text('state').$type<'waiting' | 'stored' | 'gone'>().notNull(),
  attempts: integer('attempts').notNull().default(0),
});

/** The provider's approved texts, as last read. */
export const whatsappTemplates = pgTable(
  'whatsapp_templates',
  {
    id: id(),
    externalId: text('external_id').notNull(),
    name: text('name').notNull(),
    language: text('language').notNull(),
    category: text('category').notNull(),
    status: text('status').$type<TemplateStatus>().notNull(),
    body: text('body').notNull(),
    /** What the company writes at {{1}}, {{2}} … */
    placeholders: jsonb('placeholders').$type<readonly Placeholder[]>().notNull(),
    /** Why it cannot be sent from here, as a sentence. */
    hindrance: text('hindrance'),
    /** Offered first when the 24 hours are over. */
    offered: boolean('offered').notNull().default(false),
    version: integer('version').notNull().default(1),
    syncedAt: instant('synced_at').notNull(),
  },
  (t) => [unique('whatsapp_templates_external').on(t.externalId)],
);

/** The one account: whether the provider accepts our token, and when it was last heard. */
export const whatsappAccount = pgTable('whatsapp_account', {
  id: smallint('id').primaryKey(),
  refusedSince: instant('refused_since'),
  refusals: integer('refusals').notNull().default(0),
  retryAt: instant('retry_at'),
  heardAt: instant('heard_at'),
});
