import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Lesson } from '#contract/care/chatbot/model.ts';
import { ANSWER_MAX, QUESTION_MAX } from '#contract/care/chatbot/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { conversationInReach } from '#server/modules/care/chat/chat.scope.ts';
import { botUnanswered } from './chatbot.table.ts';
import { addSource } from './training.service.ts';
import { fold, termsOf } from './text.ts';

/** Numbers and addresses of a person have no place in a list for everybody. */
const masked = (text: string): string =>
  text.replace(/[\w.+-]+@[\w.-]+/g, '…').replace(/\b[\dA-Z]{0,3}-?\d[\d-]{5,}\b/g, '…');

/** The same question in other words of talk is one question. */
const keyOf = (question: string): string =>
  (
    termsOf(question)
      .map(({ word }) => word)
      .toSorted()
      .join(' ') || fold(question)
  ).slice(0, QUESTION_MAX);

/** Counts a question that the bot could not answer. */
export async function countUnanswered(ctx: Acting, question: string): Promise<void> {
  const text = masked(question).slice(0, QUESTION_MAX);
  const [found] = await ctx.db
    .insert(botUnanswered)
    .values({ key: keyOf(text), question: text, firstAt: ctx.now, lastAt: ctx.now })
    .onConflictDoUpdate({
      target: botUnanswered.key,
      set: {
        count: sql`case when ${botUnanswered.closedAt} is null then ${botUnanswered.count} + 1 else 1 end`,
        lastAt: ctx.now,
        closedAt: null,
      },
    })
    .returning({ id: botUnanswered.id });
  await announce(ctx, { record: 'pregunta_chatbot', id: found!.id, verb: 'contada' });
}

/** Raises 404. */
export async function dismiss(ctx: Acting, id: number): Promise<void> {
  const closed = await close(ctx, and(eq(botUnanswered.id, id), isNull(botUnanswered.closedAt)));
  if (closed === 0) throw notFound();
}

async function close(ctx: Acting, where: ReturnType<typeof and>): Promise<number> {
  const closed = await ctx.db
    .update(botUnanswered)
    .set({ closedAt: ctx.now })
    .where(where)
    .returning({ id: botUnanswered.id });
  for (const { id } of closed) await announce(ctx, { record: 'pregunta_chatbot', id, verb: 'cerrada' });
  return closed.length;
}

/** Makes a pair of a question and its answer, and closes the unanswered question that it answers. */
export async function teach(ctx: Context, { pregunta, respuesta, sin_respuesta_id }: Lesson): Promise<void> {
  await addSource(ctx, {
    kind: 'pregunta',
    title: pregunta.slice(0, 120),
    question: pregunta,
    answer: respuesta,
  });
  await close(
    ctx,
    and(
      or(
        eq(botUnanswered.key, keyOf(pregunta)),
        sin_respuesta_id ? eq(botUnanswered.id, sin_respuesta_id) : undefined,
      ),
      isNull(botUnanswered.closedAt),
    ),
  );
}

/**
 * What a reply of the team would teach: what the customer had written before it, and the reply. The caller must see the
 * conversation. Raises 404.
 */
export async function lessonOf(
  ctx: Context,
  messageId: number,
): Promise<{ pregunta: string; respuesta: string }> {
  const found = await row<{ question: string | null; answer: string }>(
    ctx.db,
    sql`select m.content answer, (select string_agg(q.content, ' ' order by q.seq) from chat_messages q
        where q.conversation_id = m.conversation_id and q.sender = 'cliente' and q.seq < m.seq and q.seq > m.seq - 20
          and q.seq > coalesce((select max(b.seq) from chat_messages b where b.conversation_id = m.conversation_id
            and b.seq < coalesce((select max(l.seq) from chat_messages l where l.conversation_id = m.conversation_id
              and l.sender = 'cliente' and l.seq < m.seq), m.seq) and b.sender <> 'cliente' and not b.note), 0)) question
      from chat_messages m join conversations c on c.id = m.conversation_id
      where m.id = ${messageId} and m.sender = 'equipo' and not m.note and ${conversationInReach(ctx, 'chat.ver')}`,
  );
  if (!found) throw notFound();
  return {
    pregunta: masked(found.question ?? '').slice(0, QUESTION_MAX),
    respuesta: found.answer.slice(0, ANSWER_MAX),
  };
}
