import type { Conversation, Message } from '#contract/care/chat/model.ts';
import { presenceAt, type Sender } from '#contract/care/chat/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { findParts, type ConversationFound, type MessageFound } from './chat.queries.ts';

/** Who speaks, as `senderId` names them. */
const customerName = (personId: number) => `persona-${personId}`;
const colleagueName = (userId: number) => `usuario-${userId}`;

/** Who answered from the company's telephone is not known. */
const PHONE = 'Teléfono de la empresa';

export const presentConversation = (ctx: Pick<Context, 'now'>, one: ConversationFound): Conversation => ({
  sid: one.sid,
  users: [
    { id: customerName(one.personId), name: one.name, status: { state: presenceAt(one.seenAt, ctx.now) } },
    ...(one.assigneeId === null
      ? []
      : [
          {
            id: colleagueName(one.assigneeId),
            name: one.assignee ?? '',
            status: { state: presenceAt(one.assigneeSeenAt, ctx.now) },
          },
        ]),
  ],
  lastMessage: one.last && {
    _id: one.last.id,
    content: one.last.content,
    sender: one.last.sender,
    files: one.last.files,
    creation_date: new Date(one.last.at).toISOString(),
  },
  unread: one.unread,
  id: one.id,
  person: { id: one.personId, name: one.name, phone: one.phone, email: one.email },
  assignee: one.assigneeId === null ? null : { id: one.assigneeId, name: one.assignee ?? '' },
  waiting_since: one.waitingSince?.toISOString() ?? null,
  snoozed_until: one.snoozedUntil?.toISOString() ?? null,
  channel: one.channel,
  opted_out_at: one.optedOutAt?.toISOString() ?? null,
  epoch: one.epoch,
  last_seq: one.lastSeq,
  version: one.version,
});

/** Who the caller is in a conversation, as senderId names it. */
export const callerName = ({ staff }: Pick<Context, 'staff'>, personId: number): string =>
  staff ? colleagueName(staff.userId) : customerName(personId);

type Parts = Awaited<ReturnType<typeof findParts>>;
export const NO_PARTS: Parts = { attached: [], reacted: [] };

/** Messages with their files and reactions. For a customer, the query leaves notes out. */
export async function presentMessages(ctx: Context, found: readonly MessageFound[]): Promise<Message[]> {
  const parts = await findParts(
    ctx.db,
    found.map(({ message }) => message.id),
  );
  return found.map((one) => presentMessage(ctx, one, parts));
}

/** One message; `parts` may be those of many. */
export const presentMessage = (
  ctx: Context,
  { message, sid, lastSeq, personId, personReadSeq, person, colleague }: MessageFound,
  { attached, reacted }: Parts,
): Message => ({
  _id: message.id,
  roomId: sid,
  senderId:
    message.sender === 'cliente'
      ? customerName(personId)
      : message.userId === null
        ? message.sender
        : colleagueName(message.userId),
  content: message.deletedAt ? '' : message.content,
  files: attached
    .filter(() => !message.deletedAt)
    .filter(({ messageId }) => messageId === message.id)
    .map(({ id, name, mime, size, documentId, label, saleId }) => ({
      id,
      name,
      mime,
      size,
      url: fileUrl(ctx, id),
      paper: documentId === null ? null : { sale_id: saleId!, id: documentId, label: label! },
    })),
  reactions: reacted
    .filter(({ messageId }) => messageId === message.id)
    .map(({ reaction, by }) => ({ reaction, by, mine: by === callerName(ctx, personId) })),
  // What the company wrote is read once the person's mark has passed it; no row changes for that.
  state:
    message.sender !== 'cliente' &&
    message.channel === 'web' &&
    message.state !== 'failed' &&
    message.seq <= personReadSeq
      ? 'read'
      : message.state,
  lastMessage: message.seq === lastSeq,
  action_conversation_date: message.changedAt.toISOString(),
  creation_date: message.createdAt.toISOString(),
  seq: message.seq,
  sender: {
    kind: message.sender,
    name: nameOf(message.sender, person, colleague),
  },
  note: message.note,
  channel: message.channel,
  provider_id: message.externalId,
  // For colleagues: it tells of the company's side.
  remark: ctx.staff ? message.remark : null,
  edited: message.editedAt !== null,
  deleted: message.deletedAt !== null,
  client_id: message.clientId,
});

function nameOf(sender: Sender, person: string, colleague: string | null): string {
  if (sender === 'cliente') return person;
  if (sender === 'equipo') return colleague ?? PHONE;
  return sender === 'bot' ? 'Asistente automático' : 'Llave';
}
