import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { isEmoji } from '#contract/care/chat/model.ts';
import type { MessageState } from '#contract/care/chat/rules.ts';
import type { Acting } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { hear, learn, lockRoomById, noteOpt, stateOf } from '#server/modules/care/chat/channel.service.ts';
import { append, openRoom } from '#server/modules/care/chat/chat.service.ts';
import { react } from '#server/modules/care/chat/messages.service.ts';
import { holdPhone } from '#server/modules/sales/people/people.service.ts';
import { addressOf, lockAddress } from './address.service.ts';
import { faultText } from './faults.ts';
import { FetchMedia } from './names.ts';
import { eventsOf, type Event } from './reader.service.ts';
import {
  whatsappAccount,
  whatsappAddresses,
  whatsappFacts,
  whatsappMedia,
  whatsappMessages,
} from './whatsapp.table.ts';

const HEARD_MS = 10_000;

/**
 * Everything that one call of the provider told, in one transaction. Repeats change nothing, and the result does not
 * depend on the order: messages are known by the provider's id, and what is told about one is kept until it comes.
 */
export async function takeIn(
  ctx: Acting,
  entries: readonly { changes: readonly { field: string; value?: unknown }[] }[],
): Promise<void> {
  const { WHATSAPP_PHONE_ID: phoneId = '' } = ctx.config;
  const events = entries
    .flatMap(({ changes }) => changes.flatMap(({ field, value }) => eventsOf(field, value, phoneId, ctx.now)))
    // In one order of numbers, so that two calls never wait for each other.
    .toSorted(
      (a, b) => compare(a.phone, b.phone) || a.at.getTime() - b.at.getTime() || compare(a.wamid, b.wamid),
    );
  for (const event of events) await takeEvent(ctx, event);
  await ctx.db
    .insert(whatsappAccount)
    .values({ id: 1, heardAt: ctx.now })
    .onConflictDoUpdate({
      target: whatsappAccount.id,
      set: { heardAt: ctx.now },
      setWhere: or(
        isNull(whatsappAccount.heardAt),
        lt(whatsappAccount.heardAt, new Date(ctx.now.getTime() - HEARD_MS)),
      ),
    });
}
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

async function takeEvent(ctx: Acting, event: Event): Promise<void> {
  if ('media' in event) return takeMessage(ctx, event);
  // The same lock as a message's: what is told about a message meets it, whichever comes first.
  await holdPhone(ctx.db, event.phone);
  await lockAddress(ctx, eq(whatsappAddresses.phone, event.phone));
  if (event.kind === 'status') {
    if (event.key !== null) await recognize(ctx, event.key, event.wamid, event.phone);
    return note(ctx, {
      wamid: event.wamid,
      kind: 'status',
      subject: event.status,
      at: event.at,
      said: event.fault === null ? '' : faultText(event.fault),
    });
  }
  const { kind, target: wamid, at, said, by, phone } = event;
  return note(ctx, {
    wamid,
    kind,
    subject: by === 'customer' ? phone : COMPANY,
    at,
    said,
  });
}

/** Who said it, where it was not the customer's number. */
const COMPANY = 'empresa';

async function takeMessage(ctx: Acting, event: Extract<Event, { kind: 'message' | 'echo' }>): Promise<void> {
  const { kind, phone, wamid, at, name, text, media, referral, opt } = event;
  const address = await addressOf(ctx, { phone, name, referral });
  if (await row(ctx.db, sql`select from whatsapp_messages where wamid = ${wamid}`)) return;
  // First: whatever follows the message may answer it.
  if (kind === 'message' && (address.lastInAt === null || at > address.lastInAt))
    await ctx.db.update(whatsappAddresses).set({ lastInAt: at }).where(eq(whatsappAddresses.id, address.id));
  const room = await openRoom(ctx, address.personId);
  const said = {
    content: text,
    channel: 'whatsapp',
    external: { id: wamid, at },
    ...(media && { remark: `El archivo (${media.name}) viene en camino.` }),
  } as const;
  const who = await row<{ name: string }>(
    ctx.db,
    sql`select name from people where id = ${address.personId}`,
  );
  const id =
    kind === 'message'
      ? await hear(ctx, room, who!.name, said)
      : (await append(ctx, room, { ...said, sender: 'equipo' })).id;
  await ctx.db.insert(whatsappMessages).values({
    messageId: id,
    part: 0,
    addressId: address.id,
    direction: kind === 'message' ? 'in' : 'echo',
    wamid,
    state: 'done',
    createdAt: ctx.now,
  });
  if (opt) await noteOpt(ctx, room, opt, at);
  if (media) {
    await ctx.db
      .insert(whatsappMedia)
      .values({ messageId: id, mediaId: media.id, name: media.name, state: 'waiting' });
    await ctx.jobs.send(ctx.db, FetchMedia, { messageId: id });
  }
  await apply(ctx, wamid);
}

type Fact = typeof whatsappFacts.$inferInsert;

/** Keeps what was told about a message, the newest of its kind, and shows it if the message is there. */
async function note(ctx: Acting, fact: Fact): Promise<void> {
  const { kind, said, at } = fact;
  if (kind === 'reaction' && said !== '' && !isEmoji(said)) return;
  const kept = await ctx.db
    .insert(whatsappFacts)
    .values(fact)
    .onConflictDoUpdate({
      target: [whatsappFacts.wamid, whatsappFacts.kind, whatsappFacts.subject],
      set: { at, said },
      setWhere: sql`(${whatsappFacts.at}, ${whatsappFacts.said}) < (excluded.at, excluded.said)`,
    })
    .returning();
  if (kept.length > 0) await apply(ctx, fact.wamid);
}

/** A status names the key of our message: its answer may have been lost, so this is how we learn its id. */
async function recognize(ctx: Acting, key: string, wamid: string, phone: string): Promise<void> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) return;
  const [mine] = await ctx.db
    .update(whatsappMessages)
    .set({ wamid, state: 'done' })
    .where(
      and(
        eq(whatsappMessages.key, key),
        isNull(whatsappMessages.wamid),
        sql`address_id = (select id from whatsapp_addresses where phone = ${phone})`,
      ),
    )
    .returning();
  if (mine) await delivered(ctx, mine.messageId, wamid, mine.part);
}

/** The provider has the message: its first part gives the place among others of the same second. */
export const delivered = (ctx: Acting, messageId: number, wamid: string, part: number): Promise<void> =>
  learn(ctx, messageId, { ...(part === 0 && { externalId: wamid }), remark: null });

/** Makes a message look as everything that was told about it says. */
export async function apply(ctx: Acting, wamid: string): Promise<void> {
  const [one] = await ctx.db.select().from(whatsappMessages).where(eq(whatsappMessages.wamid, wamid));
  if (!one) return;
  const facts = await ctx.db.select().from(whatsappFacts).where(eq(whatsappFacts.wamid, wamid));
  const phone = (
    await ctx.db.select().from(whatsappAddresses).where(eq(whatsappAddresses.id, one.addressId))
  )[0]!.phone;
  const of = (kind: Fact['kind']) => facts.filter((fact) => fact.kind === kind);
  // Only its writer changes a message, and only the two of a conversation react.
  const writer = one.direction === 'in' ? phone : COMPANY;
  const byWriter = (kind: Fact['kind']) => of(kind).find(({ subject }) => subject === writer);
  const edit = byWriter('edit');
  const revoke = byWriter('revoke');
  await learn(ctx, one.messageId, {
    ...(one.direction === 'in' || of('status').length === 0 ? {} : await stateOfParts(ctx, one.messageId)),
    ...(edit && { content: edit.said, editedAt: edit.at }),
    ...(revoke && { deletedAt: revoke.at }),
  });
  for (const { subject, said } of of('reaction'))
    if (subject === phone || subject === COMPANY) await showReaction(ctx, one, subject, said);
}

/** A message is read when all its parts are, and failed when one is. */
async function stateOfParts(ctx: Acting, messageId: number) {
  const parts = await ctx.db
    .select({ wamid: whatsappMessages.wamid, status: whatsappFacts.subject, said: whatsappFacts.said })
    .from(whatsappMessages)
    .leftJoin(
      whatsappFacts,
      and(eq(whatsappFacts.wamid, whatsappMessages.wamid), eq(whatsappFacts.kind, 'status')),
    )
    .where(eq(whatsappMessages.messageId, messageId));
  const ORDER: readonly MessageState[] = ['failed', 'sent', 'delivered', 'read'];
  const states = [...Map.groupBy(parts, ({ wamid }) => wamid).values()].map((told) =>
    stateOf(told.flatMap(({ status }) => (status === null ? [] : [status as MessageState]))),
  );
  const state = states.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))[0]!;
  return {
    state,
    remark: state === 'failed' ? (parts.find(({ said }) => said)?.said ?? faultText(null)) : null,
  };
}

async function showReaction(
  ctx: Acting,
  { messageId, addressId }: Pick<typeof whatsappMessages.$inferSelect, 'messageId' | 'addressId'>,
  subject: string,
  reaction: string,
): Promise<void> {
  const found = await row<{
    roomId: number;
    personId: number;
    said: string | null;
  }>(
    ctx.db,
    sql`select m.conversation_id "roomId", a.person_id "personId",
        (select r.reaction from chat_message_reactions r where r.message_id = m.id and r.by = ${byOf(sql`a.person_id`, subject)}) said
      from chat_messages m, whatsapp_addresses a where m.id = ${messageId} and a.id = ${addressId}`,
  );
  if (!found || (found.said ?? '') === reaction) return;
  await react(ctx, await lockRoomById(ctx, found.roomId), messageId, {
    by: subject === COMPANY ? COMPANY : `persona-${found.personId}`,
    reaction: reaction || found.said!,
    remove: reaction === '',
    heard: true,
  });
}
const byOf = (personId: ReturnType<typeof sql>, subject: string) =>
  subject === COMPANY ? sql`${COMPANY}::text` : sql`'persona-' || ${personId}`;
