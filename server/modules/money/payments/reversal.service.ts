import { eq, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { whyNotReverse } from '#contract/money/payments/rules.ts';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { announce, touch } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import { row } from '#server/kernel/db.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, forbidden, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { claimOf } from '#server/modules/sales/claims/claims.service.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { remainderOf } from './concept.service.ts';
import { applyCredits, dueAgain, moveCredits, takeBackCredits } from './dues.service.ts';
import { tellReversed } from './told.service.ts';
import { lockOpenSeparation, lockPayment, nextReceipt, saleOfPayment, SEPARATION } from './locks.service.ts';
import { createSeparation } from './payments.service.ts';
import { paymentReversals, payments } from './payments.table.ts';

type Row = typeof payments.$inferSelect;

/**
 * Reverses a confirmed or partial payment. It keeps its receipt, which no longer counts. What it and
 * its surplus paid is due again, and its bank line is free unless the bank took the money back. The
 * user who confirmed it may not reverse it. Raises 404 out of scope, 403, 409 STALE, 422 with the
 * reason (domain.md §3: "No edit after 4: reverse entry only").
 */
export async function reversePayment(
  ctx: Context,
  id: number,
  { motivo, version }: { motivo: string; version?: number | undefined },
): Promise<void> {
  const saleId = await saleOfPayment(ctx.db, id, salesInReach(ctx, 'pagos.ver'));
  const sale = saleId === undefined ? undefined : await lockSale(ctx.db, saleId);
  const after = await lockSalesAfter(ctx, id);
  const payment = await lockPayment(ctx.db, id);
  if (!sale || !payment) throw notFound();
  if (!reaches(ctx, 'pagos.anular', sale)) throw forbidden();
  if (version !== undefined && version !== payment.version)
    throw conflict('STALE', undefined, { estado_id: payment.stateId, version: payment.version });
  const { userId } = staffOf(ctx);
  const reason = whyNotReverse({
    stateId: payment.stateId,
    reversed: payment.reversedAt !== null,
    confirmedByCaller: payment.confirmedBy === userId,
    passed: payment.passedFromId !== null,
  });
  if (reason) throw transitionRefused(reason);

  // Before the announcement, which releases the line.
  const takenBackOn = await returnedOn(ctx, id);
  await ctx.db
    .update(payments)
    .set({ reversedAt: ctx.now, version: payment.version + 1 })
    .where(eq(payments.id, id));
  await announce(ctx, {
    record: 'pago',
    id,
    from: payment.stateId,
    to: payment.stateId,
    of: ['precontrato', sale.id],
    reason: `Reversado: ${motivo}`,
  });
  // The rest of a partial payment already is a due of its own.
  const owedOf = (one: Row) => (one.stateId === PAYMENT.partial ? one.bankCents! : one.dueCents);
  const cents = owedOf(payment);
  const bearer = payment.passedAt ? await reversePassed(ctx, payment, motivo) : undefined;
  if (!payment.passedAt) await takeBackCredits(ctx, id);
  if (bearer) {
    if (bearer.typeId !== SEPARATION) await dueAgain(ctx, bearer, owedOf(bearer));
    else if (needsSeparation(after.find((one) => one?.id === bearer.saleId)))
      await separationAgain(ctx, bearer.saleId, bearer, owedOf(bearer));
    await applyCredits(ctx, bearer.saleId);
  } else if (payment.typeId === SEPARATION) {
    if (needsSeparation(sale)) await separationAgain(ctx, sale.id, payment, cents);
  } else if (payment.typeId !== PAYMENT_TYPE.disbursement)
    await moveCredits(ctx, id, await dueAgain(ctx, payment, cents));
  await applyCredits(ctx, sale.id);
  await ctx.db.insert(paymentReversals).values({
    paymentId: id,
    number: await nextReceipt(ctx.db, 1, 'reversos'),
    cents: payment.bankCents!,
    bankDate: takenBackOn ?? panamaDay(ctx.now),
    reason: motivo,
    confirmedBy: payment.confirmedBy!,
    reversedBy: userId,
    at: ctx.now,
  });
  touch(ctx, ['precontrato', sale.id]);
  await audit(ctx, 'reversar', 'pago', id, { cents: payment.bankCents, motivo });
  await tellReversed(ctx, id, motivo);
}

const needsSeparation = (sale: { stateId: number } | undefined): boolean =>
  sale !== undefined && sale.stateId >= SALE.received && sale.stateId <= SALE.complete;

/** Locks the sales that the payment's money passed to, before any payment. */
async function lockSalesAfter(ctx: Context, paymentId: number) {
  const found = await ctx.db
    .select({ saleId: payments.saleId })
    .from(payments)
    .where(eq(payments.passedFromId, paymentId))
    .orderBy(payments.saleId);
  const locked = [];
  for (const { saleId } of found) locked.push(await lockSale(ctx.db, saleId));
  return locked;
}

/**
 * The money of a payment counts in the sale that its own was ceded to: there it is reversed too. Returns the row that
 * counted.
 */
async function reversePassed(ctx: Context, root: Row, reason: string): Promise<Row | undefined> {
  const passed = await ctx.db
    .select()
    .from(payments)
    .where(eq(payments.passedFromId, root.id))
    .orderBy(payments.saleId);
  if (passed.some(({ stateId }) => stateId === PAYMENT.refunded))
    throw transitionRefused('Ese dinero pasó con la cesión a otra venta, y allí ya se devolvió al cliente.');
  for (const one of passed) {
    await ctx.db
      .update(payments)
      .set({ reversedAt: ctx.now, version: one.version + 1 })
      .where(eq(payments.id, one.id));
    await announce(ctx, {
      record: 'pago',
      id: one.id,
      from: one.stateId,
      to: one.stateId,
      of: ['precontrato', one.saleId],
      reason: `Reversado: ${reason}`,
    });
    touch(ctx, ['precontrato', one.saleId]);
  }
  return passed.find(({ passedAt }) => passedAt === null);
}

/** The day of the bank line that took the payment's money back; undefined when there is none. */
const returnedOn = async (ctx: Pick<Context, 'db'>, paymentId: number): Promise<string | undefined> =>
  (
    await row<{ day: string }>(
      ctx.db,
      sql`select r.posted_on "day" from statement_matches x join bank_statement_lines l on l.id = x.line_id
        join bank_statement_lines r on r.returns_id = coalesce(l.part_of, l.id)
        where x.payment_id = ${paymentId} and x.released_at is null`,
    )
  )?.day;

/** A sale has at most one open separation, so the amount is added to an open rest. */
async function separationAgain(ctx: Context, saleId: number, payment: Row, cents: number): Promise<void> {
  const open = await lockOpenSeparation(ctx.db, saleId);
  if (open?.stateId === PAYMENT.confirmed)
    throw transitionRefused('Primero reversa el recibo que completó la separación.');
  if (open) {
    await ctx.db
      .update(payments)
      .set({
        dueCents: open.dueCents + cents,
        concept: open.dueCents + cents < payment.dueCents ? open.concept : null,
        version: open.version + 1,
      })
      .where(eq(payments.id, open.id));
    await announce(ctx, {
      record: 'pago',
      id: open.id,
      from: open.stateId,
      to: open.stateId,
      of: ['precontrato', saleId],
      reason: 'Se reversó la otra parte de la separación',
    });
    return;
  }
  const claim = await claimOf(ctx.db, saleId);
  await createSeparation(ctx, {
    saleId,
    dueAt: claim?.until ?? null,
    rest: {
      cents,
      originId: payment.id,
      concept: cents < payment.dueCents ? remainderOf(payment) : payment.concept,
    },
  });
}
