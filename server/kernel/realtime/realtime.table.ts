import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The running processes that have open sockets. One that shows no sign of life is removed with its members. */
export const realtimeNodes = pgTable('realtime_nodes', {
  id: uuid('id').primaryKey(),
  /** By the database's clock, which all processes share. */
  seenAt: timestamp('seen_at', { withTimezone: true })
    .notNull()
    .default(sql`now()`),
});

/** Who is in a presence channel, one row per socket. */
export const realtimeMembers = pgTable(
  'realtime_members',
  {
    channel: text('channel').notNull(),
    socketId: text('socket_id').notNull(),
    nodeId: uuid('node_id')
      .notNull()
      .references(() => realtimeNodes.id, { onDelete: 'cascade' }),
    memberId: text('member_id').notNull(),
    info: jsonb('info').$type<{ id: number; name: string }>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.channel, t.socketId] }), index('realtime_members_node').on(t.nodeId)],
);
