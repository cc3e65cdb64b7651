import { workersOf } from '#server/modules/sales/workers/told.service.ts';
import { eq, sql } from 'drizzle-orm';
import { formatMoney } from '#contract/money.ts';
import { instantText } from '#contract/dates.ts';
import { fill } from '#contract/company/templates/mails.ts';
import type { Telling } from '#server/kernel/channels.ts';
import { rows } from '#server/kernel/db.ts';
import { mailBuyer } from '#server/modules/sales/buyerAccess/buyerMail.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { findParties, officeAddress } from '#server/modules/sales/buyers/parties.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { titleOf } from './concept.service.ts';
import { receiptOf } from '#contract/money/payments/receipts.ts';
import { payments } from './payments.table.ts';

type Sending = Telling;

async function findPaid(ctx: Sending, paymentId: number) {
  const [found] = await ctx.db
    .select({ payment: payments, projectId: sales.projectId })
    .from(payments)
    .innerJoin(sales, eq(sales.id, payments.saleId))
    .where(eq(payments.id, paymentId));
  const parties = found && (await findParties(ctx, found.payment.saleId));
  if (!found || !parties) return undefined;
  const { payment, projectId } = found;
  return {
    ...parties,
    ...payment,
    projectId,
    title: await titleOf(ctx.db, payment),
    receipt: receiptOf(payment) ?? '',
  };
}

const queue = (paymentId: number) => `/oficina/pagos?pago=${paymentId}`;
const saleMoney = (saleId: number) => `/oficina/ventas/${saleId}?tab=pagos`;

/** To accounting: a customer says to have paid, or a colleague entered money that somebody else has to find in the bank. */
export async function tellReported(
  ctx: Sending,
  paymentId: number,
  { corrected = false }: { corrected?: boolean } = {},
): Promise<void> {
  const parties = await findPaid(ctx, paymentId);
  if (!parties) return;
  const verifiers = await rows<{ id: number }>(
    ctx.db,
    sql`select distinct u.id from users u
      join user_roles ur on ur.user_id = u.id join role_grants g on g.role_id = ur.role_id
      where u.active and g.permission = 'pagos.editar'`,
  );
  const mailed = verifiers.map(({ id }) => id);
  await notify(ctx, {
    kind: 'pago_reportado',
    to: [...(await whoMay(ctx.db, 'pagos.aprobar', parties.projectId)), ...(corrected ? [] : mailed)],
    text: `${parties.customer} ${corrected ? 'corrigió su reporte: ' : 'reportó '}${formatMoney(parties.reportedCents ?? 0)} (${parties.title}).`,
    url: queue(paymentId),
    event: `pago:${paymentId}:reportado${corrected ? `:${ctx.now.toISOString()}` : ''}`,
    mail: corrected
      ? undefined
      : {
          to: mailed,
          kind: 'pago_reportado',
          ...fill('pago_reportado', {
            codigo: parties.code,
            cliente: parties.customer,
            monto: formatMoney(parties.reportedCents ?? 0),
            concepto: parties.title,
            enlace: `${ctx.config.appUrl}${queue(paymentId)}`,
          }),
        },
  });
}

/** To the customer: the report is here, and accounting looks at it. */
export async function mailReportReceived(ctx: Sending, paymentId: number, corrected: boolean): Promise<void> {
  const parties = await findPaid(ctx, paymentId);
  if (!parties) return;
  await mailBuyer(ctx, 'pago_recibido', parties, {
    concepto: parties.title,
    monto: formatMoney(parties.reportedCents ?? 0),
    corregido: corrected ? 'sí' : null,
  });
}

/** To the customer and who works on the sale: the money has arrived. `until` is the last day of the separation, `restCents` what is left of the due. */
export async function tellConfirmed(
  ctx: Sending,
  paymentId: number,
  { until, restCents }: { until: Date | null; restCents: number },
): Promise<void> {
  const parties = await findPaid(ctx, paymentId);
  if (!parties) return;
  const amount = formatMoney(parties.bankCents ?? 0);
  await notify(ctx, {
    kind: 'pago_confirmado',
    to: await workersOf(ctx.db, parties.saleId),
    text: `Contabilidad confirmó ${amount} de ${parties.customer} (${parties.title}).`,
    url: saleMoney(parties.saleId),
    event: `pago:${paymentId}:confirmado`,
    mail: {
      to: [parties.processorId],
      kind: 'pago_confirmado',
      ...fill('pago_confirmado_interno', {
        codigo: parties.code,
        cliente: parties.customer,
        monto: amount,
        concepto: parties.title,
        enlace: officeAddress(ctx, parties.saleId),
      }),
    },
  });
  await mailBuyer(ctx, 'pago_confirmado', parties, {
    monto: amount,
    recibo: parties.receipt,
    resta: restCents > 0 ? formatMoney(restCents) : null,
    hasta: until && instantText(until),
  });
}

/** To the customer and who works on the sale: the payment could not be found, and why. */
export async function tellRejected(
  ctx: Sending,
  paymentId: number,
  reason: string,
  until: Date | null,
): Promise<void> {
  const parties = await findPaid(ctx, paymentId);
  if (!parties) return;
  await notify(ctx, {
    kind: 'pago_rechazado',
    to: await workersOf(ctx.db, parties.saleId),
    text: `Contabilidad rechazó el pago de ${parties.customer} (${parties.title}): ${reason}`,
    url: saleMoney(parties.saleId),
    event: `pago:${paymentId}:rechazado`,
    mail: {
      to: [parties.processorId],
      kind: 'pago_rechazado',
      ...fill('pago_rechazado_interno', {
        codigo: parties.code,
        cliente: parties.customer,
        motivo: reason,
        enlace: officeAddress(ctx, parties.saleId),
      }),
    },
  });
  await mailBuyer(ctx, 'pago_rechazado', parties, { motivo: reason, hasta: until && instantText(until) });
}

/** To the customer and who works on the sale: a receipt does not count any more. */
export async function tellReversed(ctx: Sending, paymentId: number, reason: string): Promise<void> {
  const parties = await findPaid(ctx, paymentId);
  if (!parties) return;
  await notify(ctx, {
    kind: 'pago_reversado',
    to: await workersOf(ctx.db, parties.saleId),
    text: `Se reversó el recibo ${parties.receipt} de ${parties.customer}: ${reason}`,
    url: saleMoney(parties.saleId),
    event: `pago:${paymentId}:reversado`,
  });
  await mailBuyer(ctx, 'pago_reversado', parties, {
    concepto: parties.title,
    monto: formatMoney(parties.bankCents ?? 0),
    recibo: parties.receipt,
    motivo: reason,
  });
}

/** To whoever may reverse: the bank took the money of a confirmed payment back. */
export async function tellReturned(ctx: Sending, paymentId: number): Promise<void> {
  const parties = await findPaid(ctx, paymentId);
  if (!parties) return;
  await notify(ctx, {
    kind: 'pago_devuelto',
    to: await whoMay(ctx.db, 'pagos.anular', parties.projectId),
    text: `El banco devolvió ${formatMoney(parties.bankCents ?? 0)} de ${parties.customer}: hay que reversar el recibo ${parties.receipt}.`,
    url: queue(paymentId),
    event: `pago:${paymentId}:devuelto`,
  });
}
