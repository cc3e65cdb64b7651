import { fill } from '#contract/company/templates/mails.ts';
import type { Telling } from '#server/kernel/channels.ts';
import type { Context } from '#server/kernel/context.ts';
import { mailBuyer } from '#server/modules/sales/buyerAccess/buyerMail.service.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { findParties, officeAddress, officePath } from '#server/modules/sales/buyers/parties.service.ts';

type Sending = Telling & Pick<Context, 'sign'>;

/** Mails the customer which document was rejected and why, with a link that opens only that sale. */
export async function mailPaperRejected(
  ctx: Sending,
  saleId: number,
  label: string,
  reason: string,
): Promise<void> {
  const parties = await findParties(ctx, saleId);
  if (!parties) return;
  await mailBuyer(ctx, 'documento_rechazado', { ...parties, saleId }, { documento: label, motivo: reason });
}

/** Notifies the processor, by mail and in the office, that the customer uploaded a document. */
export async function mailPapersUploaded(ctx: Sending, saleId: number, label: string): Promise<void> {
  const parties = await findParties(ctx, saleId);
  if (!parties?.processor || !parties.code) return;
  await notify(ctx, {
    kind: 'documento_cargado',
    to: [parties.processorId],
    text: `${parties.customer} cargó «${label}» (${parties.code}).`,
    url: `${officePath(saleId)}?tab=papeles`,
    event: `documento:${saleId}:${label}:${ctx.now.toISOString()}`,
    mail: {
      kind: 'documento_cargado',
      ...fill('documento_cargado', {
        codigo: parties.code,
        cliente: parties.customer,
        documento: label,
        enlace: officeAddress(ctx, saleId),
      }),
    },
  });
}
