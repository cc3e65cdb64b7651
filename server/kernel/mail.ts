import { buffer } from 'node:stream/consumers';
import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { SendMailOptions } from 'nodemailer';
import { z } from 'zod';
import type { RecordKind } from '#contract/records.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Db } from './db.ts';
import { job, type JobContext } from './jobs.ts';
import { files, outboxMails } from './kernel.table.ts';
import { mailFailure } from './mailFailure.ts';
import { handOver, mailServer, sendsMail } from './mailServer.ts';
import { escapeHtml } from './pageHtml.ts';
import type { SafeMode } from './safeMode.ts';

interface MailHead {
  /** The kind shown in the outbox: enlace, codigo, documento_rechazado … */
  kind: string;
  to: string;
  /** Contains a one-time code: only a coordinator may see it in the outbox. */
  secret?: boolean;
  /** `to` is no e-mail address: the mail stays in the outbox and a colleague reads it out. */
  byHand?: boolean;
  /** A calendar file for the recipient's appointment. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; text: string };
  /** Id of a small stored file to attach. */
  attachmentId?: string;
}

/** A mail from a template with values, or with its own text. */
export type Mail = MailHead &
  (
    | { template: string; values: Readonly<Record<string, string>> }
    /** Plain text. `html`: the same as HTML, without a frame; without it, HTML is generated from the text. */
    | { subject: string; body: string; html?: string }
  );

/** Provided by the application: the texts and the frame of messages. */
export interface Wording {
  write(
    ctx: Pick<Context, 'db'>,
    template: string,
    values: Readonly<Record<string, string>>,
  ): Promise<{ subject: string; text: string; html: string }>;
  /** The complete HTML of a mail in the company's look, with its embedded pictures. */
  frame(
    ctx: Pick<Context, 'db' | 'files'>,
    html: string,
  ): Promise<{ html: string; attachments: NonNullable<SendMailOptions['attachments']> }>;
}

type Sending = Pick<Context, 'db' | 'now' | 'jobs'>;
/** The record that a mail is about. There is at most one held mail about it. */
export type About = `${RecordKind}:${number}`;

/** A change that somebody may still undo, and that a mail would tell. */
export interface Told {
  about: About;
  /** What the recipient knows, and what the mail would say, in the caller's words. Equal: nothing to tell. */
  before: string;
  after: string;
  until: Date;
}

export interface Mailer {
  /** Writes a mail to the outbox in the caller's transaction; a job sends it after the commit. Returns its id. */
  send(ctx: Sending, mail: Mail): Promise<number>;
  /**
   * Writes a mail that waits until `until`. It takes the place of a held one about the same record; if the record is
   * back at what the recipient knows, no mail is left. `write` is called only if there is something to tell; null: the
   * recipient has no address. The caller has locked the record.
   */
  hold(ctx: Sending, told: Told, write: () => Promise<(Mail & { byHand?: never }) | null>): Promise<void>;
  /** Removes the held mail about a record, because another mail tells its last state at once. */
  drop(ctx: Pick<Context, 'db'>, about: About): Promise<void>;
}

/** A token in a URL of a mail, in the query, hash or path. In HTML the separator may be escaped. The first group is kept. */
export const LIVE_TOKENS =
  /((?:[?&]|&#38;|&amp;)token=|#(?:clave|invitacion)=|\/(?:citas\/enlace|clientes\/espera|proforma)\/)[\w.-]+/g;
/** The text with its access tokens masked. */
export const withoutTokens = (text: string) => text.replace(LIVE_TOKENS, '$1•••');

/** The content to keep after a mail was sent or its link expired: without its codes and access tokens. */
export const spent = ({
  secret,
  subject,
  body,
  html,
}: Pick<typeof outboxMails.$inferSelect, 'secret' | 'subject' | 'body' | 'html'>) =>
  secret
    ? { subject: '', body: '', html: null }
    : { subject, body: withoutTokens(body), html: html && withoutTokens(html) };

/** The job that hands a mail of the outbox to the mail server. */
export const DeliverMail = { name: 'mail.deliver', payload: z.object({ id: z.number().int() }) };

export function openMailer(
  config: Config,
  wording: Wording,
  safeMode: SafeMode,
): { mailer: Mailer; deliverMail: ReturnType<typeof deliverJob> } {
  /** Inserts a mail. `held`: it waits, and its recipient knows `before`. */
  async function insert(
    ctx: Sending,
    mail: Mail,
    held?: { about: About; before: string; until: Date },
  ): Promise<number> {
    const { kind, to, secret = false, byHand, calendar = null, attachmentId = null } = mail;
    const { subject, text, html } =
      'template' in mail
        ? await wording.write(ctx, mail.template, mail.values)
        : { subject: mail.subject, text: mail.body, html: mail.html ?? null };
    // In safe mode (a restored copy) a mail stays in the outbox, also after safe mode ends.
    const leaves = !byHand && !safeMode.active() && (await sendsMail({ db: ctx.db, config }));
    const [row] = await ctx.db
      .insert(outboxMails)
      .values({
        kind,
        to,
        secret,
        subject,
        body: text,
        html,
        calendar,
        attachmentId,
        state: held ? 'held' : leaves ? 'queued' : 'kept',
        ...(held && { about: held.about, knownBefore: held.before, heldUntil: held.until }),
        createdAt: ctx.now,
      })
      .returning({ id: outboxMails.id });
    if (held || leaves)
      await ctx.jobs.send(ctx.db, DeliverMail, { id: row!.id }, held && { after: held.until });
    return row!.id;
  }
  /** Removes the held mail about a record. Returns what its recipient knows; undefined without one. */
  async function remove({ db }: Pick<Context, 'db'>, about: About): Promise<string | undefined> {
    const [gone] = await db
      .delete(outboxMails)
      .where(and(eq(outboxMails.about, about), eq(outboxMails.state, 'held')))
      .returning({ knownBefore: outboxMails.knownBefore });
    return gone?.knownBefore ?? undefined;
  }
  return {
    mailer: {
      send: (ctx, mail) => insert(ctx, mail),
      async hold(ctx, { about, before, after, until }, write) {
        const known = (await remove(ctx, about)) ?? before;
        const mail = known === after ? null : await write();
        if (mail) await insert(ctx, mail, { about, before: known, until });
      },
      async drop(ctx, about) {
        await remove(ctx, about);
      },
    },
    deliverMail: deliverJob(config, wording),
  };
}

/** Longer than one mail may take: until then no other worker sends the same mail. */
const TAKEN_MS = 90_000;

/** Ends the waiting of a held mail: from now on no change replaces it. False if it was not held. */
async function release(db: Db, id: number, to: 'queued' | 'kept'): Promise<boolean> {
  const released = await db
    .update(outboxMails)
    .set({ state: to, heldUntil: null })
    .where(and(eq(outboxMails.id, id), eq(outboxMails.state, 'held')))
    .returning({ id: outboxMails.id });
  return released.length > 0;
}

/** The server was removed while the mail was queued: it stays in the outbox. */
async function keepHere(db: Db, id: number): Promise<void> {
  await db
    .update(outboxMails)
    .set({ state: 'kept' })
    .where(and(eq(outboxMails.id, id), sql`${outboxMails.state} in ('queued', 'failed')`));
}

/** Claims a mail for sending; undefined if it was already sent. Throws while another worker has claimed it. */
async function takeMail({ db, now }: { db: Db; now: Date }, id: number) {
  const mine = eq(outboxMails.id, id);
  const [taken] = await db
    .update(outboxMails)
    .set({ takenUntil: new Date(now.getTime() + TAKEN_MS) })
    .where(
      and(
        mine,
        ne(outboxMails.state, 'sent'),
        or(isNull(outboxMails.takenUntil), lt(outboxMails.takenUntil, now)),
      ),
    )
    .returning();
  if (taken) return taken;
  const [mail] = await db.select({ state: outboxMails.state }).from(outboxMails).where(mine);
  if (mail && mail.state !== 'sent') throw new Error('another attempt is under way');
  return undefined;
}

/** Sends one mail; a repeat after success does nothing. Records an SMTP error in the outbox, and the job retries. */
function deliverJob(config: Config, wording: Wording) {
  return job({
    ...DeliverMail,
    retries: 12,
    ownTransactions: true,
    async run(ctx, { id }) {
      const server = await mailServer(ctx);
      const leaves = server !== null && !ctx.safeMode.active();
      const released = await release(ctx.db, id, leaves ? 'queued' : 'kept');
      if (released && !leaves) return;
      if (!server) return keepHere(ctx.db, id);
      if (ctx.safeMode.active()) throw new Error('safe mode');
      const mail = await takeMail(ctx, id);
      if (!mail) return;
      const done = (set: Partial<typeof outboxMails.$inferInsert>) =>
        ctx.db
          .update(outboxMails)
          .set({ ...set, takenUntil: null })
          .where(eq(outboxMails.id, id));
      try {
        await handOver(server, {
          // As one address: a plain string could be parsed as several.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.body,
          ...(await withFile(ctx, mail.attachmentId, await framed(ctx, wording, mail, config.appUrl))),
          ...(mail.calendar && {
            icalEvent: { method: mail.calendar.method, filename: 'cita.ics', content: mail.calendar.text },
          }),
          messageId: `<${mail.id}.${mail.createdAt.getTime()}@llave>`,
        });
      } catch (error) {
        await done({ state: 'failed', error: mailFailure(error).message });
        throw error;
      }
      await done({ state: 'sent', error: null, sentAt: ctx.now, ...spent(mail) });
    },
  });
}

/** A mail's HTML and pictures, plus its attached file. */
async function withFile(
  ctx: Pick<JobContext, 'db' | 'files'>,
  fileId: string | null,
  framed: Awaited<ReturnType<Wording['frame']>>,
) {
  if (fileId === null) return framed;
  const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  if (!file) return framed;
  const content = await buffer(await ctx.files.store.read(file.sha256));
  const own = { filename: file.name, contentType: file.mime, content };
  return { ...framed, attachments: [...framed.attachments, own] };
}

const framed = (
  ctx: Pick<JobContext, 'db' | 'files'>,
  wording: Wording,
  mail: { body: string; html: string | null },
  appUrl: string,
) => wording.frame(ctx, mail.html ?? paragraphsOf(mail.body, appUrl));

/** A text as HTML. Only our own URLs become buttons, because mails also quote what people wrote. */
export const paragraphsOf = (body: string, appUrl: string): string =>
  body
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph.trim().startsWith(`${appUrl}/`) && !/\s/.test(paragraph.trim())
        ? `<p><a href="${escapeHtml(paragraph.trim())}">Abrir</a></p>`
        : `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`,
    )
    .join('');

/** Queues a kept or failed mail again. False if it was sent or is queued, or no mail may leave. */
export async function queueAgain(
  ctx: Pick<Context, 'db' | 'now' | 'jobs' | 'config' | 'safeMode'>,
  id: number,
): Promise<boolean> {
  if (ctx.safeMode.active() || !(await sendsMail(ctx))) return false;
  const queued = await ctx.db
    .update(outboxMails)
    .set({ state: 'queued', error: null })
    .where(and(eq(outboxMails.id, id), sql`${outboxMails.state} in ('kept', 'failed')`))
    .returning({ id: outboxMails.id });
  if (queued.length > 0) await ctx.jobs.send(ctx.db, DeliverMail, { id });
  return queued.length > 0;
}
