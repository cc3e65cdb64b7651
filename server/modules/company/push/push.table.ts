import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Browsers that receive notices (spec §3, push_subscription): of a colleague, or of a customer's session. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    endpoint: text('endpoint').notNull(),
    keys: jsonb('keys').$type<{ p256dh: string; auth: string }>().notNull(),
    userId: ref('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The foreign key to customer_sessions is written by hand: that table is of a higher room. */
    sessionId: uuid('session_id'),
    /** Of a customer: while this browser works, the others of the purchase stay silent. */
    isPrimary: boolean('is_primary').notNull().default(false),
    /** When the customer confirmed on the page that notices are wanted. */
    confirmedAt: instant('confirmed_at'),
    device: text('device').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    sent: integer('sent').notNull().default(0),
    /** Notices in a row that were not accepted. */
    failures: integer('failures').notNull().default(0),
    lastSuccessAt: instant('last_success_at'),
    lastFailureAt: instant('last_failure_at'),
    trouble: text('trouble'),
    /** Nothing is sent any more: dropped by the push service, or silent for too long. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    uniqueIndex('push_subscriptions_endpoint').on(t.endpoint),
    index('push_subscriptions_user').on(t.userId),
    index('push_subscriptions_session').on(t.sessionId),
    index('push_subscriptions_ended')
      .on(t.endedAt)
      .where(sql`ended_at is not null`),
    check('push_subscriptions_owner', sql`(user_id is null) <> (session_id is null)`),
  ],
);

/** What a push service gets, one row for each browser. */
export interface PushPayload {
  title: string;
  body: string;
  /** Path of this application. */
  url: string;
  /** A notice with the same tag takes the place of the one on the screen. */
  tag: string;
}

/** Notices on their way to browsers. Deleted a week later. */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: id(),
    subscriptionId: ref('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    noticeId: ref('notice_id').references(() => notices.id, { onDelete: 'set null' }),
    /** Key of the event: a repeat sends nothing. */
    event: text('event').notNull(),
    about: text('about').notNull(),
    payload: jsonb('payload').$type<PushPayload>().notNull(),
    urgent: boolean('urgent').notNull(),
    /** waiting, sent, dropped (nobody needs it any more), failed */
    state: text('state').$type<'waiting' | 'sent' | 'dropped' | 'failed'>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    takenUntil: instant('taken_until'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('push_messages_event').on(t.subscriptionId, t.event),
    index('push_messages_waiting')
      .on(t.subscriptionId, t.about)
      .where(sql`state = 'waiting'`),
    index('push_messages_created').on(t.createdAt),
    index('push_messages_notice').on(t.noticeId),
    check('push_messages_state', sql`state in ('waiting', 'sent', 'dropped', 'failed')`),
  ],
);
