import { and, asc, desc, eq, gt, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Channel } from '#contract/care/chat/rules.ts';
import type { Box, ConversationFilter, MessageQuery } from '#contract/care/chat/model.ts';
import { offsetOf, COUNT_LIMIT } from '#contract/paging.ts';
import { containing, idOf, row, rows, type Db } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { TAKES_FILE } from '#server/modules/sales/documents/documents.service.ts';
import { CONTACT_PERSON } from '#server/modules/sales/buyers/buyers.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { soughtPeople } from '#server/modules/sales/sale/search.service.ts';
import { conversations, messageFiles, messageReactions, messages } from './chat.table.ts';

/** A conversation with what its row in the inbox shows. */
export interface ConversationFound {
  id: number;
  sid: string;
  personId: number;
  name: string;
  phone: string;
  email: string | null;
  seenAt: Date | null;
  assigneeId: number | null;
  assignee: string | null;
  assigneeSeenAt: Date | null;
  unread: number;
  lastSeq: number;
  waitingSince: Date | null;
  snoozedUntil: Date | null;
  channel: Channel;
  optedOutAt: Date | null;
  epoch: number;
  version: number;
  last: {
    id: number;
    content: string;
    sender: 'cliente' | 'equipo' | 'bot' | 'sistema';
    files: number;
    at: string;
  } | null;
}

/** Condition: a conversation is not put off. */
export const awake = (now: Date): SQL => sql`(snoozed_until is null or snoozed_until <= ${now})`;

/** Conditions over `c`. */
const inBox = (box: Box | undefined, userId: number, now: Date): SQL => {
  switch (box) {
    case 'mias':
      return sql`c.assignee_id = ${userId} and ${awake(now)}`;
    case 'sin_asignar':
      // Without a message nobody waits: somebody's BAJA came from a file.
      return sql`c.assignee_id is null and c.last_seq > 0 and ${awake(now)}`;
    case 'sin_responder':
      return sql`c.waiting_since is not null and ${awake(now)}`;
    case 'pospuestas':
      return sql`c.snoozed_until > ${now}`;
    default:
      return sql`true`;
  }
};

const columns = sql`c.id, c.sid, c.person_id "personId", p.name, p.phone, p.email::text email,
  c.person_seen_at "seenAt", c.assignee_id "assigneeId", u.name assignee,
  (select max(s.last_used_at) from staff_sessions s where s.user_id = c.assignee_id) "assigneeSeenAt",
  c.unread, c.last_seq "lastSeq", c.waiting_since "waitingSince", c.snoozed_until "snoozedUntil", c.channel, c.opted_out_at "optedOutAt", c.epoch, c.version,
  (select jsonb_build_object('id', m.id, 'content', case when m.deleted_at is null then left(m.content, 200) else '' end, 'sender', m.sender, 'at', m.created_at,
    'files', (select count(*) from chat_message_files f where f.message_id = m.id))
    from chat_messages m where m.conversation_id = c.id
      and m.created_at = (select max(created_at) from chat_messages where conversation_id = c.id)
    order by m.external_id collate "C" desc nulls last, m.id desc limit 1) last`;

const joined = sql`join people p on p.id = c.person_id left join users u on u.id = c.assignee_id`;

export async function findConversations(
  db: Db,
  filter: ConversationFilter,
  { userId, now, reach }: { userId: number; now: Date; reach: SQL },
): Promise<{ found: ConversationFound[]; total: number }> {
  const people = filter.q ? soughtPeople(filter.q) : null;
  const words = !filter.q ? sql`true` : people ? sql`c.person_id in (${people})` : sql`false`;
  const chosen = sql`from conversations c where c.joined_into_id is null and ${inBox(filter.bandeja, userId, now)} and ${words} and ${reach}`;
  const order =
    filter.bandeja === 'sin_responder' ? sql`c.waiting_since, c.id` : sql`c.last_message_at desc, c.id desc`;
  const found = await rows<ConversationFound>(
    db,
    sql`with c as materialized (select c.* ${chosen} order by ${order} limit ${filter.per_page} offset ${offsetOf(filter)})
      select ${columns} from c ${joined} order by ${order}`,
  );
  const counted = await row<{ total: number }>(
    db,
    sql`select count(*)::int total from (select ${chosen} limit ${sql.raw(String(COUNT_LIMIT))}) counted`,
  );
  return { found: found.map(withDates), total: counted!.total };
}

/** One conversation by a condition over `c`. */
export async function findConversation(db: Db, where: SQL): Promise<ConversationFound | undefined> {
  const found = await row<ConversationFound>(
    db,
    sql`select ${columns} from conversations c ${joined} where ${where}`,
  );
  return found && withDates(found);
}

export const findConversationsOf = async (db: Db, where: SQL): Promise<ConversationFound[]> =>
  (
    await rows<ConversationFound>(
      db,
      sql`select ${columns} from conversations c ${joined} where ${where} order by c.last_message_at desc limit 50`,
    )
  ).map(withDates);

const date = (value: Date | string | null) => (value === null ? null : new Date(value));
const withDates = (found: ConversationFound): ConversationFound => ({
  ...found,
  seenAt: date(found.seenAt),
  assigneeSeenAt: date(found.assigneeSeenAt),
  waitingSince: date(found.waitingSince),
  snoozedUntil: date(found.snoozedUntil),
  optedOutAt: date(found.optedOutAt),
});

/** A message taken back by its writer is not found. */
const saying = (content: SQL | AnyPgColumn, deletedAt: SQL | AnyPgColumn, q: string): SQL =>
  sql`(searchable(${content}) like searchable(${containing(q)}) and ${deletedAt} is null)`;

const message = {
  message: messages,
  sid: conversations.sid,
  lastSeq: conversations.lastSeq,
  personId: conversations.personId,
  personReadSeq: conversations.personReadSeq,
  person: people.name,
  colleague: users.name,
};
export type MessageFound = Awaited<ReturnType<typeof selectMessages>>[number];
const selectMessages = (db: Db, where: SQL | undefined, order: SQL[], limit: number, offset = 0) =>
  db
    .select(message)
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(people, eq(people.id, conversations.personId))
    .leftJoin(users, eq(users.id, messages.userId))
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);

export const findMessage = async (db: Db, where: SQL | undefined): Promise<MessageFound | undefined> =>
  (await selectMessages(db, where, [desc(messages.id)], 1))[0];

/**
 * What a customer's browser shows: the web chat, and WhatsApp once its number is known to be the person's. Whoever types
 * somebody else's number into a form would otherwise read what its owner writes.
 */
const showsTo = sql`(${messages.channel} = 'web' or ${people.confirmedContact} = ${people.phone})`;

/** No index knows two letters: they are looked for among so many of the newest. */
const NEWEST_SOUGHT = 5000;
const soughtIn = (conversationId: number, q: string): SQL =>
  q.length > 2
    ? saying(messages.content, messages.deletedAt, q)
    : sql`(strpos(searchable(${messages.content}), searchable(${q})) > 0 and ${messages.deletedAt} is null
        and ${messages.seq} > (select last_seq from conversations where id = ${conversationId}) - ${NEWEST_SOUGHT}::int)`;

/** Messages of one room, the newest first; `open` leaves out the notes. `despues` reads what was missed: the oldest first, then turned. */
export async function findRoomMessages(
  db: Db,
  conversationId: number,
  query: MessageQuery,
  { open = false }: { open?: boolean } = {},
): Promise<MessageFound[]> {
  const where = and(
    eq(messages.conversationId, conversationId),
    open ? sql`not ${messages.note} and ${showsTo}` : undefined,
    query.antes === undefined ? undefined : lt(messages.seq, query.antes),
    query.despues === undefined ? undefined : gt(messages.seq, query.despues),
    query.q ? soughtIn(conversationId, query.q) : undefined,
  );
  if (query.despues !== undefined)
    return (await selectMessages(db, where, [asc(messages.seq)], query.per_page)).toReversed();
  const skipped = query.antes === undefined ? offsetOf(query) : 0;
  return selectMessages(db, where, [desc(messages.seq)], query.per_page, skipped);
}

/** For each of these sales whose contact's thread has one of these messages: the first number that its customer may see. */
export async function firstShownOf(
  db: Db,
  messageIds: readonly number[],
  saleIds: readonly number[],
): Promise<{ saleId: number; seq: number }[]> {
  return db
    .select({ saleId: sales.id, seq: sql<number>`min(${messages.seq})::int` })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(people, eq(people.id, conversations.personId))
    .innerJoin(sales, and(sql`${CONTACT_PERSON} = ${people.id}`, inArray(sales.id, [...saleIds])))
    .where(and(inArray(messages.id, [...messageIds]), sql`not ${messages.note} and ${showsTo}`))
    .groupBy(sales.id);
}

/** Messages of all rooms in reach (a condition over `c`), the newest first. */
export async function findMessages(
  db: Db,
  query: Pick<MessageQuery, 'page' | 'per_page' | 'q'>,
  reach: SQL,
): Promise<{ found: MessageFound[]; total: number }> {
  const chosen = sql`from chat_messages m join conversations c on c.id = m.conversation_id
    where ${reach} and ${query.q ? saying(sql`m.content`, sql`m.deleted_at`, query.q) : sql`true`}`;
  const ids = await rows<{ id: number }>(
    db,
    sql`select m.id ${chosen} order by m.id desc limit ${query.per_page} offset ${offsetOf(query)}`,
  );
  const counted = await row<{ total: number }>(
    db,
    sql`select count(*)::int total from (select ${chosen} limit ${sql.raw(String(COUNT_LIMIT))}) counted`,
  );
  const found = ids.length
    ? await selectMessages(
        db,
        inArray(
          messages.id,
          ids.map(({ id }) => Number(id)),
        ),
        [desc(messages.id)],
        ids.length,
      )
    : [];
  return { found, total: counted!.total };
}

/** The newest messages of these conversations. */
export const latestOf = (db: Db, conversationIds: readonly number[], most: number): Promise<MessageFound[]> =>
  conversationIds.length === 0
    ? Promise.resolve([])
    : selectMessages(db, inArray(messages.conversationId, [...conversationIds]), [desc(messages.id)], most);

/** Files and reactions of these messages. */
export async function findParts(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return { attached: [], reacted: [] };
  const attached = await db
    .select({
      messageId: messageFiles.messageId,
      id: files.id,
      name: files.name,
      mime: files.mime,
      size: files.size,
      documentId: documents.id,
      label: documents.label,
      saleId: documents.saleId,
    })
    .from(messageFiles)
    .innerJoin(files, eq(files.id, messageFiles.fileId))
    .leftJoin(documents, eq(documents.id, messageFiles.documentId))
    .where(inArray(messageFiles.messageId, [...ids]))
    .orderBy(asc(messageFiles.position));
  const reacted = await db
    .select()
    .from(messageReactions)
    .where(inArray(messageReactions.messageId, [...ids]))
    .orderBy(asc(messageReactions.at));
  return { attached, reacted };
}

/** As the conditions name it. */
export const c = alias(conversations, 'c');
/** Locks the conversation that matches a condition over `c`. */
export const lockConversationOf = async (db: Db, where: SQL) =>
  (await db.select().from(c).where(where).for('no key update'))[0];

export const lockConversation = (db: Db, id: number) => lockConversationOf(db, sql`c.id = ${id}`);

/** Condition: the person buys in a sale, over a table `s`. */
export const boughtBy = (personId: number): SQL =>
  sql`(s.person_id = ${personId} or exists (select from sale_buyers b where b.sale_id = s.id and b.person_id = ${personId}))`;

export interface SaleFound {
  id: number;
  code: string | null;
  stateId: number;
  project: string;
  model: string;
  papers: { value: string; label: string; missing: boolean }[];
}

/** The newest sales of a person within `reach` (a condition over `s`), with the documents that take a file now. */
export const findSalesOf = (db: Db, personId: number, reach: SQL): Promise<SaleFound[]> =>
  rows<SaleFound>(
    db,
    sql`select s.id, s.code, s.state_id "stateId", r.name project, m.name model,
      coalesce((select jsonb_agg(jsonb_build_object('value', t.name, 'label', d.label,
          'missing', d.state_id <> ${idOf(DOCUMENT.uploaded)}) order by t.position)
        from documents d join document_types t on t.id = d.type_id
        where d.sale_id = s.id and d.position = 0 and d.state_id = any(${sql.param([...TAKES_FILE])}::int[])), '[]') papers
      from sales s join projects r on r.id = s.project_id join house_models m on m.id = s.model_id
      where ${boughtBy(personId)} and ${reach} order by s.id desc limit 10`,
  );
