import { eq, sql } from 'drizzle-orm';
import { receiptText } from '#contract/settings/model.ts';
import { formatMoney } from '#contract/money.ts';
import { showInstant } from '#contract/dates.ts';
import { fill } from '#contract/templates/mails.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { readSettings } from '#server/modules/settings/settings.service.ts';
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
      ...fill('pago_reportado', {
        codigo: parties.code,
        cliente: parties.customer,
        monto: formatMoney(parties.reportedCents ?? 0),
        enlace: `${ctx.config.appUrl}/oficina/pagos?pago=${paymentId}`,
      }),
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
      ...fill('pago_confirmado', {
        cliente: parties.customer,
        monto: amount,
        recibo: receiptText((await readSettings(ctx.db)).receipts, parties.receiptNumber ?? 0),
        hasta: until && showInstant(until),
        enlace: await createLink(ctx, parties.saleId),
      }),
    });
  if (parties.processor)
    await ctx.mail.send(ctx, {
      kind: 'pago_confirmado',
      to: parties.processor,
      ...fill('pago_confirmado_interno', {
        codigo: parties.code,
        cliente: parties.customer,
        monto: amount,
        enlace: officeAddress(ctx, parties.saleId),
      }),
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
      ...fill('pago_rechazado', {
        cliente: parties.customer,
        motivo: reason,
        hasta: until && showInstant(until),
        enlace: await createLink(ctx, parties.saleId),
      }),
    });
  if (parties.processor)
    await ctx.mail.send(ctx, {
      kind: 'pago_rechazado',
      to: parties.processor,
      ...fill('pago_rechazado_interno', {
        codigo: parties.code,
        cliente: parties.customer,
        motivo: reason,
        enlace: officeAddress(ctx, parties.saleId),
      }),
    });
}
