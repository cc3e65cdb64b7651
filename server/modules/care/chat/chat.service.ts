import { and, eq, sql } from 'drizzle-orm';
import type { Message, NewMessage } from '#contract/care/chat/model.ts';
import { DAILY_FILES, DAILY_MESSAGES, type Channel, type Sender } from '#contract/care/chat/rules.ts';
import { DAY_MS, panamaDay } from '#contract/dates.ts';
import { PROSPECT } from '#contract/sales/prospects/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { idOf, keepStatements, row } from '#server/kernel/db.ts';
import { invalid, notFound, tooMany } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { inProgress } from '#server/modules/sales/sale/standing.service.ts';
import { away } from '#server/modules/sales/workers/processors.service.ts';
import { lockConversation, lockConversationOf } from './chat.queries.ts';
import { MADE } from './chat.live.ts';
import { NO_PARTS, presentMessage } from './chat.present.ts';
import { conversationInReach } from './chat.scope.ts';
import { chatAnswers, conversations, messageFiles, messages } from './chat.table.ts';
import { messageOf } from './messages.service.ts';
import { keptOptOut } from './optOuts.service.ts';

export type Room = typeof conversations.$inferSelect;
/** What names a conversation, where it need not be locked. */
export type RoomName = Pick<Room, 'id' | 'personId'>;

/** Locks a conversation in the caller's scope. Raises 404. */
export async function lockRoom(
  ctx: Context,
  permission: 'chat.ver' | 'chat.crear',
  where: ReturnType<typeof sql>,
): Promise<Room> {
  const room = await lockConversationOf(ctx.db, sql`${where} and ${conversationInReach(ctx, permission)}`);
  if (!room) throw notFound();
  return room;
}

/** Condition over `c`: the conversation with this sid, or the one that took its messages. */
export const bySid = (sid: string) =>
  sql`c.id = (select coalesce(joined_into_id, id) from conversations where sid = ${sid})`;

/** The conversation of a person, locked; opened if there is none, with the colleague who already serves the person. */
export async function openRoom(ctx: Acting, personId: number): Promise<Room> {
  const known = await lockRoomOf(ctx, personId);
  if (known) return known;
  const optedOutAt = await keptOptOut(ctx, personId);
  const [made] = await ctx.db
    .insert(conversations)
    .values({
      personId,
      assigneeId: await servesPerson(ctx, personId),
      lastMessageAt: ctx.now,
      optAt: optedOutAt,
      optedOutAt,
      createdAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning();
  // Another request has just opened it.
  if (!made) return (await lockRoomOf(ctx, personId))!;
  await announce(ctx, { record: 'conversacion', id: made.id, verb: MADE, of: ['persona', personId] });
  return made;
}

export const lockRoomOf = (ctx: Acting, personId: number): Promise<Room | undefined> =>
  lockConversationOf(ctx.db, sql`c.person_id = ${personId}`);

/**
 * Who serves a person: the processor, else the adviser, of the newest sale in progress, else the adviser of the newest
 * open prospect. Null if nobody does, or is active and not away.
 */
export async function servesPerson(ctx: Acting, personId: number): Promise<number | null> {
  const found = await row<{ id: number }>(
    ctx.db,
    sql`select u.id from users u where u.active and not ${away(panamaDay(ctx.now))} and u.id = coalesce(
      (select coalesce(s.processor_id, s.adviser_id) from sales s
        where s.person_id = ${personId} and ${inProgress(sql`s.state_id`)} order by s.id desc limit 1),
      (select coalesce(s.processor_id, s.adviser_id) from sale_buyers b join sales s on s.id = b.sale_id
        where b.person_id = ${personId} and ${inProgress(sql`s.state_id`)} order by s.id desc limit 1),
      (select t.adviser_id from prospects t
        where t.person_id = ${personId} and t.stage_id < ${idOf(PROSPECT.won)} order by t.id desc limit 1))`,
  );
  return found?.id ?? null;
}

export interface Said {
  sender: Sender;
  /** Who wrote it, for `equipo`; missing: on the company's telephone. */
  userId?: number;
  /** Who answers from now on. */
  assigneeId?: number | null;
  note?: boolean;
  content: string;
  clientId?: string | undefined;
  uploads?: readonly UploadedFile[];
  channel?: Channel;
  /** The provider's id and time, for a message that came from one. */
  external?: { id: string; at: Date };
  remark?: string;
  /** The channel proved who writes: the answer may tell what is theirs alone. */
  proven?: boolean;
  /** The customer still waits for a person. */
  waits?: boolean;
  /** For followers of the message, not stored. */
  values?: object;
}

/** The values with which a message is announced. */
export interface MessageValues {
  personId: number;
  sender: Sender;
  seq: number;
  channel: Channel;
  note: boolean;
  proven: boolean;
  /** It came through its channel, so nothing is to be sent. */
  heard: boolean;
}

type Written = typeof messages.$inferSelect;

/**
 * Adds a message to a locked conversation. The same sender and client id a second time finds the first message. Returns
 * the id, whether it was there, and the row of a new one.
 */
export async function append(
  ctx: Acting,
  room: Room,
  said: Said,
): Promise<{ id: number; repeated: boolean; row?: Written }> {
  const { sender, userId, note = false, content, clientId, uploads = [], external, remark } = said;
  const channel = said.channel ?? (note ? 'web' : room.channel);
  const at = external?.at ?? ctx.now;
  if (!content && uploads.length === 0 && !external) {
    const known = await findRepeated(ctx, room, said);
    if (known !== null) return { id: known, repeated: true };
    throw invalid([{ field: 'content', message: 'Escribe un mensaje o adjunta un archivo.' }]);
  }
  const seq = room.lastSeq + 1;
  const { answer, ...changed } = await change(ctx, room, { ...said, channel, note }, at);
  const set = {
    lastSeq: seq,
    lastMessageAt: at > room.lastMessageAt ? at : room.lastMessageAt,
    ...changed,
  };
  const made = await insertMessage(ctx, set, {
    conversationId: room.id,
    seq,
    sender,
    userId: userId ?? null,
    note,
    content,
    channel,
    externalId: external?.id ?? null,
    remark: remark ?? null,
    state: 'sent',
    clientId: clientId ?? null,
    createdAt: at,
    changedAt: ctx.now,
  });
  if (!made) return { id: (await findRepeated(ctx, room, said))!, repeated: true };
  if (answer) await ctx.db.insert(chatAnswers).values(answer).onConflictDoNothing();
  for (const [position, upload] of uploads.entries()) await attach(ctx, made.id, upload, position);
  // The caller may add another one.
  Object.assign(room, set);
  await announce(ctx, {
    record: 'mensaje',
    id: made.id,
    verb: note ? 'anotado' : 'escrito',
    of: ['conversacion', room.id],
    values: {
      personId: room.personId,
      sender,
      seq,
      channel,
      note,
      proven: said.proven ?? false,
      heard: external !== undefined,
      ...said.values,
    } satisfies MessageValues & object,
  });
  return { id: made.id, repeated: false, row: made };
}

/** The first message of this sender with the same client id; null if there is none. */
async function findRepeated(ctx: Acting, room: Room, { sender, clientId }: Said): Promise<number | null> {
  if (clientId === undefined) return null;
  const [known] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(eq(messages.conversationId, room.id), eq(messages.sender, sender), eq(messages.clientId, clientId)),
    );
  return known?.id ?? null;
}

/** Inserts a message and changes its conversation, in one round trip. Undefined, and nothing is written, for a repeated one. */
async function insertMessage(
  { db }: Acting,
  set: Partial<Room>,
  message: typeof messages.$inferInsert,
): Promise<Written | undefined> {
  const made = db.$with('made').as(
    db
      .insert(messages)
      .values(message)
      .onConflictDoNothing({
        target: [messages.conversationId, messages.sender, messages.clientId],
        where: sql`client_id is not null`,
      })
      .returning(),
  );
  const moved = db.$with('moved').as(
    db
      .update(conversations)
      .set(set)
      .where(and(eq(conversations.id, message.conversationId), sql`exists (select from made)`))
      .returning({ id: conversations.id }),
  );
  return (await db.with(made, moved).select().from(made))[0];
}

/** Attaches a stored file to a message. */
export async function attach(
  ctx: Acting,
  messageId: number,
  upload: UploadedFile,
  position = 0,
): Promise<void> {
  const fileId = await addFile(
    ctx,
    { reference: 'mensaje', referenceId: messageId, sensitive: false },
    upload,
  );
  await ctx.db.insert(messageFiles).values({ messageId, fileId, position });
}

/**
 * What a message changes in its conversation, and the answer that it gives to whoever waited. A note changes nothing: the customer still waits. Whoever answers a
 * conversation that nobody has takes it. Messages may arrive in disorder: the result depends on their times alone.
 */
async function change(
  ctx: Acting,
  room: Room,
  { sender, userId, note, channel, waits: stillWaits, assigneeId = room.assigneeId }: Said,
  at: Date,
): Promise<Partial<Room> & { answer?: typeof chatAnswers.$inferInsert }> {
  if (note || stillWaits || sender === 'sistema') return {};
  if (sender === 'cliente') {
    const waits = room.answeredAt === null || at > room.answeredAt;
    const latest = room.personSeenAt === null || at >= room.personSeenAt;
    return {
      assigneeId,
      unread: room.unread + 1,
      waitingSince: waits && (room.waitingSince === null || at < room.waitingSince) ? at : room.waitingSince,
      snoozedUntil: null,
      ...(latest && { personSeenAt: at, channel: channel! }),
      // Whoever writes on the web has the thread before them.
      ...(channel === 'web' && { personReadSeq: room.lastSeq + 1 }),
    };
  }
  const answeredAt = room.answeredAt === null || at > room.answeredAt ? at : room.answeredAt;
  const waitingSince =
    room.waitingSince !== null && room.waitingSince <= answeredAt
      ? await firstAfter(ctx, room.id, answeredAt)
      : room.waitingSince;
  const takes = userId !== undefined && room.assigneeId === null;
  return {
    answeredAt,
    waitingSince,
    ...(takes && { assigneeId: userId, version: room.version + 1 }),
    ...(room.waitingSince !== null &&
      waitingSince !== room.waitingSince && {
        answer: { conversationId: room.id, askedAt: room.waitingSince, answeredAt, userId: userId ?? null },
      }),
  };
}

/** When the customer first wrote after an answer; null: not yet. */
async function firstAfter(ctx: Acting, roomId: number, answeredAt: Date): Promise<Date | null> {
  const found = await row<{ at: string | null }>(
    ctx.db,
    sql`select min(created_at) at from chat_messages where conversation_id = ${roomId} and sender = 'cliente' and created_at > ${answeredAt}`,
  );
  return found?.at ? new Date(found.at) : null;
}

/** A colleague writes. Returns the message. Raises 422 at `content`. */
export async function write(ctx: Context, room: Room, body: NewMessage): Promise<Message> {
  // Every statement finds its rows by a key, a hundred times a second: planning them is half of the work.
  keepStatements(ctx.db);
  const staff = staffOf(ctx);
  const uploads = ctx.uploads.get('files') ?? [];
  const { id, row: message } = await append(ctx, room, {
    sender: 'equipo',
    userId: staff.userId,
    note: body.nota === '1',
    content: body.content,
    clientId: body.client_id,
    uploads,
    ...(body.canal && { channel: body.canal }),
  });
  if (!message || uploads.length > 0) return messageOf(ctx, id);
  const { sid, lastSeq, personId, personReadSeq } = room;
  // A new one has no files and no reactions, and all else is known: nothing is read again.
  return presentMessage(
    ctx,
    { message, sid, lastSeq, personId, personReadSeq, person: '', colleague: staff.name },
    NO_PARTS,
  );
}

/** Locks a conversation for what the product itself does in it. */
export const lockRoomOfBot = (ctx: Acting, id: number): Promise<Room | undefined> =>
  lockConversation(ctx.db, id);

/** The chatbot writes in a locked conversation; `waits`: the customer still waits for a person. */
export const speakAsBot = (
  ctx: Acting,
  room: Room,
  said: { content: string; clientId: string; waits: boolean; channel: Channel },
): Promise<{ id: number }> => append(ctx, room, { ...said, sender: 'bot', uploads: [] });

/**
 * A customer writes on the web. Raises 422, and 429 above what a person may send in a day. Whoever serves the person is
 * told once, until the answer.
 */
export async function receive(
  ctx: Context,
  person: { id: number; name: string },
  body: Pick<NewMessage, 'content' | 'client_id'>,
): Promise<number> {
  const room = await openRoom(ctx, person.id);
  const uploads = ctx.uploads.get('files') ?? [];
  await requireMeasure(ctx, room.id, uploads.length);
  const assigneeId = room.assigneeId ?? (await servesPerson(ctx, person.id));
  const waited = room.waitingSince !== null;
  const { id, repeated } = await append(ctx, room, {
    sender: 'cliente',
    assigneeId,
    content: body.content,
    clientId: body.client_id,
    uploads,
    channel: 'web',
    proven: true,
  });
  if (!repeated && !waited) await tellArrival(ctx, room, person.name);
  return id;
}

/** Tells who answers that a customer wrote. The notice is one until the answer. */
export const tellArrival = (ctx: Acting, room: Room, name: string): Promise<void> =>
  notify(ctx, {
    kind: 'mensaje_recibido',
    to: [room.assigneeId],
    text: `${name} escribió en el chat.`,
    url: `/oficina/chat?sala=${room.sid}`,
    event: `conversacion:${room.id}:${room.lastSeq}`,
  });

async function requireMeasure(ctx: Acting, roomId: number, more: number): Promise<void> {
  const since = new Date(ctx.now.getTime() - DAY_MS);
  const sent = await row<{ messages: number; files: number }>(
    ctx.db,
    sql`select count(*)::int messages, coalesce(sum((select count(*) from chat_message_files f where f.message_id = m.id)), 0)::int files
      from (select id, sender, created_at from chat_messages where conversation_id = ${roomId} order by seq desc limit 1000) m
      where m.sender = 'cliente' and m.created_at > ${since}`,
  );
  if (sent!.messages >= DAILY_MESSAGES)
    throw tooMany(3600, 'Escribiste muchos mensajes hoy. Sigue mañana, o llámanos.');
  if (more > 0 && sent!.files + more > DAILY_FILES)
    throw tooMany(3600, `Caben ${DAILY_FILES} archivos por día. Envía el resto mañana, o llámanos.`);
}
