import { bankPaymentTypes, banks } from '#contract/catalogs/moneyLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type { PaymentStatusChange } from '#contract/payments/model.ts';
import { PAYMENT, paymentMachine, type PaymentFacts } from '#contract/payments/rules.ts';
import { SALE } from '#contract/sales/rules.ts';
import type { FieldError } from '#contract/errors.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { catalogOptions } from '#server/modules/catalogs/catalogs.service.ts';
import { claimOf, resumeExpiry, separateLot, type Claim } from '#server/modules/lots/claims.service.ts';
import { reaches, salesInReach } from '#server/modules/sales/sales.scope.ts';
import { readSettings } from '#server/modules/settings/settings.service.ts';
import { refreshStages } from '#server/modules/sales/stages.service.ts';
import { lockSale } from '#server/modules/sales/states.service.ts';
import { warnBeforeEnd } from '#server/modules/sales/warnings.service.ts';
import { mailPaymentConfirmed, mailPaymentRejected } from './payments.mail.ts';
import { lockPayment, nextReceipt, saleOfPayment, SEPARATION } from './payments.queries.ts';
import { createSeparation, movePayment } from './payments.service.ts';
import type { payments } from './payments.table.ts';

type Row = typeof payments.$inferSelect;
type Sale = NonNullable<Awaited<ReturnType<typeof lockSale>>>;

/** After a rejected payment the customer has at least a day to report it again (product decision). */
const RETRY_SECONDS = 86_400;

/** The bank's line as the caller typed it with this change. */
type BankLine = Pick<PaymentStatusChange, 'banco_id' | 'referencia' | 'fecha' | 'monto' | 'tipo'>;

/** What the rules of a payment look at. `bankCents`: what the bank's line says; null while nobody has typed it. */
export const paymentFacts = (
  ctx: Pick<Context, 'staff'>,
  payment: Pick<Row, 'typeId' | 'dueCents' | 'enteredBy'>,
  sale: { stateId: number },
  bankCents: number | null = null,
): PaymentFacts => ({
  // The line comes with the confirmation, and what it lacks is told at its fields.
  bankLineComplete: true,
  bankCents: bankCents ?? payment.dueCents,
  dueCents: payment.dueCents,
  enteredByCaller: payment.enteredBy !== null && payment.enteredBy === ctx.staff?.userId,
  neededBySale: payment.typeId === SEPARATION && sale.stateId <= SALE.complete,
});

const LINE: readonly { field: keyof BankLine; message: string }[] = [
  { field: 'banco_id', message: 'Elige el banco.' },
  { field: 'referencia', message: 'Escribe la referencia de la línea del banco.' },
  { field: 'fecha', message: 'Escribe la fecha de la línea del banco.' },
  { field: 'monto', message: 'Escribe el monto que llegó.' },
  { field: 'tipo', message: 'Elige cómo llegó el dinero.' },
];
const lineFaults = (line: BankLine): FieldError[] =>
  LINE.filter(({ field }) => line[field] === undefined || line[field] === '').map(({ field, message }) => ({
    field: `params[${field}]`,
    message,
  }));

/**
 * Changes the state of a payment for a colleague: 2→3 verify, 3→4 confirm with the bank's line, 3→5 reject, →9 void.
 * Raises 404 outside the caller's reach, 409 on a stale version or a bank line that another payment used, 422 with the reason.
 */
export async function changePaymentState(
  ctx: Context,
  id: number,
  change: PaymentStatusChange,
): Promise<void> {
  const saleId = await saleOfPayment(ctx.db, id, salesInReach(ctx, 'pagos.ver'));
  const sale = saleId === undefined ? undefined : await lockSale(ctx.db, saleId);
  const payment = await lockPayment(ctx.db, id);
  if (!sale || !payment) throw notFound();
  checkTransition(
    paymentMachine,
    payment,
    change,
    paymentFacts(ctx, payment, sale, change.monto),
    (permission) => reaches(ctx, permission, sale),
  );
  if (change.estado_id === PAYMENT.confirmed) await confirm(ctx, sale, payment, change);
  else if (change.estado_id === PAYMENT.rejected) await reject(ctx, sale, payment, change.motivo ?? '');
  else await movePayment(ctx, payment, change.estado_id, {}, change.motivo);
  await refreshStages(ctx, sale.id);
  await audit(ctx, 'cambiar_estado', 'pago', id, { from: payment.stateId, to: change.estado_id });
}

async function confirm(ctx: Context, sale: Sale, payment: Row, change: PaymentStatusChange): Promise<void> {
  const line = await checkLine(ctx, change);
  const running =
    payment.typeId === SEPARATION && sale.stateId >= SALE.received && sale.stateId <= SALE.complete;
  const claim = running ? await separateLot(ctx, { saleId: sale.id }) : null;
  try {
    await movePayment(ctx, payment, PAYMENT.confirmed, {
      ...line,
      confirmedBy: staffOf(ctx).userId,
      confirmedAt: ctx.now,
      receiptNumber: await nextReceipt(ctx.db, (await readSettings(ctx.db)).receipts.first),
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'payments_bank_line') throw error;
    throw conflict(
      'BANK_LINE_USED',
      'Esa línea del banco ya se usó para otro pago. Revisa banco, referencia y monto.',
    );
  }
  if (claim) await warnBeforeEnd(ctx, claim);
  await mailPaymentConfirmed(ctx, payment.id, claim?.until ?? null);
}

async function checkLine(ctx: Context, change: PaymentStatusChange) {
  const { banco_id, referencia, fecha, monto, tipo } = change;
  const faults = lineFaults(change);
  const banksOffered = await catalogOptions(ctx.db, banks);
  const typesOffered = await catalogOptions(ctx.db, bankPaymentTypes);
  if (banco_id !== undefined && !banksOffered.some(({ id }) => id === banco_id))
    faults.push({ field: 'params[banco_id]', message: 'Elige un banco de la lista.' });
  const type = typesOffered.find(({ id }) => id === tipo);
  if (tipo !== undefined && !type)
    faults.push({ field: 'params[tipo]', message: 'Elige una forma de la lista.' });
  if (type && 'disabled' in type && type['disabled'] === true)
    faults.push({ field: 'params[tipo]', message: 'No se recibe efectivo en la oficina. Elige otra forma.' });
  if (fecha !== undefined && fecha > panamaDay(ctx.now))
    faults.push({
      field: 'params[fecha]',
      message: 'La fecha de la línea del banco no puede ser posterior a hoy.',
    });
  if (faults.length > 0) throw invalid(faults);
  return {
    bankId: banco_id!,
    bankReference: referencia!.toUpperCase(),
    bankDate: fecha!,
    bankCents: monto!,
    bankPaymentTypeId: tipo!,
  };
}

/** The lot's clock goes on with what was left, at least a day, and the separation is asked for again. */
async function reject(ctx: Context, sale: Sale, payment: Row, reason: string): Promise<void> {
  await movePayment(ctx, payment, PAYMENT.rejected, { rejectionReason: reason }, reason);
  const again = payment.typeId === SEPARATION && sale.stateId <= SALE.complete;
  const claim: Claim | null = again ? await resume(ctx, sale.id) : null;
  if (again) await createSeparation(ctx, { saleId: sale.id, dueAt: claim?.until ?? null });
  await mailPaymentRejected(ctx, payment.id, reason, claim?.until ?? null);
}

async function resume(ctx: Context, saleId: number): Promise<Claim | null> {
  await resumeExpiry(ctx, saleId, RETRY_SECONDS);
  const claim = await claimOf(ctx.db, saleId);
  if (claim) await warnBeforeEnd(ctx, claim);
  return claim;
}
