import { fill } from '#contract/templates/mails.ts';
import type { Context } from '#server/kernel/context.ts';
import { findParties, officeAddress } from '#server/modules/sales/parties.service.ts';

/** To the processor: the customer does not sign, and why. */
export async function mailRejected(
  ctx: Pick<Context, 'db' | 'now' | 'jobs' | 'mail' | 'config'>,
  saleId: number,
  reason: string | undefined,
): Promise<void> {
  const parties = await findParties(ctx, saleId);
  if (!parties?.processor) return;
  await ctx.mail.send(ctx, {
    kind: 'firma_rechazada',
    to: parties.processor,
    ...fill('firma_rechazada', {
      codigo: parties.code,
      cliente: parties.customer,
      motivo: reason,
      enlace: officeAddress(ctx, saleId),
    }),
  });
}
