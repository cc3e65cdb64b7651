import { fill } from '#contract/templates/mails.ts';
import type { Context } from '#server/kernel/context.ts';
import { notify } from '#server/modules/notifications/notify.service.ts';
import { findParties, officeAddress, officePath } from '#server/modules/sales/parties.service.ts';

/** To the processor, by mail and in the office: one of those who buy does not sign, and why. */
export async function mailRejected(
  ctx: Pick<Context, 'db' | 'now' | 'jobs' | 'mail' | 'config'>,
  saleId: number,
  signer: string,
  reason: string | undefined,
): Promise<void> {
  const parties = await findParties(ctx, saleId);
  if (!parties?.processor) return;
  await notify(ctx, {
    kind: 'firma_rechazada',
    to: [parties.processorId],
    text: `${signer} no quiso firmar (${parties.code}).`,
    url: officePath(saleId),
    event: `firma:${saleId}:${ctx.now.toISOString()}`,
  });
  await ctx.mail.send(ctx, {
    kind: 'firma_rechazada',
    to: parties.processor,
    ...fill('firma_rechazada', {
      codigo: parties.code,
      cliente: signer,
      motivo: reason,
      enlace: officeAddress(ctx, saleId),
    }),
  });
}
