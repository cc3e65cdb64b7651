import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as api from '#contract/care/whatsapp/endpoints.ts';
import { MESSAGES } from '#contract/errors.ts';
import type { Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { conflict, forbidden, notFound, Refused } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { learn } from '#server/modules/care/chat/channel.service.ts';
import { bySid, lockRoom } from '#server/modules/care/chat/chat.service.ts';
import { messageOf } from '#server/modules/care/chat/messages.service.ts';
import { give, lockAddress, takeBack } from './address.service.ts';
import { takeIn } from './incoming.service.ts';
import { FetchMedia, SendWaiting, SyncTemplates } from './names.ts';
import { isOpen, queueReaction, queueWritten, windowClosed, writeTemplate } from './queue.service.ts';
import { whatsappOf } from './room.service.ts';
import { change, findTemplates } from './templates.service.ts';
import { whatsappJobs } from './whatsapp.jobs.ts';
import { whatsappAddresses, whatsappMedia, whatsappMessages } from './whatsapp.table.ts';

/** Meta sends at most 3 MB. */
const BODY_MAX = 3 * 1_048_576;

/** WhatsApp Business Cloud API: its webhook, its numbers and its templates. */
export const whatsappModule: Module = {
  name: 'whatsapp',
  jobs: whatsappJobs,
  followers: [
    { record: 'mensaje', follow: queueWritten },
    { record: 'mensaje', follow: queueReaction },
  ],
  routes(app) {
    webhook(app);
    rooms(app);
    templates(app);
  },
};

/** Equal texts, compared in the same time whatever they are. */
const same = (a: string, b: string): boolean =>
  timingSafeEqual(createHmac('sha256', 'x').update(a).digest(), createHmac('sha256', 'x').update(b).digest());

function webhook(app: FastifyInstance): void {
  const { WHATSAPP_APP_SECRET: secret, WHATSAPP_VERIFY_TOKEN: word } = app.core.services.config;
  route(app, api.verifyWebhook, (_ctx, { query }) => {
    const { 'hub.mode': mode, 'hub.verify_token': given, 'hub.challenge': challenge } = query;
    if (!word || mode !== 'subscribe' || !given || !challenge || !same(given, word)) throw forbidden();
    return challenge;
  });
  void app.register(async (scope) => {
    // The signature is over the bytes: it is checked before anything reads them, and nothing unsigned is parsed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX }, (request, body, done) => {
      const given = String(request.headers['x-hub-signature-256'] ?? '');
      if (!secret || !same(given, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`))
        return done(forbidden());
      try {
        done(null, JSON.parse(body.toString('utf8')));
      } catch {
        done(new Refused(422, 'INVALID', MESSAGES.INVALID));
      }
    });
    // A body without content has no signature either.
    scope.addHook('preHandler', async (request) => {
      if (request.body === undefined || request.body === null) throw forbidden();
    });
    route(scope, api.receiveWebhook, async (ctx, { body }) => {
      await takeIn(ctx, body.entry);
      // A template changed its state: read them all.
      if (
        body.entry.some(({ changes }) =>
          changes.some(({ field }) => field === 'message_template_status_update'),
        )
      )
        await ctx.jobs.send(ctx.db, SyncTemplates, {});
      return { success: true as const };
    });
  });
}

function rooms(app: FastifyInstance): void {
  route(app, api.whatsappOfRoom, async (ctx, { params }) => ({ data: await whatsappOf(ctx, params.sid) }));
  route(app, api.sendTemplate, async (ctx, { params, body }) => {
    const room = await lockRoom(ctx, 'chat.crear', bySid(params.sid));
    return { data: await messageOf(ctx, await writeTemplate(ctx, room, body)) };
  });
  route(app, api.giveNumber, async (ctx, { params, body }) => ({
    data: { sid: await give(ctx, params.id, body) },
  }));
  route(app, api.undoNumber, async (ctx, { params, body }) => ({
    data: { sid: await takeBack(ctx, params.id, body.version) },
  }));
  route(app, api.fetchMedia, async (ctx, { params: { sid, messageId } }) => {
    await requireMine(ctx, sid, messageId);
    const again = await ctx.db
      .update(whatsappMedia)
      .set({ state: 'waiting', attempts: 1 })
      .where(sql`${whatsappMedia.messageId} = ${messageId} and ${whatsappMedia.state} = 'gone'`)
      .returning();
    if (again.length === 0) throw notFound();
    await learn(ctx, messageId, { remark: `El archivo (${again[0]!.name}) viene en camino.` });
    await ctx.jobs.send(ctx.db, FetchMedia, { messageId });
    return { data: {} };
  });
  route(app, api.sendAgain, async (ctx, { params: { sid, messageId } }) => {
    await requireMine(ctx, sid, messageId);
    const [first] = await ctx.db
      .select()
      .from(whatsappMessages)
      .where(eq(whatsappMessages.messageId, messageId));
    const address = first && (await lockAddress(ctx, eq(whatsappAddresses.id, first.addressId)));
    if (!address) throw notFound();
    if (first.payload?.kind !== 'template' && !isOpen(address, ctx.now)) throw windowClosed();
    const failed = await ctx.db
      .update(whatsappMessages)
      .set({ state: 'queued', dueAt: null, createdAt: ctx.now, wamid: null, key: sql`gen_random_uuid()` })
      .where(
        sql`${whatsappMessages.messageId} = ${messageId} and ${whatsappMessages.direction} = 'out' and (${whatsappMessages.state} = 'failed'
          or exists (select from whatsapp_facts f where f.wamid = whatsapp_messages.wamid and f.kind = 'status' and f.subject = 'failed'))`,
      )
      .returning();
    if (failed.length === 0) throw conflict('NOT_FAILED', 'Ese mensaje ya salió, o todavía espera.');
    await learn(ctx, messageId, { state: 'sent', remark: null });
    await ctx.jobs.send(ctx.db, SendWaiting, { addressId: address.id });
    return { data: {} };
  });
}

/** Raises 404 unless the message is in that conversation, and the conversation in reach. */
async function requireMine(ctx: Context, sid: string, messageId: number): Promise<void> {
  const room = await lockRoom(ctx, 'chat.crear', bySid(sid));
  const found = await row(
    ctx.db,
    sql`select from chat_messages where id = ${messageId} and conversation_id = ${room.id}`,
  );
  if (!found) throw notFound();
}

function templates(app: FastifyInstance): void {
  route(app, api.listTemplates, async (ctx) => ({ data: await findTemplates(ctx) }));
  route(app, api.changeTemplate, async (ctx, { params, body }) => ({
    data: await change(ctx, params.id, body),
  }));
  route(app, api.syncTemplates, async (ctx) => {
    await ctx.jobs.send(ctx.db, SyncTemplates, {});
    return { data: {} };
  });
}
