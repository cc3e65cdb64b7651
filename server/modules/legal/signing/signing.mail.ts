import { fill } from '#contract/company/templates/mails.ts';
import type { Telling } from '#server/kernel/channels.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { findParties, officeAddress, officePath } from '#server/modules/sales/buyers/parties.service.ts';

/**
 * Tells the processor (mail and notification) and the lawyers (notification) that
 * a buyer refuses to sign, and why (domain.md §3).
 */
export async function mailRejected(
  ctx: Telling,
  saleId: number,
  signer: string,
  reason: string | undefined,
): Promise<void> {
  const parties = await findParties(ctx, saleId);
  if (!parties) return;
  await notify(ctx, {
    kind: 'firma_rechazada',
    to: [...new Set([parties.processorId, ...(await whoMay(ctx.db, 'legal.crear', parties.projectId))])],
    text: `${signer} no quiso firmar (${parties.code})${reason ? `: ${reason}` : '.'}`,
    url: officePath(saleId),
    event: `firma:${saleId}:${ctx.now.toISOString()}`,
    mail: {
      to: [parties.processorId],
      kind: 'firma_rechazada',
      ...fill('firma_rechazada', {
        codigo: parties.code,
        cliente: signer,
        motivo: reason,
        enlace: officeAddress(ctx, saleId),
      }),
    },
  });
}
