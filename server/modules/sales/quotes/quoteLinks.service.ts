import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { DAY_MS, dayText, panamaDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { isMobile, reachUrl } from '#contract/phone.ts';
import { CONTACT, PROSPECT } from '#contract/sales/prospects/rules.ts';
import { QUOTE, whyNotAccept, whyNotSend } from '#contract/sales/quotes/rules.ts';
import { fill } from '#contract/company/templates/mails.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { noteProspectAction } from '#server/modules/sales/prospects/contacts.service.ts';
import { findAnyQuote } from './quotes.queries.ts';
import { lockQuote, moveQuote } from './quotes.service.ts';
import { quoteLinks, quotes } from './quotes.table.ts';

/** Days that a link stays valid. */
const LINK_DAYS = 90;

/** Creates the absolute URL that shows one proforma to its buyer. The token is secret and stored hashed. */
async function createQuoteLink(ctx: Context, quoteId: number): Promise<string> {
  const token = newToken();
  await ctx.db.insert(quoteLinks).values({
    tokenHash: hashToken(token),
    quoteId,
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + LINK_DAYS * DAY_MS),
  });
  return `${ctx.config.appUrl}/proforma/${token}`;
}

/** Revokes every link of a proforma. */
export const revokeQuoteLinks = (ctx: Pick<Context, 'db' | 'now'>, quoteId: number) =>
  ctx.db
    .update(quoteLinks)
    .set({ revokedAt: ctx.now })
    .where(and(eq(quoteLinks.quoteId, quoteId), isNull(quoteLinks.revokedAt)));

/** The proforma of a link. Raises the same 404 for a revoked, expired or unknown link. */
export async function quoteOfLink(ctx: Pick<Context, 'db' | 'now'>, token: string): Promise<number> {
  const [link] = await ctx.db
    .select({ quoteId: quoteLinks.quoteId })
    .from(quoteLinks)
    .where(
      and(
        eq(quoteLinks.tokenHash, hashToken(token)),
        isNull(quoteLinks.revokedAt),
        gt(quoteLinks.expiresAt, ctx.now),
      ),
    );
  if (!link) throw notFound();
  return link.quoteId;
}

/** Counts a view by the buyer; the first one stores its time. */
export const noteOpened = (ctx: Pick<Context, 'db' | 'now'>, quoteId: number) =>
  ctx.db
    .update(quotes)
    .set({
      openedAt: sql`coalesce(${quotes.openedAt}, ${ctx.now.toISOString()})`,
      opens: sql`${quotes.opens} + 1`,
    })
    .where(eq(quotes.id, quoteId));

/**
 * Sends a proforma: a new link by email if there is one, and a WhatsApp URL. Raises 404, 403, 409 on a stale version,
 * 422 with the reason.
 */
export async function sendQuote(
  ctx: Context,
  id: number,
  version: number,
): Promise<{ success: string; url: string; whatsapp: string | null }> {
  const quote = await lockQuote(ctx, id, 'ventas.editar', version);
  const today = panamaDay(ctx.now);
  const reason = whyNotSend(quote.stateId, { today, validUntil: quote.validUntil });
  if (reason) throw transitionRefused(reason);
  await moveQuote(ctx, quote, QUOTE.sent, { sentNumber: quote.number, sentAt: ctx.now });
  const url = await createQuoteLink(ctx, id);
  const { person, model, project } = (await findAnyQuote(ctx, id))!;
  if (person.email)
    await ctx.mail.send(ctx, {
      kind: 'proforma',
      to: person.email,
      ...fill('proforma', {
        cliente: person.name,
        codigo: quote.code,
        modelo: model,
        proyecto: project,
        precio: formatMoney(quote.priceCents),
        letra: quote.monthlyCents === null ? null : formatMoney(quote.monthlyCents),
        hasta: dayText(quote.validUntil),
        enlace: url,
      }),
    });
  await noteProspectAction(
    ctx,
    { personId: quote.personId, projectId: quote.projectId },
    CONTACT.messageSent,
    {
      note: `Proforma ${quote.code}, versión ${quote.number}.`,
      stage: PROSPECT.quoted,
    },
  );
  await audit(ctx, 'enviar', 'proforma', id, { number: quote.number, byMail: person.email !== null });
  const text = `Hola, ${person.name}. Aquí está tu proforma de ${model} en ${project}: ${url}`;
  return {
    success: person.email ? `Enviada a ${person.email}.` : 'Lista para enviar: el cliente no tiene correo.',
    url,
    whatsapp: isMobile(person.phone) ? reachUrl(person.phone, text) : null,
  };
}

/**
 * The buyer accepts the version on the page, while it is valid; notifies the adviser. Raises 404, 409 STALE if a newer
 * version was sent meanwhile, 422 with the reason.
 */
export async function acceptQuote(ctx: Context, token: string, number: number): Promise<void> {
  const quoteId = await quoteOfLink(ctx, token);
  const [quote] = await ctx.db.select().from(quotes).where(eq(quotes.id, quoteId)).for('no key update');
  if (!quote) throw notFound();
  const today = panamaDay(ctx.now);
  const reason = whyNotAccept(quote.stateId, { today, validUntil: quote.validUntil });
  if (reason) throw transitionRefused(reason);
  if (number !== quote.number)
    throw conflict(
      'STALE',
      'Tu asesor te envió una versión nueva mientras leías. Vuelve a cargar la página.',
    );
  await moveQuote(ctx, quote, QUOTE.accepted, { acceptedAt: ctx.now });
  await audit(ctx, 'aceptar', 'proforma', quoteId, { number: quote.number });
  const found = await findAnyQuote(ctx, quoteId);
  await notify(ctx, {
    kind: 'proforma_aceptada',
    to: [quote.adviserId],
    text: `${found?.person.name ?? 'El cliente'} aceptó la proforma ${quote.code} por ${formatMoney(quote.priceCents)}.`,
    url: `/oficina/proformas/${quoteId}`,
    event: `proforma:${quoteId}:${quote.number}:aceptada`,
  });
}
