import type { Db } from '#server/kernel/db.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import { paymentPairError } from '#contract/sales/purchase/rules.ts';
import { amountQuestion } from '#contract/sales/purchase/amount.ts';
import { isCorrectable, isOpen } from '#contract/money/payments/rules.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { announce, touch, type Follower } from '#server/kernel/changes.ts';
import { recordLastAction } from '#server/modules/sales/sale/advance.service.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { suspendExpiry, claimOf } from '#server/modules/sales/claims/claims.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { lockSale, lockSalesOf } from '#server/modules/sales/sale/states.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { titleOf } from './concept.service.ts';
import { mailReportReceived, tellReported } from './told.service.ts';
import { lockOpenSeparation, lockPayment, SEPARATION } from './locks.service.ts';
import { payments } from './payments.table.ts';

type Row = typeof payments.$inferSelect;

/** domain.md §2, value of the last customer action. */
const REPORTED_PAYMENT = 10;

/** Writes a payment's new state and its history. The payment must be locked and the transition checked. */
export async function movePayment(
  ctx: Acting,
  payment: Pick<Row, 'id' | 'stateId' | 'version' | 'saleId' | 'typeId'>,
  stateId: number,
  set: Partial<typeof payments.$inferInsert> = {},
  reason?: string,
): Promise<void> {
  await ctx.db
    .update(payments)
    .set({
      ...(stateId === PAYMENT.voided && !set.covered && { voidedAt: ctx.now }),
      ...set,
      stateId,
      version: payment.version + 1,
    })
    .where(eq(payments.id, payment.id));
  await announce(ctx, {
    record: 'pago',
    id: payment.id,
    from: payment.stateId,
    to: stateId,
    of: ['precontrato', payment.saleId],
    reason,
  });
}

/**
 * Inserts the separation of a sale: Pendiente, the project's amount, due when the lot's claim ends (rulings.md 21).
 * `rest`: the remaining amount, or the amount due again after a reversal.
 * Returns the payment's id; the id of the open separation when there already is one.
 */
export async function createSeparation(
  ctx: Acting,
  {
    saleId,
    dueAt,
    rest,
  }: {
    saleId: number;
    dueAt: Date | null;
    rest?: { cents: number; originId: number; concept: string | null };
  },
): Promise<number> {
  const open = await lockOpenSeparation(ctx.db, saleId);
  if (open) return open.id;
  const [terms] = await ctx.db
    .select({ dueCents: projects.separationCents })
    .from(sales)
    .innerJoin(projects, eq(projects.id, sales.projectId))
    .where(eq(sales.id, saleId));
  if (!terms) throw notFound();
  const [made] = await ctx.db
    .insert(payments)
    .values({
      saleId,
      typeId: SEPARATION,
      stateId: PAYMENT.pending,
      dueCents: rest?.cents ?? terms.dueCents,
      originId: rest?.originId ?? null,
      concept: rest?.concept ?? null,
      dueAt,
      createdAt: ctx.now,
    })
    .returning({ id: payments.id });
  await announce(ctx, {
    record: 'pago',
    id: made!.id,
    from: null,
    to: PAYMENT.pending,
    of: ['precontrato', saleId],
  });
  return made!.id;
}

/** Moves the due date of an open separation to the new end of the lot's claim. Null: no due date. */
async function moveDueDate(ctx: Acting, saleId: number, dueAt: Date | null): Promise<void> {
  const open = await lockOpenSeparation(ctx.db, saleId);
  if (open && isOpen(open.stateId))
    await ctx.db.update(payments).set({ dueAt }).where(eq(payments.id, open.id));
}

/** The customer withdrew: voids pending dues; paid or reported ones stay for accounting. */
async function voidPending(ctx: Acting, saleId: number, reason: string): Promise<void> {
  for (const payment of await lockOf(ctx, saleId, PAYMENT.pending))
    await movePayment(ctx, payment, PAYMENT.voided, {}, reason);
}

/** The lot's claim ended unpaid: marks the pending separation as overdue. */
async function markOverdue(ctx: Acting, saleId: number): Promise<void> {
  for (const payment of await lockOf(ctx, saleId, PAYMENT.pending))
    if (payment.typeId === SEPARATION) await movePayment(ctx, payment, PAYMENT.overdue);
}

const lockOf = (ctx: Acting, saleId: number, stateId: number) =>
  ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.saleId, saleId), eq(payments.stateId, stateId)))
    .for('no key update');

/** Each night: marks unreported dues as overdue. Returns the number of payments. */
export async function sweepOverdue(ctx: Acting): Promise<number> {
  const late = and(eq(payments.stateId, PAYMENT.pending), lt(payments.dueAt, ctx.now));
  const ofLate = ctx.db.select({ id: payments.saleId }).from(payments).where(late);
  let swept = 0;
  for await (const saleIds of lockSalesOf(ctx.db, ofLate)) {
    const found = await ctx.db
      .select()
      .from(payments)
      .where(and(late, inArray(payments.saleId, saleIds)))
      .orderBy(asc(payments.saleId), asc(payments.id))
      .for('no key update');
    for (const payment of found) await movePayment(ctx, payment, PAYMENT.overdue);
    swept += found.length;
  }
  return swept;
}

/** Whether the caller may report a payment for a customer: accounting and sales staff (rulings.md 47). */
export const mayReport = (ctx: Pick<Context, 'staff'>, sale: Parameters<typeof reaches>[2]): boolean =>
  reaches(ctx, 'pagos.crear', sale) || reaches(ctx, 'ventas.editar', sale);

/** A payment as the customer reports it. */
export interface Report {
  saleId: number;
  /** The due that is paid; default: the separation. */
  paymentId?: number;
  /** In cents. */
  cents: number | undefined;
  proof: UploadedFile | undefined;
  /** The transfer's number, used to find the bank's line. */
  reference?: string | undefined;
  /** The bank that the customer paid from (bank_type). */
  bankId?: number | undefined;
  /** False: an amount that differs from the due is refused until the user confirms it. */
  confirmed?: boolean;
  /** It came with the pre-contract, whose mail mentions it. */
  withForm?: boolean;
}

/**
 * The customer reports a due with proof and amount: Reportado. Reporting a separation pauses the lot's clock until
 * accounting answers (rulings.md 21). A colleague who reports for the customer is stored as `enteredBy`. The same
 * proof and amount again change nothing. Until accounting starts to verify, another report of the customer corrects
 * the first one. Raises 409 for a due that is being verified or is confirmed; 422 at the missing field when only one
 * of proof and amount is given; 422 at `monto_pagado` when the amount differs from the due and is not confirmed.
 */
export async function reportPayment(ctx: Acting, report: Report): Promise<number> {
  const { saleId, paymentId, cents, proof, reference } = report;
  const lacks = paymentPairError({ proof: proof !== undefined, amount: cents !== undefined });
  if (lacks) throw invalid([{ field: lacks.field, message: lacks.label }]);
  if (!proof || cents === undefined)
    throw invalid([{ field: 'archivo_comprobante', message: 'Adjunta el comprobante y escribe el monto.' }]);
  if (cents <= 0) throw invalid([{ field: 'monto_pagado', message: 'Escribe un monto mayor que cero.' }]);

  const sale = await lockSale(ctx.db, saleId);
  if (!sale) throw notFound();
  const payment =
    paymentId === undefined ? await lockOpenSeparation(ctx.db, saleId) : await lockPayment(ctx.db, paymentId);
  if (paymentId !== undefined && payment?.saleId !== saleId) throw notFound();
  if (!payment) throw conflict('NOTHING_DUE', 'Esta compra no tiene una separación por pagar.');
  const separation = payment.typeId === SEPARATION;
  if (!isOpen(payment.stateId)) {
    if (await isRepeat(ctx, payment, cents, proof)) return payment.id;
    if (ctx.staff || !isCorrectable(payment))
      throw conflict(
        'ALREADY_REPORTED',
        whyNotAgain(payment.stateId, separation ? 'la separación' : 'ese pago'),
      );
  }
  const what = separation ? 'La separación' : await titleOf(ctx.db, payment);
  const question = report.confirmed === false ? amountQuestion(what, payment.dueCents, cents) : null;
  if (question) throw invalid([{ field: 'monto_pagado', message: question }]);
  const owner = { reference: 'pago', referenceId: payment.id, sensitive: false };
  const proofFileId = await addFile(ctx, owner, proof);
  const said = {
    reportedCents: cents,
    proofFileId,
    reportedAt: ctx.now,
    reportedReference: reference?.trim() || null,
    reportedBankId: report.bankId ?? null,
    enteredBy: ctx.staff?.userId ?? null,
  };
  const corrected = !isOpen(payment.stateId);
  if (corrected)
    await ctx.db
      .update(payments)
      .set({ ...said, version: payment.version + 1 })
      .where(eq(payments.id, payment.id));
  else await movePayment(ctx, payment, PAYMENT.reported, said);
  await recordLastAction(ctx, saleId, REPORTED_PAYMENT);
  if (separation) await suspendExpiry(ctx, saleId);
  touch(ctx, ['precontrato', saleId]);
  await audit(ctx, corrected ? 'corregir' : 'reportar', 'pago', payment.id, {
    cents,
    ...(corrected && { before: payment.reportedCents }),
  });
  await tellReported(ctx, payment.id, { corrected });
  if (!ctx.staff && !report.withForm) await mailReportReceived(ctx, payment.id, corrected);
  return payment.id;
}

function whyNotAgain(stateId: number, what: string): string {
  if (stateId === PAYMENT.confirmed)
    return what === 'la separación' ? 'La separación ya está confirmada.' : 'Ese pago ya está confirmado.';
  return stateId === PAYMENT.reported || stateId === PAYMENT.verifying
    ? `Ya recibimos el comprobante de ${what} y lo estamos verificando.`
    : 'Ese pago ya no se puede reportar. Mira cuál sigue pendiente.';
}

async function isRepeat(ctx: Acting, payment: Row, cents: number, proof: UploadedFile): Promise<boolean> {
  if (payment.reportedCents !== cents || !payment.proofFileId) return false;
  const [known] = await ctx.db
    .select({ sha256: files.sha256 })
    .from(files)
    .where(eq(files.id, payment.proofFileId));
  return known?.sha256 === proof.sha256;
}

/** The claim of a sale ends at another time: the due date of its separation follows. */
const claimFollower: Follower = {
  record: 'apartado',
  async follow(ctx, { of }) {
    const saleId = of![1];
    await moveDueDate(ctx, saleId, (await claimOf(ctx.db, saleId))?.until ?? null);
  },
};

/**
 * Asks for the separation of a received sale, or of an unpaid sale that is taken up again. When a sale ends, marks its
 * separation as overdue (lapse) or voids its pending dues.
 */
const saleFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id: saleId, from, to, reason = '' }) {
    const again = from === SALE.expired && to === SALE.inReview;
    if ((from === SALE.draft && to === SALE.received) || (again && !(await isSeparated(ctx.db, saleId))))
      await askSeparation(ctx, saleId);
    else if (to === SALE.expired) await markOverdue(ctx, saleId);
    else if (to === SALE.withdrawn || to === SALE.rescinded) await voidPending(ctx, saleId, reason);
  },
};
export const paymentFollowers = [claimFollower, saleFollower];

async function askSeparation(ctx: Acting, saleId: number): Promise<void> {
  const dueAt = (await claimOf(ctx.db, saleId))?.until ?? null;
  await createSeparation(ctx, { saleId, dueAt });
  await moveDueDate(ctx, saleId, dueAt);
}

const isSeparated = async (db: Db, saleId: number): Promise<boolean> =>
  (await db.$count(
    payments,
    and(
      eq(payments.saleId, saleId),
      eq(payments.typeId, SEPARATION),
      eq(payments.stateId, PAYMENT.confirmed),
    ),
  )) > 0;
