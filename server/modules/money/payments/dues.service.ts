import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { isOpen, paysPrice, DUE_STATES } from '#contract/money/payments/rules.ts';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { remainderOf } from './concept.service.ts';
import { movePayment } from './payments.service.ts';
import { paymentCredits, payments } from './payments.table.ts';
import { receiptOf, type Receipted } from '#contract/money/payments/receipts.ts';

type Row = typeof payments.$inferSelect;

/** What a new due is made of. Cents; `charged`: it is a charge of its own, beside the price. */
export interface NewDue {
  saleId: number;
  typeId: number;
  cents: number;
  dueAt: Date | null;
  concept?: string | null;
  planId?: number | null;
  part?: number | null;
  originId?: number | null;
  charged?: boolean;
}

/** Writes an amount that the customer owes: Pendiente. The sale must be locked. Returns its id. */
export async function addDue(ctx: Acting, due: NewDue): Promise<number> {
  const { cents, charged = false, concept = null, planId = null, part = null, originId = null, ...row } = due;
  const [made] = await ctx.db
    .insert(payments)
    .values({
      ...row,
      concept,
      planId,
      part,
      originId,
      stateId: PAYMENT.pending,
      dueCents: cents,
      chargedCents: charged ? cents : null,
      createdAt: ctx.now,
    })
    .returning({ id: payments.id });
  await announce(ctx, {
    record: 'pago',
    id: made!.id,
    from: null,
    to: PAYMENT.pending,
    of: ['precontrato', due.saleId],
  });
  return made!.id;
}

/** The same due once more: what a partial payment left, or what is owed again after a rejection or a reversal. A part of it is named so. */
export const dueAgain = (ctx: Acting, payment: Row, cents: number = payment.dueCents): Promise<number> => {
  const { saleId, typeId, planId, part, dueAt } = payment;
  const concept = cents < payment.dueCents ? remainderOf(payment) : payment.concept;
  return addDue(ctx, { saleId, typeId, concept, planId, part, cents, dueAt, originId: payment.id });
};

/** Money above what was due and that went nowhere yet, per settled payment of a sale, the oldest first. */
const surplusOf = (ctx: Pick<Context, 'db'>, saleId: number) =>
  rows<Receipted & { id: number; typeId: number; cents: number }>(
    ctx.db,
    sql`select p.id, p.type_id "typeId", p.receipt_number "receiptNumber", p.receipt_prefix "receiptPrefix",
        p.receipt_digits "receiptDigits", (p.bank_cents - p.due_cents - coalesce((
        select sum(c.cents) from payment_credits c where c.from_id = p.id and c.undone_at is null), 0))::bigint cents
      from payments p where p.sale_id = ${saleId} and p.state_id = ${PAYMENT.confirmed} and p.reversed_at is null
        and p.bank_cents > p.due_cents order by p.confirmed_at, p.id`,
  );

/**
 * Lets money above what was due pay the next dues of the sale: those of the price from what paid the price, other charges from
 * other charges. A due that is covered whole is closed (Anulado, with the receipt that covered it); each step leaves its row in
 * `payment_credits`. What is left waits for the next due. The sale must be locked; a repeat changes nothing.
 */
export async function applyCredits(ctx: Acting, saleId: number): Promise<void> {
  const surplus = (await surplusOf(ctx, saleId)).filter(({ cents }) => cents > 0);
  if (surplus.length === 0) return;
  const open = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.saleId, saleId),
        ne(payments.typeId, PAYMENT_TYPE.separation),
        inArray(payments.stateId, [...DUE_STATES]),
      ),
    )
    .orderBy(sql`${payments.dueAt} nulls last`, asc(payments.id))
    .for('no key update');
  for (const from of surplus)
    for (const due of open) {
      if (from.cents === 0) break;
      if (due.dueCents === 0 || paysPrice(due.typeId) !== paysPrice(from.typeId)) continue;
      const cents = Math.min(from.cents, due.dueCents);
      const reason = `Excedente del recibo ${receiptOf(from)}`;
      if (cents === due.dueCents)
        await movePayment(ctx, due, PAYMENT.voided, { covered: true }, `${reason}: queda pagado`);
      else {
        await ctx.db
          .update(payments)
          .set({ dueCents: due.dueCents - cents, version: due.version + 1 })
          .where(eq(payments.id, due.id));
        await announce(ctx, {
          record: 'pago',
          id: due.id,
          from: due.stateId,
          to: due.stateId,
          of: ['precontrato', saleId],
          reason,
        });
      }
      await ctx.db.insert(paymentCredits).values({ fromId: from.id, toId: due.id, cents, at: ctx.now });
      from.cents -= cents;
      due.dueCents -= cents;
      due.version += 1;
    }
}

/** A due is asked for again: what surplus had taken off it counts for the new one. The sale must be locked. */
export async function moveCredits(ctx: Acting, before: number, again: number): Promise<void> {
  const moved = await ctx.db
    .update(paymentCredits)
    .set({ undoneAt: ctx.now })
    .where(and(eq(paymentCredits.toId, before), isNull(paymentCredits.undoneAt)))
    .returning({ fromId: paymentCredits.fromId, cents: paymentCredits.cents });
  if (moved.length > 0)
    await ctx.db.insert(paymentCredits).values(moved.map((one) => ({ ...one, toId: again, at: ctx.now })));
}

/** A payment was reversed: what its surplus had paid is owed again. The sale must be locked. */
export async function takeBackCredits(ctx: Acting, paymentId: number): Promise<void> {
  const given = await ctx.db
    .select({ credit: paymentCredits, due: payments })
    .from(paymentCredits)
    .innerJoin(payments, eq(payments.id, paymentCredits.toId))
    .where(and(eq(paymentCredits.fromId, paymentId), isNull(paymentCredits.undoneAt)))
    .orderBy(asc(paymentCredits.id))
    .for('no key update');
  for (const { credit, due } of given) {
    const waiting =
      isOpen(due.stateId) || due.stateId === PAYMENT.reported || due.stateId === PAYMENT.verifying;
    if (waiting)
      await ctx.db
        .update(payments)
        .set({
          dueCents: sql`${payments.dueCents} + ${credit.cents}`,
          version: sql`${payments.version} + 1`,
        })
        .where(eq(payments.id, due.id));
    else await dueAgain(ctx, due, credit.cents);
    await ctx.db.update(paymentCredits).set({ undoneAt: ctx.now }).where(eq(paymentCredits.id, credit.id));
  }
}
