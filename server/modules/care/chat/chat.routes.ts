import { sql, type SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as my from '#contract/care/chat/customerEndpoints.ts';
import * as api from '#contract/care/chat/endpoints.ts';
import type { MessageQuery } from '#contract/care/chat/model.ts';
import { chatPage } from '#contract/care/chat/pages.ts';
import { precontractStates } from '#contract/company/catalogs/salesLists.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { forbidden, invalid, notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { servePage } from '#server/kernel/pages.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { counterOf } from '#server/kernel/tasks.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { keepSubscription } from '#server/modules/company/push/subscriptions.service.ts';
import { holdersOf } from '#server/modules/company/staff/holders.service.ts';
import { personInReach, saleInReachOf } from '#server/modules/sales/people/people.scope.ts';
import { saleInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { liveConversations } from './chat.live.ts';
import { callerName, presentConversation, presentMessages } from './chat.present.ts';
import {
  c,
  findConversation,
  findConversations,
  findConversationsOf,
  findMessages,
  findRoomMessages,
  findSalesOf,
  latestOf,
  lockConversation,
  lockConversationOf,
  type ConversationFound,
} from './chat.queries.ts';
import { conversationInReach } from './chat.scope.ts';
import { bySid, lockRoom, openRoom, receive, write, type Room } from './chat.service.ts';
import { messageTasks } from './chat.tasks.ts';
import { handle, personRead, readRoom } from './handling.service.ts';
import { followMerge } from './joins.service.ts';
import { liveThreads } from './mine.live.ts';
import { changeState, messageOf, react } from './messages.service.ts';
import { NEWEST_PAGE, personHere, roomHere, threadHere } from './mine.service.ts';
import { fileAsPaper } from './papers.service.ts';
import { tellOfMessage, watchConversation } from './toldByChat.service.ts';
import { transcriptOf } from './transcript.service.ts';

/** Messages of a sale that its page shows. */
const SHOWN = 50;

export const chatModule: Module = {
  name: 'chat',
  tasks: { mensaje: messageTasks },
  followers: [
    { record: 'mensaje', follow: tellOfMessage },
    { record: 'persona', follow: followMerge },
  ],
  counters: { chat: counterOf(messageTasks) },
  routes(app) {
    liveConversations(app);
    liveThreads(app);
    roomRoutes(app);
    messageRoutes(app);
    saleRoutes(app);
    paneRoutes(app);
    customerRoutes(app);
    serveBytes(
      app,
      { path: api.TRANSCRIPT, access: 'chat.exportar', limit: { max: 30, seconds: 60 } },
      async (ctx, request, reply) => {
        const sid = z.object({ sid: z.uuid() }).safeParse(request.params).data?.sid;
        if (!sid) throw notFound();
        const { name, text } = await transcriptOf(ctx, sid);
        return reply
          .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` })
          .type('text/plain; charset=utf-8')
          .send(text);
      },
    );
  },
};

async function requireRoom(ctx: Context, where: SQL): Promise<ConversationFound> {
  const found = await findConversation(ctx.db, sql`${where} and ${conversationInReach(ctx, 'chat.ver')}`);
  if (!found) throw notFound();
  return found;
}

const roomNow = async (ctx: Context, id: number) =>
  presentConversation(ctx, (await findConversation(ctx.db, sql`c.id = ${id}`))!);
function roomRoutes(app: FastifyInstance): void {
  route(app, api.listConversations, async (ctx, { query }) => {
    const { found, total } = await findConversations(ctx.db, query, {
      userId: staffOf(ctx).userId,
      now: ctx.now,
      reach: conversationInReach(ctx, 'chat.ver'),
    });
    return {
      data: found.map((one) => presentConversation(ctx, one)),
      meta: { pagination: paginate(query, found.length, total, urlOf(api.listConversations, { query })) },
    };
  });
  route(app, api.getConversation, async (ctx, { params: { id } }) => ({
    data: presentConversation(
      ctx,
      await requireRoom(ctx, typeof id === 'number' ? sql`c.id = ${id}` : bySid(id)),
    ),
  }));
  route(app, api.assignConversation, async (ctx, { params, body }) => {
    const room = await lockRoom(ctx, 'chat.crear', bySid(params.sid));
    await handle(ctx, room, body);
    return { data: await roomNow(ctx, room.id) };
  });
}

async function pageOfRoom(ctx: Context, sid: string, query: MessageQuery, path: string) {
  const [room] = await ctx.db
    .select({ id: c.id, lastSeq: c.lastSeq })
    .from(c)
    .where(sql`${bySid(sid)} and ${conversationInReach(ctx, 'chat.ver')}`);
  if (!room) throw notFound();
  const found = await findRoomMessages(ctx.db, room.id, query);
  return {
    data: await presentMessages(ctx, found),
    meta: {
      pagination: paginate(query, found.length, room.lastSeq, urlOf({ path }, { params: { sid }, query })),
    },
  };
}

function messageRoutes(app: FastifyInstance): void {
  for (const list of [api.listRoomMessages, api.listMessagesOf])
    route(app, list, (ctx, { params, query }) => pageOfRoom(ctx, params.sid, query, list.path));
  route(app, api.listMessages, async (ctx, { query }) => {
    const { found, total } = await findMessages(ctx.db, query, conversationInReach(ctx, 'chat.ver'));
    return {
      data: await presentMessages(ctx, found),
      meta: { pagination: paginate(query, found.length, total, urlOf(api.listMessages, { query })) },
    };
  });
  route(app, api.sendMessage, async (ctx, { params, body }) => {
    const room = await lockRoom(ctx, 'chat.crear', bySid(params.sid));
    return { data: await write(ctx, room, body) };
  });
  route(app, api.writeToPerson, async (ctx, { body }) => {
    const room = body.sid ? await lockRoom(ctx, 'chat.crear', bySid(body.sid)) : await roomToWrite(ctx, body);
    return { data: await write(ctx, room, body) };
  });
  route(app, api.readRoom, async (ctx, { params }) => ({
    data: { unread: await readRoom(ctx, await lockRoom(ctx, 'chat.ver', bySid(params.sid))) },
  }));
  route(app, api.notifyRoomChange, async (ctx, { params }) => {
    const room = await requireRoom(ctx, bySid(params.sid));
    await announce(ctx, {
      record: 'conversacion',
      id: room.id,
      verb: 'abierta',
      of: ['persona', room.personId],
    });
    return { data: {} };
  });
  route(app, api.watchRoom, async (ctx, { params, body }) => {
    await watchConversation(ctx, await requireRoom(ctx, bySid(params.sid)));
    return { data: { id: await keepSubscription(ctx, body, { userId: staffOf(ctx).userId }) } };
  });
  route(app, api.changeMessageStatus, async (ctx, { params, body }) => {
    const room = await lockRoom(ctx, 'chat.crear', bySid(params.sid));
    await changeState(ctx, room, body._id, body.state);
    return { data: await messageOf(ctx, body._id) };
  });
  route(app, api.updateReactions, async (ctx, { params, body }) => {
    const room = await lockRoom(ctx, 'chat.crear', bySid(params.sid));
    await react(ctx, room, params.messageId, {
      by: callerName(ctx, room.personId),
      reaction: body.reaction,
      remove: body.remove === '1' || body.remove === 'true',
    });
    return { data: await messageOf(ctx, params.messageId) };
  });
  route(app, api.assignFile, async (ctx, { params, body }) => {
    // Not locked: a sale is locked before anything else, and this locks one.
    const { id, personId } = await requireRoom(ctx, bySid(params.sid));
    const message = await fileAsPaper(ctx, { id, personId }, body);
    await announce(ctx, { record: 'mensaje', id: body._id, verb: 'archivado', of: ['conversacion', id] });
    return { data: { message } };
  });
}

/** The conversation of a person whom a colleague may write to first, by id or by phone, locked. Raises 404, 422. */
async function roomToWrite(
  ctx: Context,
  { celular, persona_id: personId }: { celular?: string | undefined; persona_id?: number | undefined },
): Promise<Room> {
  if (celular === undefined && personId === undefined)
    throw invalid([{ field: 'celular', message: 'Escribe el celular de la persona.' }]);
  const person = sql`select p.id from people p where p.merged_into_id is null and p.purged_at is null
    and ${personId === undefined ? sql`p.phone = ${celular}` : sql`p.id = ${personId}`}
    and ${personInReach(ctx, 'chat.crear', sql`p.id`)} order by p.id desc limit 1`;
  const known = await lockConversationOf(ctx.db, sql`c.person_id = (${person})`);
  if (known) return known;
  const found = await row<{ id: number }>(ctx.db, person);
  if (!found) throw notFound();
  return openRoom(ctx, found.id);
}

function saleRoutes(app: FastifyInstance): void {
  const buyers = (saleId: number) => sql`c.person_id in (select person_id from sales where id = ${saleId}
    union all select person_id from sale_buyers where sale_id = ${saleId})`;
  const roomsOf = async (ctx: Context, saleId: number) => {
    if (!(await saleInReach(ctx, 'chat.ver', saleId))) throw notFound();
    return findConversationsOf(ctx.db, buyers(saleId));
  };
  route(app, api.conversationsOfSale, async (ctx, { params }) => ({
    data: (await roomsOf(ctx, params.id)).map((one) => presentConversation(ctx, one)),
  }));
  route(app, api.messagesOfSale, async (ctx, { params }) => {
    const rooms = await roomsOf(ctx, params.id);
    const found = await latestOf(
      ctx.db,
      rooms.map(({ id }) => id),
      SHOWN,
    );
    return { data: await presentMessages(ctx, found) };
  });
}

function paneRoutes(app: FastifyInstance): void {
  route(app, api.salesOfConversation, async (ctx, { params }) => {
    const { personId } = await requireRoom(ctx, bySid(params.sid));
    const labels = await catalogLabels(ctx.db, precontractStates);
    const found = await findSalesOf(ctx.db, personId, saleInReachOf(ctx, 'ventas.ver'));
    return {
      data: found.map(({ stateId, ...sale }) => ({
        ...sale,
        state: { id: stateId, name: labels.get(stateId) ?? '' },
      })),
    };
  });
  route(app, api.listAnswerers, async (ctx) => ({
    data: (await holdersOf(ctx.db, 'chat.crear')).map(({ id, name }) => ({ value: id, text: name })),
  }));
}

function customerRoutes(app: FastifyInstance): void {
  servePage(app, chatPage, async (ctx) => ({ data: await threadHere(ctx) }));
  route(app, my.myMessages, async (ctx, { query }) => {
    const room = await roomHere(ctx, (await personHere(ctx)).id);
    if (!room) return { data: [], last_seq: 0 };
    const found = await findRoomMessages(ctx.db, room.id, { ...query, ...NEWEST_PAGE }, { open: true });
    return { data: await presentMessages(asCustomer(ctx), found), last_seq: room.lastSeq };
  });
  route(app, my.writeMine, async (ctx, { body }) => {
    const customer = asCustomer(ctx);
    return { data: await messageOf(customer, await receive(customer, await personHere(ctx), body)) };
  });
  route(app, my.readMine, async (ctx, { body }) => {
    const found = await roomHere(ctx, (await personHere(ctx)).id);
    const room = found && (await lockConversation(ctx.db, found.id));
    if (!room) throw notFound();
    await personRead(asCustomer(ctx), room, body.seq);
    return { data: { seq: Math.min(body.seq, room.lastSeq) } };
  });
}

/** A colleague who also has a purchase open in this browser speaks as its buyer here. */
function asCustomer(ctx: Context): Context {
  if (!ctx.client) throw forbidden();
  return { ...ctx, staff: null };
}
