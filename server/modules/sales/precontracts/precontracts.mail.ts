import { instantText } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { fill } from '#contract/company/templates/mails.ts';
import type { Telling } from '#server/kernel/channels.ts';
import type { Context } from '#server/kernel/context.ts';
import { mailBuyer } from '#server/modules/sales/buyerAccess/buyerMail.service.ts';
import { pushToBuyers } from '#server/modules/sales/buyerAccess/buyerPush.service.ts';
import { createLink } from '#server/modules/sales/buyerAccess/links.service.ts';
import { notify, type Notice } from '#server/modules/company/notifications/notify.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import {
  findParties,
  officeAddress,
  officePath,
  mayReach,
} from '#server/modules/sales/buyers/parties.service.ts';

type Sending = Telling & Partial<Pick<Context, 'ip'>>;
type Parties = NonNullable<Awaited<ReturnType<typeof findParties>>>;

/** Template values of a sale for mails to staff. */
const inside = (ctx: Sending, sale: Parties, saleId: number) => ({
  codigo: sale.code,
  cliente: sale.customer,
  modelo: sale.model,
  proyecto: sale.project,
  enlace: officeAddress(ctx, saleId),
});

/** An office notice to the processor. */
const tell = (
  ctx: Sending,
  sale: Parties,
  saleId: number,
  notice: Pick<Notice, 'kind' | 'text' | 'event' | 'mail'>,
) => notify(ctx, { ...notice, to: [sale.processorId], url: officePath(saleId) });

const tellAssigned = (ctx: Sending, sale: Parties, saleId: number, reason: string | null) =>
  tell(ctx, sale, saleId, {
    kind: 'venta_asignada',
    text: `Te toca ${sale.code}, de ${sale.customer}.`,
    event: `asignada:${saleId}:${sale.processorId}:${ctx.now.toISOString()}`,
    mail: {
      kind: 'precontrato_asignado',
      ...fill('precontrato_asignado', { ...inside(ctx, sale, saleId), motivo: reason }),
    },
  });

/**
 * The pre-contract was received. Mails the customer with the link, and the assigned processor. `paidCents`: the amount
 * of a payment proof sent with the form.
 */
export async function mailReceived(
  ctx: Sending,
  saleId: number,
  { until, paidCents }: { until: Date | null; paidCents: number | null },
): Promise<void> {
  const sale = await findParties(ctx, saleId);
  if (!sale) return;
  const to = { saleId, contact: sale.contact, email: await mayReach(ctx, sale) };
  await mailBuyer(ctx, 'precontrato_recibido', to, {
    codigo: sale.code,
    modelo: sale.model,
    proyecto: sale.project,
    // A proof that waits for accounting stops the lot's clock (rulings.md 21).
    hasta: paidCents === null ? until && instantText(until) : null,
    confirmar: until && sale.stranger ? String((await readSettings(ctx.db)).claims.reservationHours) : null,
    separacion: paidCents === null ? formatMoney(sale.separationCents) : null,
    pagado: paidCents === null ? null : formatMoney(paidCents),
  });
  await tellAssigned(ctx, sale, saleId, null);
}

/** Mails the customer the missing documents, with the processor's reason and the link. */
export async function mailPapersMissing(
  ctx: Sending,
  saleId: number,
  labels: readonly string[],
  reason: string,
): Promise<void> {
  const sale = await findParties(ctx, saleId);
  if (!sale) return;
  await mailBuyer(
    ctx,
    'documentos_pendientes',
    { ...sale, saleId },
    {
      documentos: labels.map((label) => `· ${label}`).join('\n'),
      asunto: labels.length === 1 ? 'Nos falta un documento' : `Nos faltan ${labels.length} documentos`,
      mensaje: reason,
    },
  );
}

/** Mails a buyer a new personal link to the purchase. Without `id`: the contact. */
export async function mailLink(
  ctx: Sending,
  saleId: number,
  to: { email: string; id?: number | null; name?: string },
): Promise<void> {
  const sale = await findParties(ctx, saleId);
  if (!sale) return;
  await ctx.mail.send(ctx, {
    kind: 'enlace',
    to: to.email,
    ...fill('enlace', {
      cliente: to.name ?? sale.contact,
      proyecto: sale.project,
      modelo: sale.model,
      enlace: await createLink(ctx, saleId, to.id),
    }),
  });
}

/** Mails the processor about a sale reassigned from another user. */
export async function mailReassigned(ctx: Sending, saleId: number, reason: string): Promise<void> {
  const sale = await findParties(ctx, saleId);
  if (sale) await tellAssigned(ctx, sale, saleId, reason);
}

/** Mails customer and processor that the claim on the lot ends soon. */
export async function mailEndIsNear(
  ctx: Sending,
  saleId: number,
  claim: { kind: string; until: Date },
): Promise<void> {
  const sale = await findParties(ctx, saleId);
  if (!sale) return;
  const paid = claim.kind === 'separation';
  const end = instantText(claim.until);
  const email = await mayReach(ctx, sale);
  if (email)
    await ctx.mail.send(ctx, {
      kind: 'vence_pronto',
      to: email,
      ...fill(paid ? 'separacion_vence' : 'reserva_vence', {
        cliente: sale.contact,
        hasta: end,
        enlace: await createLink(ctx, saleId),
      }),
    });
  await pushToBuyers(ctx, 'vence_pronto', saleId, { hasta: end });
  await tell(ctx, sale, saleId, {
    kind: 'reserva_por_vencer',
    text: `${paid ? 'La separación' : 'La reserva'} de ${sale.customer} (${sale.code}) vence el ${end}.`,
    event: `vence:${saleId}:${claim.until.toISOString()}`,
    mail: {
      kind: 'vence_pronto',
      ...fill('vence_pronto_interno', {
        ...inside(ctx, sale, saleId),
        plazo: paid ? 'la separación' : 'la reserva',
        hasta: end,
      }),
    },
  });
}

/** Mails the customer that the separation was extended. */
export async function mailExtended(ctx: Sending, saleId: number, until: Date): Promise<void> {
  const sale = await findParties(ctx, saleId);
  if (!sale) return;
  await mailBuyer(ctx, 'separacion_extendida', { ...sale, saleId }, { hasta: instantText(until) });
}

/** Mails customer and processor that the claim expired and the lot is free again. */
export async function mailExpired(ctx: Sending, saleId: number): Promise<void> {
  const sale = await findParties(ctx, saleId);
  if (!sale) return;
  const to = { saleId, contact: sale.contact, email: await mayReach(ctx, sale) };
  await mailBuyer(ctx, 'separacion_vencida', to, {});
  await tell(ctx, sale, saleId, {
    kind: 'venta_estado',
    text: `Venció la separación de ${sale.customer} (${sale.code}): el lote queda libre.`,
    event: `vencida:${saleId}:${ctx.now.toISOString()}`,
    mail: {
      kind: 'separacion_vencida',
      ...fill('separacion_vencida_interno', inside(ctx, sale, saleId)),
    },
  });
}
