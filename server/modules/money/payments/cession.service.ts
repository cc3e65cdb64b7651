import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { receiptOf } from '#contract/money/payments/receipts.ts';
import { OWED_STATES, paysPrice, SETTLED_STATES } from '#contract/money/payments/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { announce, touch, type Follower } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting } from '#server/kernel/context.ts';
import { successorOf } from '#server/modules/sales/ending/cession.service.ts';
import { conceptOf } from './concept.service.ts';
import { livePlan } from './plan.service.ts';
import { paymentCredits, paymentPlans, payments } from './payments.table.ts';

type Row = typeof payments.$inferSelect;

/** The money of a ceded sale passes to the sale that follows it, in the transaction of the cession. */
export const cessionFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, to }) {
    if (to !== SALE.ceded) return;
    const next = await successorOf(ctx.db, id);
    if (next) await passMoney(ctx, id, next);
  },
};

/**
 * Passes the plan, the dues and the money of a sale to another. What is owed or reported moves. Confirmed money stays where
 * it was booked, with its receipt and its line of the bank; the other sale gets a row that refers to it. Both are locked.
 */
async function passMoney(
  ctx: Acting,
  saleId: number,
  next: { id: number; code: string | null },
): Promise<void> {
  const reason = `Cesión a ${next.code}`;
  const planId = await passPlan(ctx, saleId, next.id, reason);
  const found = await ctx.db
    .select()
    .from(payments)
    .where(eq(payments.saleId, saleId))
    .orderBy(asc(payments.id))
    .for('no key update');
  const held = found.filter(
    ({ stateId, reversedAt, passedAt }) =>
      SETTLED_STATES.some((one) => one === stateId) && reversedAt === null && passedAt === null,
  );
  const given = await creditsFrom(ctx, held);
  for (const payment of held) await passSettled(ctx, payment, next.id, planId, given.get(payment.id) ?? 0);
  for (const payment of found.filter(({ stateId }) => OWED_STATES.some((one) => one === stateId)))
    await passOwed(ctx, payment, next.id, planId, reason);
  touch(ctx, ['precontrato', saleId]);
  touch(ctx, ['precontrato', next.id]);
  await audit(ctx, 'pasar_pagos', 'precontrato', saleId, {
    to: next.id,
    cents: held.reduce((sum, { bankCents }) => sum + (bankCents ?? 0), 0),
  });
}

/** The plan in force goes on in the other sale. Returns its new id; null without one. */
async function passPlan(ctx: Acting, saleId: number, to: number, reason: string): Promise<number | null> {
  const plan = await livePlan(ctx.db, saleId);
  if (!plan) return null;
  await ctx.db.update(paymentPlans).set({ replacedAt: ctx.now }).where(eq(paymentPlans.id, plan.id));
  const { id: _, ...same } = plan;
  const [made] = await ctx.db
    .insert(paymentPlans)
    .values({
      ...same,
      saleId: to,
      reason,
      createdAt: ctx.now,
      createdBy: ctx.staff?.userId ?? plan.createdBy,
    })
    .returning({ id: paymentPlans.id });
  return made!.id;
}

/** What each payment's surplus already paid, in cents. */
async function creditsFrom(ctx: Acting, held: readonly Row[]): Promise<Map<number, number>> {
  if (held.length === 0) return new Map();
  const credits = await ctx.db
    .select()
    .from(paymentCredits)
    .where(
      and(
        inArray(
          paymentCredits.fromId,
          held.map(({ id }) => id),
        ),
        isNull(paymentCredits.undoneAt),
      ),
    );
  const sums = new Map<number, number>();
  for (const { fromId, cents } of credits) sums.set(fromId, (sums.get(fromId) ?? 0) + cents);
  return sums;
}

/** Confirmed money: a row of the other sale, without receipt or bank line of its own. An unused surplus stays one. */
async function passSettled(
  ctx: Acting,
  payment: Row,
  to: number,
  planId: number | null,
  given: number,
): Promise<void> {
  const bankCents = payment.bankCents!;
  const partial = payment.stateId === PAYMENT.partial;
  const unused = partial ? 0 : Math.max(0, bankCents - payment.dueCents - given);
  const dueCents = partial ? payment.dueCents : bankCents - unused;
  const rootId = payment.passedFromId ?? payment.id;
  const receipt = receiptOf(payment);
  const what = conceptOf(payment) || (payment.typeId === PAYMENT_TYPE.separation ? 'Separación' : '');
  await ctx.db
    .update(payments)
    .set({ passedAt: ctx.now, version: payment.version + 1 })
    .where(eq(payments.id, payment.id));
  const [made] = await ctx.db
    .insert(payments)
    .values({
      saleId: to,
      typeId: payment.typeId,
      stateId: payment.stateId,
      dueCents,
      dueAt: payment.dueAt,
      bankCents,
      bankDate: payment.bankDate,
      bankPaymentTypeId: payment.bankPaymentTypeId,
      confirmedBy: payment.confirmedBy,
      confirmedAt: payment.confirmedAt,
      receiptCode: null,
      planId: payment.planId === null ? null : planId,
      part: payment.part,
      concept: receipt ? (what ? `${what} (recibo ${receipt})` : `recibo ${receipt}`) : payment.concept,
      chargedCents: paysPrice(payment.typeId) ? null : Math.min(dueCents, bankCents),
      passedFromId: rootId,
      createdAt: ctx.now,
    })
    .returning({ id: payments.id });
  await announce(
    ctx,
    {
      record: 'pago',
      id: payment.id,
      from: payment.stateId,
      to: payment.stateId,
      of: ['precontrato', payment.saleId],
      reason: 'Pasó a la compra de quien recibió la cesión',
    },
    { record: 'pago', id: made!.id, from: null, to: payment.stateId, of: ['precontrato', to] },
  );
}

/** A due, or a payment that accounting has not answered, is the other sale's from now on. */
async function passOwed(
  ctx: Acting,
  payment: Row,
  to: number,
  planId: number | null,
  reason: string,
): Promise<void> {
  await ctx.db
    .update(payments)
    .set({
      saleId: to,
      planId: payment.planId === null ? null : planId,
      // The charge itself stays in the account of the ceded sale, which ends; what is owed of it is charged here.
      chargedCents: paysPrice(payment.typeId) ? null : payment.dueCents,
      version: payment.version + 1,
    })
    .where(eq(payments.id, payment.id));
  await announce(ctx, {
    record: 'pago',
    id: payment.id,
    from: payment.stateId,
    to: payment.stateId,
    of: ['precontrato', to],
    reason,
  });
}
