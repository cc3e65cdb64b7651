import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import webPush from 'web-push';
import { z } from 'zod';
import { DAY_MS } from '#contract/dates.ts';
import type { Config } from '#server/kernel/config.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { sendByMail } from '#server/modules/company/notifications/sendOut.service.ts';
import { isPushEndpoint, post } from './address.ts';
import { pushMessages, pushSubscriptions } from './push.table.ts';
import { DeliverPush, reachesElsewhere } from './send.service.ts';
import { vapidKeys } from './vapid.service.ts';

/** Tries of one notice; the queue makes them with growing pauses. */
const TRIES = 6;
/** Notices in a row without any answer, after which a browser counts as gone. */
const SILENT = 3;
const TROUBLE = {
  gone: 'El navegador dejó de recibir avisos. Para volver a recibirlos, actívalos otra vez en ese equipo.',
  silent: `El servicio de avisos del navegador no respondió en ${SILENT} avisos seguidos: ya no le enviamos. Actívalos otra vez en ese equipo.`,
  unanswered: 'El servicio de avisos del navegador no respondió.',
  refused: (status: number) => `El servicio de avisos del navegador no aceptó el aviso (${status}).`,
  malformed: 'El navegador se registró con una llave que no sirve. Actívalos otra vez en ese equipo.',
} as const;

type Message = typeof pushMessages.$inferSelect;
type Device = typeof pushSubscriptions.$inferSelect;

/** Who answers for this installation, as push services ask (RFC 8292). */
const contactOf = ({ secure, appUrl, MAIL_FROM }: Pick<Config, 'secure' | 'appUrl' | 'MAIL_FROM'>) =>
  secure ? appUrl : `mailto:${/<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`;

/** Claims a message; undefined if it is done. Throws while another worker has it. */
async function take(ctx: JobContext, id: number): Promise<{ message: Message; device: Device } | undefined> {
  const takenUntil = new Date(ctx.now.getTime() + (ctx.config.PUSH_TIMEOUT_SECONDS + 20) * 1000);
  const [message] = await ctx.db
    .update(pushMessages)
    .set({ takenUntil, attempts: sql`${pushMessages.attempts} + 1` })
    .where(
      and(
        eq(pushMessages.id, id),
        eq(pushMessages.state, 'waiting'),
        or(isNull(pushMessages.takenUntil), lt(pushMessages.takenUntil, ctx.now)),
      ),
    )
    .returning();
  if (!message) {
    const waits = await ctx.db.$count(
      pushMessages,
      and(eq(pushMessages.id, id), eq(pushMessages.state, 'waiting')),
    );
    if (waits > 0) throw new Error('another attempt is under way');
    return undefined;
  }
  const [device] = await ctx.db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.id, message.subscriptionId));
  return device && { message, device };
}

type Outcome = { kind: 'sent' } | { kind: 'later' } | { kind: 'gone' | 'refused'; trouble: string };

/** Encrypts a message for its browser and hands it to the push service. */
async function hand(
  ctx: JobContext,
  { payload, urgent, expiresAt }: Message,
  device: Device,
): Promise<Outcome> {
  // The rule may be stricter than when the browser subscribed.
  if (!isPushEndpoint(ctx.config, device.endpoint)) return { kind: 'gone', trouble: TROUBLE.gone };
  const { publicKey, privateKey } = await vapidKeys(ctx);
  let details;
  try {
    details = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: device.keys },
      JSON.stringify(payload),
      {
        vapidDetails: { subject: contactOf(ctx.config), publicKey, privateKey },
        TTL: Math.max(60, Math.round((expiresAt.getTime() - ctx.now.getTime()) / 1000)),
        urgency: urgent ? 'high' : 'normal',
        topic: payload.tag,
      },
    );
  } catch (error) {
    ctx.log.warn({ err: error, device: device.id }, 'a push subscription has keys that do not encrypt');
    return { kind: 'gone', trouble: TROUBLE.malformed };
  }
  const status = await post(ctx.config, device.endpoint, {
    headers: details.headers,
    body: details.body,
  }).catch((error: unknown) => {
    ctx.log.info({ reason: String(error), device: device.id }, 'a push service did not answer');
    return null;
  });
  if (status !== null && status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone', trouble: TROUBLE.gone };
  if (status === null || status === 429 || status >= 500) return { kind: 'later' };
  return { kind: 'refused', trouble: TROUBLE.refused(status) };
}

/** Hands a message to its push service; a repeat after success does nothing. What no browser gets goes by mail. */
const deliver = job({
  ...DeliverPush,
  retries: TRIES - 1,
  ownTransactions: true,
  async run(ctx, { id }) {
    const taken = await take(ctx, id);
    if (!taken) return;
    const { message, device } = taken;
    if (device.endedAt || message.expiresAt <= ctx.now) return finish(ctx, message, 'dropped');
    const outcome = await hand(ctx, message, device);
    const set = (values: Partial<typeof pushSubscriptions.$inferInsert>) =>
      ctx.db.update(pushSubscriptions).set(values).where(eq(pushSubscriptions.id, device.id));
    if (outcome.kind === 'sent') {
      await set({ sent: device.sent + 1, failures: 0, lastSuccessAt: ctx.now, trouble: null });
      return finish(ctx, message, 'sent');
    }
    const failed = { failures: device.failures + 1, lastFailureAt: ctx.now };
    if (outcome.kind !== 'later') {
      await set({
        ...failed,
        trouble: outcome.trouble,
        ...(outcome.kind === 'gone' && { endedAt: ctx.now }),
      });
      return finish(ctx, message, outcome.kind === 'gone' ? 'dropped' : 'failed');
    }
    if (message.attempts < TRIES) {
      await ctx.db.update(pushMessages).set({ takenUntil: null }).where(eq(pushMessages.id, id));
      throw new Error('the push service did not take the notice');
    }
    const silent = failed.failures >= SILENT;
    await set({
      ...failed,
      trouble: silent ? TROUBLE.silent : TROUBLE.unanswered,
      ...(silent && { endedAt: ctx.now }),
    });
    return finish(ctx, message, 'failed');
  },
});

async function finish(ctx: JobContext, { id, noticeId }: Message, state: Message['state']): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    await inside.db.update(pushMessages).set({ state, takenUntil: null }).where(eq(pushMessages.id, id));
    if (state !== 'sent' && noticeId !== null && !(await reachesElsewhere(inside, noticeId)))
      await sendByMail(inside, noticeId);
  });
}

const KEPT_DAYS = 7;
/** How long the office shows that a browser stopped receiving notices. */
const ENDED_DAYS = 30;

/** Each night: forgets messages of last week and browsers that ended a month ago. */
const sweep = job({
  name: 'push.sweep',
  payload: z.object({}),
  cron: '35 0 * * *',
  async run(ctx) {
    const before = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS);
    await ctx.db.delete(pushMessages).where(lt(pushMessages.createdAt, before(KEPT_DAYS)));
    await ctx.db.delete(pushSubscriptions).where(lt(pushSubscriptions.endedAt, before(ENDED_DAYS)));
  },
});

export const pushJobs = [deliver, sweep];
