import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isUrgent, NOTICE_KINDS, type NoticeKind } from '#contract/company/notifications/kinds.ts';
import {
  NOTICE_CHANNELS,
  NOTICE_DEFAULTS,
  type NoticeChannel,
} from '#contract/company/notifications/model.ts';
import { fill } from '#contract/company/templates/mails.ts';
import type { Channel, CustomerNotice, StaffNotice, Telling } from '#server/kernel/channels.ts';
import { notices, noticeWaits } from './notifications.table.ts';
import { findRecipients, type Recipient } from './preferences.service.ts';
import { heardAt, mailedAt } from './times.ts';

/** The job that releases a notice after the quiet hours. */
export const ReleaseNotice = {
  name: 'notifications.release',
  payload: z.object({
    noticeId: z.number().int(),
    channel: z.enum(Object.keys(NOTICE_CHANNELS) as [NoticeChannel]),
  }),
};

const MAIL: NoticeChannel = 'correo';
interface Outgoing {
  notice: StaffNotice;
  recipient: Recipient;
}

/** Lets new notices leave by the channels that their users want; what must wait is stored. */
export async function sendOut(ctx: Telling, outgoing: readonly Outgoing[]): Promise<void> {
  if (outgoing.length === 0) return;
  const lost = new Set<number>();
  // Mail comes last: it takes what another channel could not bring.
  const names = (Object.keys(NOTICE_CHANNELS) as NoticeChannel[]).toSorted(
    (a, b) => Number(a === MAIL) - Number(b === MAIL),
  );
  for (const name of names) {
    const users = await ctx.channels.get(name)?.users?.(
      ctx,
      outgoing.map(({ notice }) => notice.userId),
    );
    const now: StaffNotice[] = [];
    for (const { notice, recipient } of outgoing) {
      if (users && !users.has(notice.userId)) continue;
      const wants = recipient.wants(notice.kind as NoticeKind, name);
      const standard = name === MAIL ? notice.mail !== undefined || lost.has(notice.userId) : true;
      if (!(wants ?? standard)) continue;
      const due = dueOf(ctx.now, name, notice, recipient);
      if (due <= ctx.now) now.push(notice);
      else await wait(ctx, notice.id, name, due);
    }
    for (const userId of await sendBy(ctx, name, now)) lost.add(userId);
  }
}

const sendBy = async (ctx: Telling, name: NoticeChannel, list: readonly StaffNotice[]) =>
  (list.length > 0 && (await ctx.channels.get(name)?.toStaff?.(ctx, list))) || new Set<number>();

function dueOf(now: Date, channel: NoticeChannel, { urgent }: StaffNotice, recipient: Recipient): Date {
  if (urgent) return now;
  return channel === MAIL ? mailedAt(now, recipient.digest) : heardAt(now, recipient);
}

async function wait(ctx: Telling, noticeId: number, channel: NoticeChannel, dueAt: Date): Promise<void> {
  await ctx.db.insert(noticeWaits).values({ noticeId, channel, dueAt }).onConflictDoNothing();
  // The digest takes all mails that are due.
  if (channel !== MAIL) await ctx.jobs.send(ctx.db, ReleaseNotice, { noticeId, channel }, { after: dueAt });
}

/** A notice that still tells something: unread, and the newest one to its user about its record. */
const stillNews = and(
  isNull(notices.selectedAt),
  sql`not exists (select from notices newer where newer.user_id = ${notices.userId}
    and newer.about = ${notices.about} and newer.id > ${notices.id})`,
);

type Kept = typeof notices.$inferSelect;
const outgoingOf = ({ id, userId, kind, text, url, about }: Kept): StaffNotice => ({
  id,
  userId,
  kind,
  text,
  url,
  about,
  urgent: isUrgent(kind),
});

/** Sends a waiting notice, unless it was read or replaced meanwhile; a repeat does nothing. */
export async function releaseNotice(ctx: Telling, noticeId: number, channel: NoticeChannel): Promise<void> {
  const waited = await ctx.db
    .delete(noticeWaits)
    .where(and(eq(noticeWaits.noticeId, noticeId), eq(noticeWaits.channel, channel)))
    .returning({ id: noticeWaits.noticeId });
  if (waited.length > 0) await sendAgain(ctx, noticeId, channel);
}

/** By mail, what a browser could not get: its push service refused it, or never answered. */
export const sendByMail = (ctx: Telling, noticeId: number) => sendAgain(ctx, noticeId, MAIL);

async function sendAgain(ctx: Telling, noticeId: number, channel: NoticeChannel): Promise<void> {
  const [notice] = await ctx.db
    .select()
    .from(notices)
    .where(and(eq(notices.id, noticeId), stillNews));
  const [recipient] = notice ? await findRecipients(ctx.db, [notice.userId]) : [];
  if (!notice || !recipient || recipient.wants(notice.kind, channel) === false) return;
  const lost = await sendBy(ctx, channel, [outgoingOf(notice)]);
  if (lost.size > 0) await sendByMail(ctx, noticeId);
}

/** Drops what waits about a record, because nobody needs to hear it any more. */
export const dropWaiting = (ctx: Pick<Telling, 'db'>, about: string) =>
  ctx.db
    .delete(noticeWaits)
    .where(
      inArray(
        noticeWaits.noticeId,
        ctx.db.select({ id: notices.id }).from(notices).where(eq(notices.about, about)),
      ),
    );

/** The channel of mails: one for each notice, with the notice's own text or with its sentence. */
export const mailChannel: Channel = {
  async toStaff(ctx, list) {
    const mailed = await ctx.db
      .update(notices)
      .set({ mailedAt: ctx.now })
      .where(
        and(
          inArray(
            notices.id,
            list.map(({ id }) => id),
          ),
          isNull(notices.mailedAt),
        ),
      )
      .returning({ id: notices.id });
    const fresh = new Set(mailed.map(({ id }) => id));
    const recipients = await findRecipients(ctx.db, [...new Set(list.map(({ userId }) => userId))]);
    const byUser = new Map(recipients.map((one) => [one.userId, one]));
    for (const { id, userId, kind, text, url, mail } of list) {
      const to = byUser.get(userId);
      if (!to || !fresh.has(id)) continue;
      const own = mail ?? {
        kind: 'aviso',
        ...fill('aviso', {
          nombre: to.name,
          tema: NOTICE_KINDS[kind as NoticeKind],
          texto: text,
          enlace: `${ctx.config.appUrl}${url}`,
        }),
      };
      await ctx.mail.send(ctx, { to: to.email, ...own });
    }
    return new Set();
  },
};

/** The most sentences in one digest. */
const MOST_LINES = 40;

/** Writes each user one mail with the notices that are due and still news. */
export async function sendDigests(ctx: Telling): Promise<void> {
  const due = await ctx.db
    .delete(noticeWaits)
    .where(and(eq(noticeWaits.channel, MAIL), lte(noticeWaits.dueAt, ctx.now)))
    .returning({ noticeId: noticeWaits.noticeId });
  if (due.length === 0) return;
  const found = await ctx.db
    .update(notices)
    .set({ mailedAt: ctx.now })
    .where(
      and(
        sql`${notices.id} = any(${sql.param(due.map(({ noticeId }) => noticeId))}::bigint[])`,
        isNull(notices.mailedAt),
        stillNews,
      ),
    )
    .returning();
  const recipients = await findRecipients(ctx.db, [...new Set(found.map(({ userId }) => userId))]);
  const byUser = Map.groupBy(found, ({ userId }) => userId);
  for (const { userId, email, name } of recipients) {
    const list = byUser.get(userId)!.toSorted((a, b) => a.id - b.id);
    const more = list.length - MOST_LINES;
    await ctx.mail.send(ctx, {
      kind: 'resumen_avisos',
      to: email,
      ...fill('resumen_avisos', {
        nombre: name,
        asunto: list.length === 1 ? 'Tienes 1 aviso' : `Tienes ${list.length} avisos`,
        avisos: list
          .slice(0, MOST_LINES)
          .map(({ text }) => `· ${text}`)
          .join('\n'),
        mas: more > 0 ? String(more) : null,
        enlace: `${ctx.config.appUrl}/oficina/avisos`,
      }),
    });
  }
}

/** Tells the customers of a record by every channel that reaches them; at night what is not urgent waits. */
export async function tellCustomers(ctx: Telling, notice: Omit<CustomerNotice, 'after'>): Promise<void> {
  const heard = notice.urgent ? ctx.now : heardAt(ctx.now, NOTICE_DEFAULTS);
  const after = heard > ctx.now ? heard : undefined;
  for (const channel of ctx.channels.values()) await channel.toCustomers?.(ctx, { ...notice, after });
}
