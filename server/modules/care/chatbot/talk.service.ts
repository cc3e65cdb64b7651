import { eq, sql } from 'drizzle-orm';
import { DAILY_ANSWERS, MISSES, type Handover } from '#contract/care/chatbot/rules.ts';
import { optOf, type Channel } from '#contract/care/chat/rules.ts';
import { isOpenAt } from '#contract/company/settings/hours.ts';
import { DAY_MS, HOUR_MS } from '#contract/dates.ts';
import { inTransaction, type Change, type Follower } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { Refused } from '#server/kernel/errors.ts';
import { lockRoomOfBot, speakAsBot, type MessageValues } from '#server/modules/care/chat/chat.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { answerTo, type BotAnswer } from './answer.service.ts';
import { AnswerCustomer } from './chatbot.names.ts';
import { botTalks } from './chatbot.table.ts';
import { PUBLISHED } from './passages.queries.ts';
import { countUnanswered } from './unanswered.service.ts';

/** A message of the team holds the conversation; one of the customer asks the bot, if it may speak at all. */
async function followMessage(ctx: Acting, { verb, of, values }: Change): Promise<void> {
  if (verb !== 'escrito' || of?.[0] !== 'conversacion' || !values) return;
  const { sender, seq, proven } = values as MessageValues;
  if (sender === 'equipo') await hold(ctx, of[1], 'responde');
  if (sender === 'cliente' && (await readSettings(ctx.db)).chatbot.mode !== 'nunca')
    await ctx.jobs.send(ctx.db, AnswerCustomer, { conversationId: of[1], seq, proven });
}

/** A conversation that a colleague closes returns to the bot. */
async function followConversation(ctx: Acting, { verb, id, values }: Change): Promise<void> {
  if (verb !== 'atendida' || !(values as { done: boolean } | undefined)?.done) return;
  await ctx.db
    .update(botTalks)
    .set({ holder: 'bot', reason: null, since: ctx.now, misses: 0, introduced: false })
    .where(eq(botTalks.conversationId, id));
}

export const followers: readonly Follower[] = [
  { record: 'mensaje', follow: followMessage },
  { record: 'conversacion', follow: followConversation },
];

/** Whoever holds it writes nothing more within this time: the messages themselves say when it was last answered. */
const HELD_MS = 60_000;

/** From now on a person holds the conversation. The caller has it locked. */
async function hold(ctx: Acting, conversationId: number, reason: Handover): Promise<void> {
  const set = { holder: 'persona' as const, reason, since: ctx.now, misses: 0, introduced: false };
  await ctx.db
    .insert(botTalks)
    .values({ conversationId, ...set })
    .onConflictDoUpdate({
      target: botTalks.conversationId,
      set,
      setWhere: sql`${botTalks.holder} <> 'persona' or ${botTalks.reason} is distinct from ${reason}
        or ${botTalks.since} < ${new Date(ctx.now.getTime() - HELD_MS)}`,
    });
}

interface Turn {
  question: string;
  personId: number;
  sid: string;
  name: string;
  assigneeId: number | null;
  misses: number;
  introduced: boolean;
  answered: number;
  /** By which the question came, and the answer goes. */
  channel: Channel;
}

/**
 * What the bot has to answer now; null if it may not: off, within office hours, a person holds the conversation, or a
 * newer message came. What was written since the last answer is one question; what the product says by itself, as that the
 * office is closed, answers nothing.
 */
async function turnOf(ctx: Acting, conversationId: number, seq: number): Promise<Turn | null> {
  const { chatbot, ...settings } = await readSettings(ctx.db);
  if (chatbot.mode === 'nunca') return null;
  if (chatbot.mode === 'fuera_de_horario' && isOpenAt(settings, ctx.now)) return null;
  const silence = new Date(ctx.now.getTime() - chatbot.returnHours * HOUR_MS);
  const yesterday = new Date(ctx.now.getTime() - DAY_MS);
  const found = await row<Turn & { question: string | null; newest: number; held: boolean; serves: boolean }>(
    ctx.db,
    sql`with last as (select coalesce(max(m.seq), 0) seq from chat_messages m
        where m.conversation_id = ${conversationId} and m.sender in ('equipo', 'bot') and not m.note)
      select c.person_id::int "personId", c.sid, p.name, c.assignee_id::int "assigneeId",
        coalesce(t.misses, 0) misses, coalesce(t.introduced, false) introduced,
        (select string_agg(m.content, ' ' order by m.seq) from chat_messages m
          where m.conversation_id = c.id and m.sender = 'cliente' and m.seq > last.seq) question,
        (select max(m.seq) from chat_messages m where m.conversation_id = c.id and m.sender = 'cliente') newest,
        (select m.channel from chat_messages m where m.conversation_id = c.id and m.seq = ${seq}) channel,
        coalesce(t.holder = 'persona' and greatest(t.since, (select max(m.created_at) from chat_messages m
          where m.conversation_id = c.id and m.seq < ${seq})) > ${silence}, false) held,
        exists (${PUBLISHED}) serves,
        (select count(*)::int from chat_messages m where m.conversation_id = c.id and m.sender = 'bot'
          and m.created_at > ${yesterday} and m.seq > c.last_seq - 500) answered
      from conversations c join people p on p.id = c.person_id left join bot_talks t on t.conversation_id = c.id, last
      where c.id = ${conversationId}`,
  );
  if (!found || found.held || !found.serves || found.newest !== seq || !found.question?.trim()) return null;
  return optOf(found.question) ? null : found;
}

/** A customer who was handed over while the office was closed has been told so for this long. */
const TOLD_MS = 12 * HOUR_MS;

/**
 * Whether nobody has to say that the office is closed: the bot answers this message, or said so when it handed the
 * conversation over.
 */
export async function spareClosed(ctx: Acting, conversationId: number, seq: number): Promise<boolean> {
  if (await turnOf(ctx, conversationId, seq)) return true;
  const [talk] = await ctx.db.select().from(botTalks).where(eq(botTalks.conversationId, conversationId));
  return (
    talk?.holder === 'persona' &&
    talk.reason !== 'responde' &&
    ctx.now.getTime() - talk.since.getTime() < TOLD_MS &&
    !isOpenAt(await readSettings(ctx.db), talk.since)
  );
}

/**
 * Answers what a customer wrote. The answer is made without a lock, because a model may be slow; then the conversation is
 * locked, as every writer locks it, and the bot speaks only if it is still its turn. A repeat writes nothing.
 */
export async function answerCustomer(
  ctx: Acting,
  { conversationId, seq, proven }: { conversationId: number; seq: number; proven: boolean },
): Promise<void> {
  const turn = await turnOf(ctx, conversationId, seq);
  if (!turn) return;
  const personId = proven && turn.channel === 'web' ? turn.personId : null;
  const answer = await answerTo(ctx, {
    question: turn.question,
    readings: PUBLISHED,
    personId,
    worded: true,
  });
  await inTransaction(ctx, async (inside) => {
    const room = await lockRoomOfBot(inside, conversationId);
    const now = room && (await turnOf(inside, conversationId, seq));
    if (!now || now.question !== turn.question) return;
    await speak(inside, room, now, answer);
  }).catch((error: unknown) => {
    // The channel takes nothing now, as WhatsApp a day after the question: the customer waits for a person.
    if (!(error instanceof Refused)) throw error;
  });
}

async function speak(
  ctx: Acting,
  room: NonNullable<Awaited<ReturnType<typeof lockRoomOfBot>>>,
  turn: Turn,
  answer: BotAnswer,
): Promise<void> {
  const settings = await readSettings(ctx.db);
  const unknown = answer.outcome === 'no_sabe';
  const misses = unknown ? turn.misses + 1 : 0;
  const reason: Handover | null =
    answer.handover ??
    (misses >= MISSES ? 'sin_respuesta' : turn.answered >= DAILY_ANSWERS ? 'limite' : null);
  if (unknown) await countUnanswered(ctx, turn.question);
  const closed = isOpenAt(settings, ctx.now)
    ? ''
    : ' Ahora la oficina está cerrada: te responde cuando abra.';
  const told = unknown
    ? `No tengo esa información. ${reason ? 'Le aviso a una persona del equipo para que te responda por aquí.' : 'Tu pregunta queda para una persona del equipo; también puedes hacérmela de otra manera.'}`
    : answer.text;
  const intro = turn.introduced ? '' : `Soy el asistente automático de ${settings.company.name}. `;
  await speakAsBot(ctx, room, {
    content: `${intro}${told}${reason || unknown ? closed : ''}`,
    clientId: `chatbot-${room.lastSeq}`,
    waits: unknown || reason !== null,
    channel: turn.channel,
  });
  const set = {
    holder: 'bot' as const,
    reason: null,
    since: ctx.now,
    misses,
    introduced: true,
    answeredSeq: room.lastSeq,
  };
  await ctx.db
    .insert(botTalks)
    .values({ conversationId: room.id, ...set })
    .onConflictDoUpdate({ target: botTalks.conversationId, set });
  if (reason === null) return;
  await hold(ctx, room.id, reason);
  await notify(ctx, {
    kind: 'chatbot_entrega',
    to: turn.assigneeId === null ? await whoMay(ctx.db, 'chat.crear') : [turn.assigneeId],
    text: `El chatbot te pasa la conversación con ${turn.name}: ${REASONS[reason]}.`,
    url: `/oficina/chat?sala=${turn.sid}`,
    event: `chatbot:${room.id}:${room.lastSeq + 1}`,
  });
}

const REASONS: Record<Handover, string> = {
  pide_persona: 'pidió hablar con una persona',
  queja: 'se queja o habla de un reclamo',
  desiste: 'habla de dejar la compra',
  dinero: 'reclama dinero',
  sin_respuesta: 'el asistente no supo responder',
  responde: 'respondió una persona',
  limite: 'hizo muchas preguntas hoy',
};
