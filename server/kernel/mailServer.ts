import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Context } from './context.ts';
import { mailServers } from './kernel.table.ts';

/** The purpose of the key that seals the kept password. */
export const MAIL_SEAL = 'mail.password';
/** Longest time for one mail, from the name's look-up to the last answer. */
const WHOLE_MS = 60_000;

export type KeptServer = typeof mailServers.$inferSelect;
export interface Sender {
  name: string;
  address: string;
}

/** A server that takes mails: how to reach it, and as whom to send. */
export interface MailServer {
  reach:
    | { url: string }
    | (Pick<KeptServer, 'host' | 'port' | 'security' | 'username'> & { password: string });
  from: Sender;
  replyTo: string | null;
}

type Needs = Pick<Context, 'db' | 'config'>;

/** The server that the office keeps; undefined without one. Not cached: a change holds at once in every process. */
export const keptServer = async ({ db }: Pick<Context, 'db'>): Promise<KeptServer | undefined> =>
  (await db.select().from(mailServers))[0];

/** The server in force: SMTP_URL, else the one that the office keeps; null: mails stay in the outbox. */
export async function mailServer(ctx: Needs & Pick<Context, 'seal'>): Promise<MailServer | null> {
  const { SMTP_URL, MAIL_FROM } = ctx.config;
  if (SMTP_URL) return { reach: { url: SMTP_URL }, from: senderIn(MAIL_FROM), replyTo: null };
  const kept = await keptServer(ctx);
  return kept
    ? {
        reach: { ...kept, password: passwordOf(ctx, kept) ?? '' },
        from: { name: kept.senderName, address: kept.senderAddress },
        replyTo: kept.replyTo,
      }
    : null;
}

/** The kept password; undefined if there is none, or it was sealed with another installation's secret. */
export const passwordOf = ({ seal }: Pick<Context, 'seal'>, { password }: KeptServer) =>
  password === null ? undefined : seal(MAIL_SEAL).open(password);

/** Whether mails leave at all. */
export const sendsMail = async (ctx: Needs): Promise<boolean> =>
  ctx.config.SMTP_URL !== undefined || (await keptServer(ctx)) !== undefined;

/** Who mails come from, as recipients see it. */
export async function senderOf(ctx: Needs): Promise<Sender> {
  const kept = ctx.config.SMTP_URL ? undefined : await keptServer(ctx);
  return kept ? { name: kept.senderName, address: kept.senderAddress } : senderIn(ctx.config.MAIL_FROM);
}

export const senderText = ({ name, address }: Sender) => (name ? `${name} <${address}>` : address);

/** `Llave <a@b>` or `a@b`. */
function senderIn(text: string): Sender {
  const named = /^(.*)<([^>]+)>\s*$/.exec(text);
  return named
    ? { name: named[1]!.trim().replaceAll('"', ''), address: named[2]!.trim() }
    : { name: '', address: text.trim() };
}

/**
 * Hands one mail to a server. Ends after `ms` whatever the server does: it may answer a byte at a time. Throws
 * nodemailer's error, with its code.
 */
export async function handOver(
  { reach, from, replyTo }: MailServer,
  message: SendMailOptions,
  ms = WHOLE_MS,
): Promise<void> {
  const limits = {
    connectionTimeout: Math.min(15_000, ms),
    dnsTimeout: Math.min(10_000, ms),
    socketTimeout: Math.min(30_000, ms),
  };
  const transport = createTransport(
    'url' in reach
      ? { ...limits, url: reach.url }
      : {
          ...limits,
          host: reach.host,
          port: reach.port,
          secure: reach.security === 'tls',
          requireTLS: reach.security === 'starttls',
          ignoreTLS: reach.security === 'none',
          ...(reach.username && { auth: { user: reach.username, pass: reach.password } }),
        },
  );
  await transport.sendMail({
    from,
    ...(replyTo && { replyTo }),
    ...message,
    signal: AbortSignal.timeout(ms),
  });
}
