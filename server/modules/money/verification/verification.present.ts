import { and, eq, isNull } from 'drizzle-orm';
import {
  bankPaymentTypes,
  banks,
  paymentStatus,
  paymentTypes,
} from '#contract/company/catalogs/moneyLists.ts';
import { urlOf } from '#contract/endpoint.ts';
import {
  changePaymentStatus,
  reportPaymentForCustomer,
  reversePayment,
} from '#contract/money/verification/endpoints.ts';
import type { Payment, PaymentRow } from '#contract/money/payments/model.ts';
import { isOpen, isOwed, isSettled, paymentMachine, whyNotReverse } from '#contract/money/payments/rules.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { hasEnded } from '#contract/sales/sale/rules.ts';
import { offersOf } from '#contract/transitions.ts';
import type { Context } from '#server/kernel/context.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { daysLate } from '#server/modules/money/payments/owed.service.ts';
import { conceptOf, titleWith } from '#server/modules/money/payments/concept.service.ts';
import { linesFor } from '#server/modules/money/statements/matching.service.ts';
import { receiptOf } from '#contract/money/payments/receipts.ts';
import type { findPayments, PaymentFound } from './verification.queries.ts';
import { mayReport } from '#server/modules/money/payments/payments.service.ts';
import { paymentCredits, payments } from '#server/modules/money/payments/payments.table.ts';
import { paymentFacts } from './review.service.ts';
import { bankStatementLines, statementMatches } from '#server/modules/money/statements/statements.table.ts';

type Listed = Awaited<ReturnType<typeof findPayments>>['found'][number];

async function labelsOf({ db }: Pick<Context, 'db'>) {
  return { states: await catalogLabels(db, paymentStatus), types: await catalogLabels(db, paymentTypes) };
}
const named = (id: number, labels: ReadonlyMap<number, string>) => ({ id, name: labels.get(id) ?? '' });
const iso = (at: Date | null) => at?.toISOString() ?? null;

/** Payments in the format of the queue. */
export async function presentPayments(
  ctx: Pick<Context, 'db' | 'now'>,
  listed: readonly Listed[],
): Promise<PaymentRow[]> {
  const { states, types } = await labelsOf(ctx);
  return listed.map(({ payment, sale, name, project, toReverse }) => ({
    id: payment.id,
    version: payment.version,
    state: named(payment.stateId, states),
    type: named(payment.typeId, types),
    sale: { id: sale.id, code: sale.code },
    name,
    project,
    due_centavos: payment.dueCents,
    owed_centavos: isOwed(payment.stateId) && !hasEnded(sale.stateId) ? payment.dueCents : 0,
    due_at: iso(payment.dueAt),
    reported_centavos: payment.reportedCents,
    reported_at: iso(payment.reportedAt),
    receipt_number: payment.receiptNumber,
    receipt: receiptOf(payment),
    concept: conceptOf(payment),
    days_late: hasEnded(sale.stateId) ? 0 : daysLate(payment, ctx.now),
    bank_centavos: payment.bankCents,
    received_centavos:
      isSettled(payment.stateId) && payment.reversedAt === null && payment.passedFromId === null
        ? payment.bankCents
        : null,
    bank_date: payment.bankDate,
    confirmed_at: iso(payment.confirmedAt),
    covered: payment.covered,
    reversed: payment.reversedAt !== null,
    to_reverse: toReverse,
  }));
}

/** URL of a payment's receipt. */
export const receiptUrl = (id: number) => `/api/sale/costumer_payments/${id}/recibo`;

/** One payment, with its proof and the actions that the caller may take. */
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
    reference: payment.reportedReference,
    reported_bank: payment.reportedBankId === null ? null : named(payment.reportedBankId, bankNames),
    line: await lineOf(ctx, payment.id),
    lines:
      payment.stateId === PAYMENT.verifying || payment.stateId === PAYMENT.reported
        ? reaches(ctx, 'pagos.aprobar', sale)
          ? await linesFor(ctx, payment.id)
          : []
        : [],
    reversal: found.reversal && {
      number: found.reversal.number,
      reason: found.reversal.reason,
      by: found.reversedBy ?? '',
      at: found.reversal.at.toISOString(),
    },
    credits: await creditsOf(ctx, payment.id),
    receipt_url: payment.receiptNumber === null ? null : receiptUrl(payment.id),
    rejection_reason: payment.rejectionReason,
    entered_by: found.enteredBy,
    confirmed_by: found.confirmedBy,
    created_at: payment.createdAt.toISOString(),
    transitions: offersOf(
      paymentMachine,
      payment.stateId,
      paymentFacts(ctx, payment, sale),
      urlOf(changePaymentStatus, { params }),
      (permission) => reaches(ctx, permission, sale),
    ),
    report: mayReport(ctx, sale)
      ? { url: urlOf(reportPaymentForCustomer, { params }), disabled: whyNotReport(payment) }
      : null,
    reverse:
      isSettled(payment.stateId) && reaches(ctx, 'pagos.anular', sale)
        ? {
            url: urlOf(reversePayment, { params }),
            disabled: whyNotReverse({
              stateId: payment.stateId,
              reversed: payment.reversedAt !== null,
              passed: payment.passedFromId !== null,
              confirmedByCaller: payment.confirmedBy === ctx.staff?.userId,
            }),
          }
        : null,
  };
}

async function lineOf(ctx: Pick<Context, 'db'>, paymentId: number): Promise<Payment['line']> {
  const [found] = await ctx.db
    .select({
      id: bankStatementLines.id,
      account: bankAccounts.name,
      description: bankStatementLines.description,
    })
    .from(statementMatches)
    .innerJoin(bankStatementLines, eq(bankStatementLines.id, statementMatches.lineId))
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatementLines.accountId))
    .where(and(eq(statementMatches.paymentId, paymentId), isNull(statementMatches.releasedAt)));
  return found ?? null;
}

/** The credits of a payment: from this payment to others, and from others to this one. */
async function creditsOf(ctx: Pick<Context, 'db'>, paymentId: number): Promise<Payment['credits']> {
  const { types } = await labelsOf(ctx);
  const given = await ctx.db
    .select({ cents: paymentCredits.cents, to: payments })
    .from(paymentCredits)
    .innerJoin(payments, eq(payments.id, paymentCredits.toId))
    .where(and(eq(paymentCredits.fromId, paymentId), isNull(paymentCredits.undoneAt)));
  const taken = await ctx.db
    .select({ cents: paymentCredits.cents, from: payments })
    .from(paymentCredits)
    .innerJoin(payments, eq(payments.id, paymentCredits.fromId))
    .where(and(eq(paymentCredits.toId, paymentId), isNull(paymentCredits.undoneAt)));
  return [
    ...given.map(({ cents, to }) => ({ text: `Pasó a ${titleWith(types, to)}`, centavos: cents })),
    ...taken.map(({ cents, from }) => ({
      text: `Del excedente del recibo ${receiptOf(from) ?? ''}`,
      centavos: cents,
    })),
  ];
}

const whyNotReport = ({ stateId }: { stateId: number }): string | null =>
  isOpen(stateId)
    ? null
    : stateId === PAYMENT.voided
      ? 'Este pago está anulado.'
      : 'Este pago ya fue reportado.';
