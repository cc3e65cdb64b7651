import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { NOTICE_KINDS, type NoticeKind } from '#contract/company/notifications/kinds.ts';
import { DAY_MS } from '#contract/dates.ts';
import type { Channel, Telling } from '#server/kernel/channels.ts';
import { writeMessage } from '#server/modules/company/templates/templates.service.ts';
import { pushMessages, pushSubscriptions, type PushPayload } from './push.table.ts';
import { liveSubscriptions, lostUsers, usersWithDevice } from './subscriptions.service.ts';
import { shownOutside } from './text.ts';

/** The job that hands a message to the push service of its browser. */
export const DeliverPush = { name: 'push.deliver', payload: z.object({ id: z.number().int() }) };

/** A notice that a browser did not fetch within a day tells nothing new any more. */
const TTL_MS = DAY_MS;

interface Push {
  subscriptionId: number;
  noticeId?: number;
  event: string;
  about: string;
  payload: Omit<PushPayload, 'tag'>;
  urgent: boolean;
  /** Not before. */
  after?: Date | undefined;
}

/** A short name for the record, without saying which: the push service sees it as the topic. */
export const tagOf = (about: string): string =>
  createHash('sha256').update(about).digest('base64url').slice(0, 32);

/**
 * Puts messages on their way in the caller's transaction, each event once for each browser. One that still waits about
 * the same record gives way to the newer. Returns how many are new.
 */
export async function sendPushes(ctx: Telling, pushes: readonly Push[]): Promise<number> {
  if (pushes.length === 0) return 0;
  const made = await ctx.db
    .insert(pushMessages)
    .values(
      pushes.map(({ payload, after = ctx.now, ...push }) => ({
        ...push,
        payload: { ...payload, tag: tagOf(push.about) },
        createdAt: ctx.now,
        expiresAt: new Date(after.getTime() + TTL_MS),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: pushMessages.id });
  if (made.length === 0) return 0;
  await ctx.db.execute(sql`update push_messages older set state = 'dropped' from push_messages newer
    where newer.id = any(${sql.param(made.map(({ id }) => id))}::bigint[]) and older.subscription_id = newer.subscription_id
      and older.about = newer.about and older.id < newer.id and older.state = 'waiting'`);
  const { after } = pushes[0]!;
  for (const { id } of made) await ctx.jobs.send(ctx.db, DeliverPush, { id }, after && { after });
  return made.length;
}

/** The channel of push notices. */
export const pushChannel: Channel = {
  users: (ctx, userIds) => usersWithDevice(ctx.db, userIds),
  async toStaff(ctx, notices) {
    const userIds = notices.map(({ userId }) => userId);
    const devices = await liveSubscriptions(ctx.db, inArray(pushSubscriptions.userId, userIds));
    const byUser = Map.groupBy(devices, ({ userId }) => userId);
    await sendPushes(
      ctx,
      notices.flatMap(({ id, userId, kind, text, url, about, urgent }) =>
        (byUser.get(userId) ?? []).map((device) => ({
          subscriptionId: device.id,
          noticeId: id,
          event: `aviso:${id}`,
          about,
          payload: { ...shownOutside(NOTICE_KINDS[kind as NoticeKind], text), url },
          urgent,
        })),
      ),
    );
    const silent = userIds.filter((userId) => !byUser.has(userId));
    return silent.length > 0 ? lostUsers(ctx.db, silent) : new Set();
  },
  async toCustomers(ctx, { event, about, template, values, url, sessions, urgent, after }) {
    if (sessions.length === 0) return;
    const devices = await liveSubscriptions(ctx.db, inArray(pushSubscriptions.sessionId, [...sessions]));
    if (devices.length === 0) return;
    const main = devices.filter(({ isPrimary }) => isPrimary);
    const { subject, text } = await writeMessage(ctx, template, values);
    await sendPushes(
      ctx,
      (main.length > 0 ? main : devices).map((device) => ({
        subscriptionId: device.id,
        event,
        about,
        payload: { ...shownOutside(subject, text), url },
        urgent,
        after,
      })),
    );
  },
};

/** Whether another browser got the same notice, or may still get it. */
export const reachesElsewhere = async (ctx: Pick<Telling, 'db'>, noticeId: number): Promise<boolean> =>
  (await ctx.db.$count(
    pushMessages,
    and(eq(pushMessages.noticeId, noticeId), inArray(pushMessages.state, ['waiting', 'sent'])),
  )) > 0;
