import { eq } from 'drizzle-orm';
import { paymentTypes } from '#contract/company/catalogs/moneyLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { parseMoney } from '#contract/money.ts';
import { isCorrectable, isOpen, isSettled } from '#contract/money/payments/rules.ts';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import type { MyMoney } from '#contract/money/account/myMoney.ts';
import { fieldError } from '#contract/sales/purchase/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { payToOf } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import type { sales } from '#server/modules/sales/sale/sales.table.ts';
import { saleAccount } from './account.service.ts';
import { titleWith } from '#server/modules/money/payments/concept.service.ts';
import { receiptOf } from '#contract/money/payments/receipts.ts';
import { invoicesOfSale } from '#server/modules/money/issuedInvoices/cafe.service.ts';
import { onlineOf } from '#server/modules/money/onlineDeposits/mine.service.ts';
import { reportPayment } from '#server/modules/money/payments/payments.service.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';

type Sale = typeof sales.$inferSelect;

const isWaiting = (stateId: number) => stateId === PAYMENT.reported || stateId === PAYMENT.verifying;

/** The account of a sale for its buyer. `name`: the sale's name in URLs. */
export async function myMoney(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  sale: Sale,
  name: string,
): Promise<MyMoney> {
  const rows = await ctx.db.select().from(payments).where(eq(payments.saleId, sale.id)).orderBy(payments.id);
  const account = await saleAccount(ctx, sale);
  const types = await catalogLabels(ctx.db, paymentTypes);
  const today = panamaDay(ctx.now);
  const due = rows
    .filter(
      ({ typeId, stateId }) =>
        typeId !== PAYMENT_TYPE.separation &&
        (isOpen(stateId) || (isWaiting(stateId) && typeId !== PAYMENT_TYPE.disbursement)),
    )
    .toSorted((a, b) => (a.dueAt?.getTime() ?? Infinity) - (b.dueAt?.getTime() ?? Infinity) || a.id - b.id);
  const online = await onlineOf(ctx, due);
  const rejected = new Map(
    rows.filter(({ stateId }) => stateId === PAYMENT.rejected).map((one) => [one.id, one.rejectionReason]),
  );
  const base = `/clientes/mi-compra/${sale.id}`;
  return {
    priceCents: account.price_centavos,
    paidCents: account.paid_centavos,
    balanceCents: account.balance_centavos,
    creditCents: account.credit_centavos,
    bankCents: account.bank_centavos,
    due: due.map((one) => {
      const day = one.dueAt && panamaDay(one.dueAt);
      return {
        id: one.id,
        title: titleWith(types, one),
        cents: one.dueCents,
        day,
        late: isOpen(one.stateId) && day !== null && day < today,
        state: isOpen(one.stateId) ? 'pendiente' : 'reportado',
        reportedCents: one.reportedCents,
        correctable: isCorrectable(one),
        online: online.get(one.id) ?? null,
        reason: one.originId === null ? null : (rejected.get(one.originId) ?? null),
      };
    }),
    receipts: rows
      .filter(
        ({ stateId, receiptNumber }) =>
          (isSettled(stateId) || stateId === PAYMENT.refunded) && receiptNumber !== null,
      )
      .toReversed()
      .map((one) => ({
        title: titleWith(types, one),
        cents: one.bankCents ?? 0,
        day: one.bankDate ?? panamaDay(one.confirmedAt!),
        number: receiptOf(one)!,
        url: `${base}/recibos/${one.id}`,
        reversed: one.reversedAt !== null,
        refunded: one.stateId === PAYMENT.refunded,
      })),
    invoices: (await invoicesOfSale(ctx, sale.id)).map(({ id, ...one }) => ({
      ...one,
      url: `${base}/facturas/${id}`,
    })),
    statementUrl: rows.length > 0 && name !== '' ? `${base}/estado-de-cuenta` : null,
    payTo: due.some(({ stateId }) => isOpen(stateId)) ? await payToOf(ctx.db, sale.projectId) : null,
  };
}

/**
 * The buyer reports a due of an own sale. The caller has checked that the sale belongs to the buyer. Raises 404, 409
 * ALREADY_REPORTED, 422 at its field.
 */
export async function reportOwnDue(
  ctx: Context,
  saleId: number,
  paymentId: number,
  {
    monto_pagado: typed = '',
    monto_confirmado: confirmed,
    referencia,
  }: { monto_pagado?: string | undefined; monto_confirmado: boolean; referencia?: string | undefined },
): Promise<void> {
  const malformed = fieldError('monto_pagado', typed);
  if (malformed) throw invalid([{ field: 'monto_pagado', message: malformed }]);
  const [proof] = ctx.uploads.get('archivo_comprobante') ?? [];
  const read = typed.trim() === '' ? undefined : parseMoney(typed);
  const cents = read && 'cents' in read ? read.cents : undefined;
  await reportPayment(ctx, { saleId, paymentId, cents, proof, reference: referencia, confirmed });
}
