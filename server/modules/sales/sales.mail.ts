import { showInstant } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { Context } from '#server/kernel/context.ts';
import { createLink } from '#server/modules/auth/links.service.ts';
import { findParties, officeAddress } from './parties.service.ts';

type Sending = Pick<Context, 'db' | 'now' | 'jobs' | 'mail' | 'config'>;

/** The pre-contract was received: to the customer with the link, to the processor who got it. */
export async function mailReceived(ctx: Sending, saleId: number, until: Date | null): Promise<void> {
  const sale = await findParties(ctx, saleId);
  if (!sale) return;
  if (sale.email)
    await ctx.mail.send(ctx, {
      kind: 'precontrato_recibido',
      to: sale.email,
      subject: `Recibimos tu pre-contrato ${sale.code}`,
      body: `Hola, ${sale.customer}.\n\nTu pre-contrato de ${sale.model} en ${sale.project} es el ${sale.code}.${until ? ` Guardamos tu lote hasta el ${showInstant(until)}.` : ''} Paga la separación de ${formatMoney(sale.separationCents)} y envíanos el comprobante desde este enlace, que es solo tuyo:\n\n${await createLink(ctx, saleId)}`,
    });
  if (sale.processor)
    await ctx.mail.send(ctx, {
      kind: 'precontrato_asignado',
      to: sale.processor,
      subject: `${sale.code} es tuyo`,
      body: `${sale.customer} compra ${sale.model} en ${sale.project}.\n\n${officeAddress(ctx, saleId)}`,
    });
}

/** To the customer: which papers are missing, in the words of the processor, with the link. */
export async function mailPapersMissing(
  ctx: Sending,
  saleId: number,
  labels: readonly string[],
  reason: string,
): Promise<void> {
  const sale = await findParties(ctx, saleId);
  if (!sale?.email) return;
  await ctx.mail.send(ctx, {
    kind: 'documentos_pendientes',
    to: sale.email,
    subject: labels.length === 1 ? 'Nos falta un documento' : `Nos faltan ${labels.length} documentos`,
    body: `Hola, ${sale.customer}.\n\nPara seguir con tu compra necesitamos:\n${labels.map((label) => `· ${label}`).join('\n')}\n\n${reason}\n\nSúbelos desde tu celular:\n\n${await createLink(ctx, saleId)}`,
  });
}

/** To the customer: a new link to the purchase, asked for by a colleague. */
export async function mailLink(ctx: Sending, saleId: number, email: string): Promise<void> {
  const sale = await findParties(ctx, saleId);
  if (!sale) return;
  await ctx.mail.send(ctx, {
    kind: 'enlace',
    to: email,
    subject: `Tu compra en ${sale.project}`,
    body: `Hola, ${sale.customer}.\n\nCon este enlace sigues tu compra de ${sale.model}. Es solo tuyo: no lo compartas.\n\n${await createLink(ctx, saleId)}`,
  });
}

/** To the processor: the sale comes from somebody else. */
export async function mailReassigned(ctx: Sending, saleId: number, reason: string): Promise<void> {
  const sale = await findParties(ctx, saleId);
  if (!sale?.processor) return;
  await ctx.mail.send(ctx, {
    kind: 'precontrato_asignado',
    to: sale.processor,
    subject: `${sale.code} es tuyo`,
    body: `Te pasaron la venta de ${sale.customer}: ${sale.model} en ${sale.project}.\nMotivo: ${reason}\n\n${officeAddress(ctx, saleId)}`,
  });
}

/** To customer and processor: the lot is theirs for only so long. */
export async function mailEndIsNear(
  ctx: Sending,
  saleId: number,
  claim: { kind: string; until: Date },
): Promise<void> {
  const sale = await findParties(ctx, saleId);
  if (!sale) return;
  const paid = claim.kind === 'separation';
  const end = showInstant(claim.until);
  if (sale.email)
    await ctx.mail.send(ctx, {
      kind: 'vence_pronto',
      to: sale.email,
      subject: `Guardamos tu lote hasta el ${end}`,
      body: `Hola, ${sale.customer}.\n\n${paid ? 'Tu separación vence pronto. Completa tus documentos para seguir con la compra.' : 'Tu reserva vence pronto. Paga la separación y envíanos el comprobante.'}\n\n${await createLink(ctx, saleId)}`,
    });
  if (sale.processor)
    await ctx.mail.send(ctx, {
      kind: 'vence_pronto',
      to: sale.processor,
      subject: `${sale.code}: ${paid ? 'la separación' : 'la reserva'} vence el ${end}`,
      body: `${sale.customer}, ${sale.model} en ${sale.project}.\n\n${officeAddress(ctx, saleId)}`,
    });
}

/** To customer and processor: the time is over and the lot is free again. */
export async function mailExpired(ctx: Sending, saleId: number): Promise<void> {
  const sale = await findParties(ctx, saleId);
  if (!sale) return;
  if (sale.email)
    await ctx.mail.send(ctx, {
      kind: 'separacion_vencida',
      to: sale.email,
      subject: 'Venció el tiempo para separar tu lote',
      body: `Hola, ${sale.customer}.\n\nEl lote quedó libre otra vez. Si todavía quieres tu casa, escríbenos: tus datos y documentos siguen guardados.\n\n${await createLink(ctx, saleId)}`,
    });
  if (sale.processor)
    await ctx.mail.send(ctx, {
      kind: 'separacion_vencida',
      to: sale.processor,
      subject: `${sale.code}: separación vencida`,
      body: `${sale.customer}, ${sale.model} en ${sale.project}. El lote quedó libre.\n\n${officeAddress(ctx, saleId)}`,
    });
}
