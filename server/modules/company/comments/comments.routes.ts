import { asc, and, desc, eq, sql } from 'drizzle-orm';
import { addComment, listComments, listWhoSees, type Comment } from '#contract/company/comments/endpoints.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/core.ts';
import { requireRecord, requireRecordToWrite } from '#server/kernel/records.ts';
import { route } from '#server/kernel/route.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { recordUrl } from '#contract/company/comments/recordUrl.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { commentMentions, comments } from './comments.table.ts';
import { findWhoSees, requireWhoSees } from './whoSees.service.ts';

/** Maximum number of comments shown per record. */
const LIMIT = 500;

export const commentsModule: Module = {
  name: 'comments',
  routes(app) {
    route(app, listComments, async (ctx, { query }) => {
      await requireRecord(ctx, query.reference, query.reference_id);
      const order = query.order_type === 'asc' ? asc : desc;
      const found = await ctx.db
        .select({ comment: comments, name: users.name, mentions })
        .from(comments)
        .innerJoin(users, eq(users.id, comments.userId))
        .where(and(eq(comments.reference, query.reference), eq(comments.referenceId, query.reference_id)))
        .orderBy(order(comments.id))
        .limit(LIMIT);
      return { data: found.map((one) => present(one.comment, one.name, one.mentions)) };
    });
    route(app, listWhoSees, async (ctx, { query }) => {
      await requireRecord(ctx, query.reference, query.reference_id);
      return { data: await findWhoSees(ctx, [query.reference, query.reference_id], query.q) };
    });
    route(app, addComment, async (ctx, { body }) => {
      await requireRecordToWrite(ctx, body.reference, body.reference_id);
      const named = await requireWhoSees(
        ctx,
        [body.reference, body.reference_id],
        body.menciones ?? [],
        'menciones',
      );
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
      if (named.length > 0) {
        await ctx.db
          .insert(commentMentions)
          .values(named.map((one) => ({ commentId: made!.id, userId: one.id })));
        await notify(ctx, {
          kind: 'mencion',
          to: named.map(({ id }) => id),
          text: `${name} te mencionó: «${cut(body.body)}»`,
          url: recordUrl(body.reference, body.reference_id),
          event: `comentario:${made!.id}`,
        });
      }
      return { data: present(made!, name, named) };
    });
  },
};

const mentions = sql<
  Comment['mentions']
>`coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.id)
  from ${commentMentions} m join users u on u.id = m.user_id where m.comment_id = ${comments.id}), '[]')`;

/** Of a long comment a notice shows the beginning. */
const cut = (text: string) => (text.length > 140 ? `${text.slice(0, 139)}…` : text);

const present = (
  comment: typeof comments.$inferSelect,
  name: string,
  mentioned: Comment['mentions'],
): Comment => ({
  id: comment.id,
  user: { id: comment.userId, name },
  body: comment.body,
  mentions: mentioned,
  created_at: comment.createdAt.toISOString(),
});
