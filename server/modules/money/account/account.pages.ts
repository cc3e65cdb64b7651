import { and, eq, isNotNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { panamaDay } from '#contract/dates.ts';
import { receiptPage, type ReceiptState } from '#contract/money/account/pages.ts';
import { receiptOf } from '#contract/money/payments/receipts.ts';
import { notFound } from '#server/kernel/errors.ts';
import { servePage } from '#server/kernel/pages.ts';
import { countAttempt, networkOf, type Throttle } from '#server/kernel/throttle.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';

/** A person checks a few receipts; whoever guesses codes needs more. */
const CHECKS: Throttle = { name: 'receipt_check', max: 30, seconds: 60 };

/** The public page that says whether a receipt is real. */
export function accountPages(app: FastifyInstance): void {
  servePage(app, receiptPage, async (ctx, { params }) => {
    await countAttempt(ctx, CHECKS, networkOf(ctx.ip));
    const [found] = await ctx.db
      .select({ payment: payments, project: projects.name })
      .from(payments)
      .innerJoin(sales, eq(sales.id, payments.saleId))
      .innerJoin(projects, eq(projects.id, sales.projectId))
      .where(and(eq(payments.receiptCode, params.codigo), isNotNull(payments.receiptNumber)));
    if (!found) throw notFound();
    const { payment, project } = found;
    const { reversedAt, stateId } = payment;
    const state: ReceiptState = reversedAt
      ? 'reversado'
      : stateId === PAYMENT.refunded
        ? 'devuelto'
        : 'valido';
    return {
      data: {
        number: receiptOf(payment)!,
        centavos: payment.bankCents ?? 0,
        day: payment.bankDate ?? panamaDay(payment.confirmedAt!),
        project,
        state,
        reversed_on: reversedAt && panamaDay(reversedAt),
      },
      personal: true,
    };
  });
}
