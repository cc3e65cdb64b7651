import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
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

/** Fields of a new due. Amounts in cents; `charged`: a separate charge, outside the price. */
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

/** Inserts a due (Pendiente) of the customer. The sale must be locked. Returns its id. */
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

/**
 * Inserts the same due again: the rest of a partial payment, or the amount owed again after a rejection or a
 * reversal. A smaller amount gets the concept "Saldo de …".
 */
export const dueAgain = (ctx: Acting, payment: Row, cents: number = payment.dueCents): Promise<number> => {
  const { saleId, typeId, planId, part, dueAt } = payment;
  const concept = cents < payment.dueCents ? remainderOf(payment) : payment.concept;
  return addDue(ctx, { saleId, typeId, concept, planId, part, cents, dueAt, originId: payment.id });
};

/** Unused surplus per settled payment of a sale, in cents, the oldest first. */
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
 * Pays the next dues of the sale with the unused surplus: dues of the price from payments of the price, other
 * charges from other charges. A fully covered due is closed (Anulado, with the receipt that covered it). Each step
 * is a row of `payment_credits`. The remaining surplus waits for the next due. The sale must be locked. Idempotent.
 * `first`: dues that are paid before the others, in this order, even if the customer reported them.
 */
export async function applyCredits(
  ctx: Acting,
  saleId: number,
  first: readonly number[] = [],
): Promise<void> {
  const surplus = (await surplusOf(ctx, saleId)).filter(({ cents }) => cents > 0);
  if (surplus.length === 0) return;
  const found = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.saleId, saleId),
        ne(payments.typeId, PAYMENT_TYPE.separation),
        or(inArray(payments.stateId, [...DUE_STATES]), inArray(payments.id, [...first])),
      ),
    )
    .orderBy(sql`${payments.dueAt} nulls last`, asc(payments.id))
    .for('no key update');
  const place = ({ id }: Row) => (first.includes(id) ? first.indexOf(id) : first.length);
  const open = found.toSorted((a, b) => place(a) - place(b));
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

/** Moves the credits of a due to the due that replaces it. The sale must be locked. */
export async function moveCredits(ctx: Acting, before: number, again: number): Promise<void> {
  const moved = await ctx.db
    .update(paymentCredits)
    .set({ undoneAt: ctx.now })
    .where(and(eq(paymentCredits.toId, before), isNull(paymentCredits.undoneAt)))
    .returning({ fromId: paymentCredits.fromId, cents: paymentCredits.cents });
  if (moved.length > 0)
    await ctx.db.insert(paymentCredits).values(moved.map((one) => ({ ...one, toId: again, at: ctx.now })));
}

/**
 * Undoes the credits of a reversed payment: the dues that its surplus paid are owed again. The sale must be locked.
 */
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
