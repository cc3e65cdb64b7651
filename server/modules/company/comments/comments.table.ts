import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Internal comments of staff on a record. */
export const comments = pgTable(
  'comments',
  {
    id: id(),
    reference: text('reference').notNull(),
    referenceId: ref('reference_id').notNull(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('comments_record').on(t.reference, t.referenceId, t.id)],
);

/** Colleagues whom a comment mentions. */
export const commentMentions = pgTable(
  'comment_mentions',
  {
    commentId: ref('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.commentId, t.userId] })],
);
