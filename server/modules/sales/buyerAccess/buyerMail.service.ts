import { fill, type MailTemplate, type ValuesOf } from '#contract/company/templates/mails.ts';
import type { Telling } from '#server/kernel/channels.ts';
import { pushToBuyers } from './buyerPush.service.ts';
import { createLink } from './links.service.ts';

/**
 * Tells the buyers' browsers, and mails the buyer who gets a sale's mails (`findParties`), with the name and the link to the purchase. Sends nothing
 * without an email. The template's name is the mail's kind.
 */
export async function mailBuyer<K extends MailTemplate>(
  ctx: Telling,
  template: K,
  { saleId, email, contact }: { saleId: number; email: string | null; contact: string },
  values: Omit<ValuesOf<K>, 'cliente' | 'enlace'>,
): Promise<void> {
  await pushToBuyers(ctx, template, saleId, values);
  if (!email) return;
  const all = { ...values, cliente: contact, enlace: await createLink(ctx, saleId) };
  await ctx.mail.send(ctx, { kind: template, to: email, ...fill(template, all as ValuesOf<K>) });
}
