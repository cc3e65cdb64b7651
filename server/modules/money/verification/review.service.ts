import type { PaymentStatusChange } from '#contract/money/payments/model.ts';
import { paymentMachine, type PaymentFacts } from '#contract/money/payments/rules.ts';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { touch } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, notFound } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import {
  claimOf,
  resumeExpiry,
  separateLot,
  type Claim,
} from '#server/modules/sales/claims/claims.service.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { warnBeforeEnd } from '#server/modules/sales/precontracts/warnings.service.ts';
import {
  chosenLine,
  findTypedLine,
  joinLine,
  refuseOtherAmount,
  typedLine,
  type BankLine,
} from '#server/modules/money/statements/bankLine.service.ts';
import { remainderOf } from '#server/modules/money/payments/concept.service.ts';
import { applyCredits, dueAgain } from '#server/modules/money/payments/dues.service.ts';
import { tellConfirmed, tellRejected } from '#server/modules/money/payments/told.service.ts';
import {
  lockPayment,
  nextReceipt,
  saleOfPayment,
  SEPARATION,
} from '#server/modules/money/payments/locks.service.ts';
import { createSeparation, movePayment } from '#server/modules/money/payments/payments.service.ts';
import type { payments } from '#server/modules/money/payments/payments.table.ts';

type Row = typeof payments.$inferSelect;
type Sale = NonNullable<Awaited<ReturnType<typeof lockSale>>>;

/** After a rejected or partial payment the customer has at least one day to report again (product decision). */
const RETRY_SECONDS = 86_400;

/** The facts that the payment rules check. `bankCents`: the amount of the bank's line; null until it is typed. */
export const paymentFacts = (
  ctx: Pick<Context, 'staff'>,
  payment: Pick<Row, 'typeId' | 'dueCents' | 'enteredBy' | 'planId'>,
  sale: { stateId: number },
  bankCents: number | null = null,
): PaymentFacts => ({
  // The line comes with the confirmation; missing parts are reported at their fields.
  bankLineComplete: true,
  bankCents: bankCents ?? payment.dueCents,
  dueCents: payment.dueCents,
  enteredByCaller: payment.enteredBy !== null && payment.enteredBy === ctx.staff?.userId,
  neededBySale: payment.typeId === SEPARATION && sale.stateId <= SALE.complete,
  ofPlan: payment.planId !== null,
});

/**
 * Changes the state of a payment for a colleague: 2→3 verify, 3→4 confirm and 3→6 settle in part with the bank's
 * line, 3→5 reject, →9 void. Raises 404 out of scope, 409 on a stale version or a bank line that
 * another payment used, 422 with the reason. `score`: how well the suggested line matched; `covers`: the dues that its
 * surplus pays before others.
 */
export async function changePaymentState(
  ctx: Context,
  id: number,
  change: PaymentStatusChange,
  { score, covers }: { score?: number | undefined; covers?: readonly number[] } = {},
): Promise<void> {
  const saleId = await saleOfPayment(ctx.db, id, salesInReach(ctx, 'pagos.ver'));
  const sale = saleId === undefined ? undefined : await lockSale(ctx.db, saleId);
  const payment = await lockPayment(ctx.db, id);
  if (!sale || !payment) throw notFound();
  const settles = change.estado_id === PAYMENT.confirmed || change.estado_id === PAYMENT.partial;
  const may = (permission: Parameters<typeof reaches>[1]) => reaches(ctx, permission, sale);
  // The transition check needs the amount of the chosen line; only users who may settle load it.
  const chosen =
    settles && change.linea_id !== undefined && may('pagos.aprobar')
      ? await chosenLine(ctx, change.linea_id, change.tipo)
      : undefined;
  const bankCents = chosen?.bankCents ?? change.monto;
  checkTransition(paymentMachine, payment, change, paymentFacts(ctx, payment, sale, bankCents), may);
  if (settles) {
    const line = chosen ?? (await typedLine(ctx, change));
    await settle(ctx, { sale, payment, line, lineId: chosen && change.linea_id, score, covers });
  } else if (change.estado_id === PAYMENT.rejected) await reject(ctx, sale, payment, change.motivo ?? '');
  else await movePayment(ctx, payment, change.estado_id, {}, change.motivo);
  touch(ctx, ['precontrato', sale.id]);
  await audit(ctx, 'cambiar_estado', 'pago', id, { from: payment.stateId, to: change.estado_id });
}

interface Settling {
  sale: Sale;
  payment: Row;
  line: BankLine;
  /** A line of an imported statement. */
  lineId?: number | undefined;
  score?: number | undefined;
  /** Dues that the surplus pays first, in this order. */
  covers?: readonly number[] | undefined;
}

/** The money has arrived: gives a receipt, takes the line, and handles the rest or the surplus. */
async function settle(ctx: Context, { sale, payment, line, lineId, score, covers }: Settling): Promise<void> {
  const rest = payment.dueCents - line.bankCents;
  const running =
    payment.typeId === SEPARATION && sale.stateId >= SALE.received && sale.stateId <= SALE.complete;
  let claim = running && rest <= 0 ? await separateLot(ctx, { saleId: sale.id }) : null;
  try {
    const { prefix, digits, first } = (await readSettings(ctx.db)).receipts;
    await movePayment(ctx, payment, rest > 0 ? PAYMENT.partial : PAYMENT.confirmed, {
      ...line,
      confirmedBy: staffOf(ctx).userId,
      confirmedAt: ctx.now,
      receiptPrefix: prefix,
      receiptDigits: digits,
      receiptNumber: await nextReceipt(ctx.db, first),
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'payments_bank_line') throw error;
    throw conflict(
      'BANK_LINE_USED',
      'Esa línea del banco ya se usó para otro pago. Revisa banco, referencia y monto.',
    );
  }
  const known = lineId ?? (await findTypedLine(ctx, line));
  await refuseOtherAmount(ctx, payment.id, line, known !== undefined);
  if (known !== undefined)
    await joinLine(ctx, {
      lineId: known,
      paymentId: payment.id,
      score: score ?? null,
      confirms: lineId !== undefined,
    });
  if (rest > 0) {
    if (running) {
      claim = await resume(ctx, sale.id);
      await createSeparation(ctx, {
        saleId: sale.id,
        dueAt: claim?.until ?? null,
        rest: { cents: rest, originId: payment.id, concept: remainderOf(payment) },
      });
    } else await dueAgain(ctx, payment, rest);
  } else if (claim) await warnBeforeEnd(ctx, claim);
  await applyCredits(ctx, sale.id, covers);
  await tellConfirmed(ctx, payment.id, { until: claim?.until ?? null, restCents: Math.max(0, rest) });
}

/**
 * Rejects a payment: it is due again. For a separation, the lot's clock
 * continues with the remaining time, at least one day.
 */
async function reject(ctx: Context, sale: Sale, payment: Row, reason: string): Promise<void> {
  await movePayment(ctx, payment, PAYMENT.rejected, { rejectionReason: reason }, reason);
  const separation = payment.typeId === SEPARATION;
  const again = separation && sale.stateId <= SALE.complete;
  const claim: Claim | null = again ? await resume(ctx, sale.id) : null;
  if (again)
    await createSeparation(ctx, {
      saleId: sale.id,
      dueAt: claim?.until ?? null,
      ...(payment.originId !== null && {
        rest: { cents: payment.dueCents, originId: payment.id, concept: payment.concept },
      }),
    });
  // A disbursement was entered from a bank's letter, so it is not due again.
  else if (!separation && payment.typeId !== PAYMENT_TYPE.disbursement) await dueAgain(ctx, payment);
  await tellRejected(ctx, payment.id, reason, claim?.until ?? null);
}

async function resume(ctx: Context, saleId: number): Promise<Claim | null> {
  await resumeExpiry(ctx, saleId, RETRY_SECONDS);
  const claim = await claimOf(ctx.db, saleId);
  if (claim) await warnBeforeEnd(ctx, claim);
  return claim;
}
