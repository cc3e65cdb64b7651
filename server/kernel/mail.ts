import { eq } from 'drizzle-orm';
import { createTransport, type Transporter } from 'nodemailer';
import { z } from 'zod';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { job } from './jobs.ts';
import { outboxMails } from './kernel.table.ts';

export interface Mail {
  /** What it is, for the outbox: enlace, codigo, documento_rechazado … */
  kind: string;
  to: string;
  subject: string;
  /** Plain text; an address of ours alone in a paragraph becomes a button in the HTML part. */
  body: string;
  /** Holds a one-time code: only a coordinator may see it in the outbox. */
  secret?: boolean;
  /** `to` is no e-mail address: it stays in the outbox, for somebody to read it out. */
  byHand?: boolean;
}

export interface Mailer {
  /** Puts a mail in the outbox in the caller's transaction; it leaves after the commit, if a server is configured. */
  send(ctx: Pick<Context, 'db' | 'now' | 'jobs'>, mail: Mail): Promise<void>;
}

const DeliverMail = { name: 'mail.deliver', payload: z.object({ id: z.number().int() }) };

export function openMailer(config: Config): { mailer: Mailer; deliverMail: ReturnType<typeof deliverJob> } {
  return {
    mailer: {
      async send(ctx, { byHand, ...mail }) {
        const state = config.SMTP_URL && !byHand ? 'queued' : 'kept';
        const [row] = await ctx.db
          .insert(outboxMails)
          .values({ ...mail, state, createdAt: ctx.now })
          .returning({ id: outboxMails.id });
        if (row && state === 'queued') await ctx.jobs.send(ctx.db, DeliverMail, { id: row.id });
      },
    },
    deliverMail: deliverJob(config),
  };
}

/** Sends one mail; a repeat after success does nothing. The server's refusal is kept for the outbox and the job tries again. */
function deliverJob(config: Config) {
  let transport: Transporter | undefined;
  return job({
    ...DeliverMail,
    retries: 12,
    ownTransactions: true,
    async run(ctx, { id }) {
      if (!config.SMTP_URL) return;
      const [mail] = await ctx.db.select().from(outboxMails).where(eq(outboxMails.id, id));
      if (!mail || mail.state === 'sent') return;
      transport ??= createTransport({
        url: config.SMTP_URL,
        connectionTimeout: 15_000,
        socketTimeout: 30_000,
      });
      try {
        await transport.sendMail({
          from: config.MAIL_FROM,
          // As one address: a text may be read as several.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.body,
          html: htmlOf(mail.body, config.appUrl),
          messageId: `<${mail.id}.${mail.createdAt.getTime()}@llave>`,
        });
        await ctx.db
          .update(outboxMails)
          .set({ state: 'sent', sentAt: ctx.now, error: null })
          .where(eq(outboxMails.id, id));
      } catch (error) {
        await ctx.db
          .update(outboxMails)
          .set({ state: 'failed', error: String(error) })
          .where(eq(outboxMails.id, id));
        throw error;
      }
    },
  });
}

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

/** Only our own addresses become buttons: what people wrote is quoted in mails, too. */
function htmlOf(body: string, appUrl: string): string {
  const paragraphs = body
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph.trim().startsWith(`${appUrl}/`) && !/\s/.test(paragraph.trim())
        ? `<p><a href="${escape(paragraph.trim())}" style="background:#14532d;color:#fff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">Abrir</a></p>`
        : `<p>${escape(paragraph).replaceAll('\n', '<br>')}</p>`,
    );
  return `<!doctype html><html lang="es"><body style="font:16px/1.5 sans-serif;max-width:560px;margin:auto;padding:16px">${paragraphs.join('')}</body></html>`;
}
