import { asc, and, desc, eq } from 'drizzle-orm';
import { addComment, listComments, type Comment } from '#contract/company/comments/endpoints.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/house.ts';
import { requireRecord, requireRecordToWrite } from '#server/kernel/records.ts';
import { route } from '#server/kernel/route.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { comments } from './comments.table.ts';

/** Maximum number of comments shown per record. */
const LIMIT = 500;

export const commentsModule: Module = {
  name: 'comments',
  routes(app) {
    route(app, listComments, async (ctx, { query }) => {
      await requireRecord(ctx, query.reference, query.reference_id);
      const order = query.order_type === 'asc' ? asc : desc;
      const found = await ctx.db
        .select({ comment: comments, name: users.name })
        .from(comments)
        .innerJoin(users, eq(users.id, comments.userId))
        .where(and(eq(comments.reference, query.reference), eq(comments.referenceId, query.reference_id)))
        .orderBy(order(comments.id))
        .limit(LIMIT);
      return { data: found.map(({ comment, name }) => present(comment, name)) };
    });
    route(app, addComment, async (ctx, { body }) => {
      await requireRecordToWrite(ctx, body.reference, body.reference_id);
      const { userId, name } = staffOf(ctx);
      const [made] = await ctx.db
        .insert(comments)
        .values({
          reference: body.reference,
          referenceId: body.reference_id,
          userId,
          body: body.body,
          createdAt: ctx.now,
        })
        .returning();
      await audit(ctx, 'comentar', body.reference, body.reference_id, { commentId: made!.id });
      return { data: present(made!, name) };
    });
  },
};

const present = (comment: typeof comments.$inferSelect, name: string): Comment => ({
  id: comment.id,
  user: { id: comment.userId, name },
  body: comment.body,
  created_at: comment.createdAt.toISOString(),
});
