import { eq, sql } from 'drizzle-orm';
import { formatMoney } from '#contract/money.ts';
import { showInstant } from '#contract/dates.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { createLink } from '#server/modules/auth/links.service.ts';
import { findParties, officeAddress } from '#server/modules/sales/parties.service.ts';
import { payments } from './payments.table.ts';

type Sending = Pick<Context, 'db' | 'now' | 'jobs' | 'mail' | 'config'>;

async function findPaid(ctx: Sending, paymentId: number) {
  const [payment] = await ctx.db.select().from(payments).where(eq(payments.id, paymentId));
  const parties = payment && (await findParties(ctx, payment.saleId));
  return parties && { ...parties, ...payment };
}

/** To accounting: a customer says to have paid. */
export async function mailPaymentReported(ctx: Sending, paymentId: number): Promise<void> {
  const parties = await findPaid(ctx, paymentId);
  if (!parties) return;
  const verifiers = await rows<{ email: string }>(
    ctx.db,
    sql`select distinct u.email::text email from users u
      join user_roles ur on ur.user_id = u.id join role_grants g on g.role_id = ur.role_id
      where u.active and g.permission = 'pagos.editar'`,
  );
  for (const { email } of verifiers)
    await ctx.mail.send(ctx, {
      kind: 'pago_reportado',
      to: email,
      subject: `${parties.code}: pago de ${formatMoney(parties.reportedCents ?? 0)} por verificar`,
      body: `${parties.customer} reportó el pago de su separación.\n\n${ctx.config.appUrl}/oficina/pagos?pago=${paymentId}`,
    });
}

/** To the customer and the processor: the money has arrived. `until` is the last day of the separation. */
export async function mailPaymentConfirmed(
  ctx: Sending,
  paymentId: number,
  until: Date | null,
): Promise<void> {
  const parties = await findPaid(ctx, paymentId);
  if (!parties) return;
  const amount = formatMoney(parties.bankCents ?? 0);
  if (parties.email)
    await ctx.mail.send(ctx, {
      kind: 'pago_confirmado',
      to: parties.email,
      subject: `Recibimos tu pago de ${amount}`,
      body: `Hola, ${parties.customer}.\n\nConfirmamos tu pago de ${amount}. Tu recibo es el número ${parties.receiptNumber}.${until ? `\nTu lote queda separado hasta el ${showInstant(until)}.` : ''}\n\nMira cómo va tu compra:\n\n${await createLink(ctx, parties.saleId)}`,
    });
  if (parties.processor)
    await ctx.mail.send(ctx, {
      kind: 'pago_confirmado',
      to: parties.processor,
      subject: `${parties.code}: separación confirmada`,
      body: `Contabilidad confirmó ${amount} de ${parties.customer}.\n\n${officeAddress(ctx, parties.saleId)}`,
    });
}

/** To the customer and the processor: the payment could not be found, and why. */
export async function mailPaymentRejected(
  ctx: Sending,
  paymentId: number,
  reason: string,
  until: Date | null,
): Promise<void> {
  const parties = await findPaid(ctx, paymentId);
  if (!parties) return;
  if (parties.email)
    await ctx.mail.send(ctx, {
      kind: 'pago_rechazado',
      to: parties.email,
      subject: 'No pudimos confirmar tu pago',
      body: `Hola, ${parties.customer}.\n\nNo pudimos confirmar el pago que reportaste.\nMotivo: ${reason}\n\nEnvíanos el comprobante correcto${until ? ` antes del ${showInstant(until)}: hasta entonces guardamos tu lote` : ''}.\n\n${await createLink(ctx, parties.saleId)}`,
    });
  if (parties.processor)
    await ctx.mail.send(ctx, {
      kind: 'pago_rechazado',
      to: parties.processor,
      subject: `${parties.code}: separación rechazada`,
      body: `Contabilidad rechazó el pago de ${parties.customer}.\nMotivo: ${reason}\n\n${officeAddress(ctx, parties.saleId)}`,
    });
}
