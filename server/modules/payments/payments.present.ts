import { bankPaymentTypes, banks, paymentStatus, paymentTypes } from '#contract/catalogs/moneyLists.ts';
import { urlOf } from '#contract/endpoint.ts';
import { changePaymentStatus, reportPaymentForCustomer } from '#contract/payments/endpoints.ts';
import type { Payment, PaymentRow } from '#contract/payments/model.ts';
import { PAYMENT, paymentMachine } from '#contract/payments/rules.ts';
import { receiptText } from '#contract/settings/model.ts';
import { offersOf } from '#contract/transitions.ts';
import type { Context } from '#server/kernel/context.ts';
import { catalogLabels } from '#server/modules/catalogs/catalogs.service.ts';
import { fileUrl } from '#server/modules/files/files.service.ts';
import { reaches } from '#server/modules/sales/sales.scope.ts';
import { readSettings } from '#server/modules/settings/settings.service.ts';
import { SEPARATION, type findPayments, type PaymentFound } from './payments.queries.ts';
import { paymentFacts } from './review.service.ts';

type Listed = Awaited<ReturnType<typeof findPayments>>['found'][number];

async function labelsOf({ db }: Pick<Context, 'db'>) {
  return { states: await catalogLabels(db, paymentStatus), types: await catalogLabels(db, paymentTypes) };
}
const named = (id: number, labels: ReadonlyMap<number, string>) => ({ id, name: labels.get(id) ?? '' });
const iso = (at: Date | null) => at?.toISOString() ?? null;

/** Payments as the queue shows them. */
export async function presentPayments(
  ctx: Pick<Context, 'db'>,
  listed: readonly Listed[],
): Promise<PaymentRow[]> {
  const { states, types } = await labelsOf(ctx);
  const { receipts } = await readSettings(ctx.db);
  return listed.map(({ payment, sale, name, project }) => ({
    id: payment.id,
    version: payment.version,
    state: named(payment.stateId, states),
    type: named(payment.typeId, types),
    sale: { id: sale.id, code: sale.code },
    name,
    project,
    due_centavos: payment.dueCents,
    due_at: iso(payment.dueAt),
    reported_centavos: payment.reportedCents,
    reported_at: iso(payment.reportedAt),
    receipt_number: payment.receiptNumber,
    receipt: payment.receiptNumber === null ? null : receiptText(receipts, payment.receiptNumber),
  }));
}

/** One payment, with its proof and what the caller may do with it. */
export async function presentPayment(ctx: Context, found: PaymentFound): Promise<Payment> {
  const { payment, sale, proof } = found;
  const [row] = await presentPayments(ctx, [found]);
  const bankNames = await catalogLabels(ctx.db, banks);
  const bankTypes = await catalogLabels(ctx.db, bankPaymentTypes);
  const params = { id: payment.id };
  return {
    ...row!,
    proof: proof && { name: proof.name, mime: proof.mime, size: proof.size, url: fileUrl(ctx, proof.id) },
    bank:
      payment.bankId === null
        ? null
        : {
            type: payment.bankPaymentTypeId === null ? null : named(payment.bankPaymentTypeId, bankTypes),
            bank: named(payment.bankId, bankNames),
            reference: payment.bankReference ?? '',
            date: payment.bankDate ?? '',
            centavos: payment.bankCents ?? 0,
          },
    rejection_reason: payment.rejectionReason,
    entered_by: found.enteredBy,
    confirmed_by: found.confirmedBy,
    confirmed_at: iso(payment.confirmedAt),
    created_at: payment.createdAt.toISOString(),
    transitions: offersOf(
      paymentMachine,
      payment.stateId,
      paymentFacts(ctx, payment, sale),
      urlOf(changePaymentStatus, { params }),
      (permission) => reaches(ctx, permission, sale),
    ),
    report: reaches(ctx, 'pagos.crear', sale)
      ? { url: urlOf(reportPaymentForCustomer, { params }), disabled: whyNotReport(payment) }
      : null,
  };
}

function whyNotReport({ typeId, stateId }: { typeId: number; stateId: number }): string | null {
  if (typeId !== SEPARATION) return 'Solo la separación se registra por ahora.';
  return stateId === PAYMENT.pending || stateId === PAYMENT.overdue ? null : 'Este pago ya fue reportado.';
}
