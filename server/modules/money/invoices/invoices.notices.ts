import { formatMoney } from '#contract/money.ts';
import { INVOICE_STATE as S } from '#contract/money/invoices/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import type { Invoice } from './matching.service.ts';

/** Tells who approves an invoice, and who entered it what became of it. */
export async function tellInvoice(ctx: Context, invoice: Invoice, to: number): Promise<void> {
  const about = {
    url: `/oficina/facturas/${invoice.id}`,
    event: `factura_proveedor:${invoice.id}:${to}:${invoice.version}`,
  };
  const name = `La factura ${invoice.number} por ${formatMoney(invoice.totalCents)}`;
  if (to === S.toApprove)
    return notify(ctx, {
      kind: 'factura_por_aprobar',
      to: await whoMay(ctx.db, 'contabilidad.aprobar'),
      text: `${name} espera aprobación.`,
      ...about,
    });
  const words = new Map<number, string>([
    [S.approved, 'está aprobada'],
    [S.rejected, 'se rechazó'],
    [S.disputed, 'está en disputa'],
    [S.voided, 'se anuló'],
  ]).get(to);
  if (words)
    await notify(ctx, {
      kind: 'factura_decidida',
      to: [invoice.madeBy],
      text: `${name} ${words}.`,
      ...about,
    });
}
