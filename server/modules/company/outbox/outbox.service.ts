import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, notFound } from '#server/kernel/errors.ts';
import { audit } from '#server/kernel/audit.ts';
import { sendsMail } from '#server/kernel/mailServer.ts';
import { queueAgain, withoutTokens } from '#server/kernel/mail.ts';
import { findMail, isAddress, reachableMails } from './outbox.queries.ts';

const requireServer = async (ctx: Context) => {
  if (ctx.safeMode.active())
    throw conflict(
      'SAFE_MODE',
      'Esta es una copia restaurada en modo seguro: no envía correos hasta que se active.',
    );
  if (!(await sendsMail(ctx)))
    throw conflict(
      'NO_SMTP',
      'No hay servidor de correo: los correos se quedan aquí. Quien administra lo pone en Administración → Servidor de correo.',
    );
};

/** Queues failed and kept mails again. Returns the number. Raises 409 NO_SMTP, SAFE_MODE. */
export async function retryMails(ctx: Context, ids: readonly number[]): Promise<number> {
  await requireServer(ctx);
  let queued = 0;
  for (const { id } of await reachableMails(ctx.db, staffOf(ctx), ids))
    if (await queueAgain(ctx, id)) {
      queued += 1;
      await audit(ctx, 'reintentar', 'correo', id);
    }
  return queued;
}

type Kept = NonNullable<Awaited<ReturnType<typeof findMail>>>;

/** A mail with a code or an expiring link cannot be sent again. */
const expires = (mail: Kept) => mail.secret || hasToken(mail.body);

/** Whether a text has an access link, or had one until it was sent. */
export const hasToken = (text: string) => withoutTokens(text) !== text || text.includes('•••');

/**
 * Whether a colleague must pass the content on, because no server can deliver it. Only
 * the recipient may read delivered mails (finding A9).
 */
export const givenByHand = (mail: Pick<Kept, 'to'>, sends: boolean) => !sends || !isAddress(mail.to);

export const mayRetry = (mail: Kept) =>
  (mail.state === 'failed' || mail.state === 'kept') && isAddress(mail.to);
export const mayResend = (mail: Kept) => mail.state === 'sent' && !expires(mail);

/** Sends the same text as a new mail. Raises 404 out of scope, 409 EXPIRING, 409 NO_SMTP, SAFE_MODE. */
export async function resendMail(ctx: Context, id: number): Promise<number> {
  const mail = await findMail(ctx.db, staffOf(ctx), id);
  if (!mail) throw notFound();
  await requireServer(ctx);
  if (expires(mail))
    throw conflict(
      'EXPIRING',
      'Lleva un código o un enlace que vence: pide uno nuevo desde la venta o la cuenta.',
    );
  const { kind, to, subject, body, html } = mail;
  const made = await ctx.mail.send(ctx, { kind, to, subject, body, ...(html && { html }) });
  await audit(ctx, 'reenviar', 'correo', id, { nuevo: made });
  return made;
}
