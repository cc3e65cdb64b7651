import { eq, sql } from 'drizzle-orm';
import { paymentStatus, paymentTypes } from '#contract/catalogs/moneyLists.ts';
import type { Due, Plan, SaleAccount, SaleMoney } from '#contract/payments/plan.ts';
import { SALE } from '#contract/sales/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/catalogs/catalogs.service.ts';
import { agreedPlan, priceOfSale } from '#server/modules/quotes/agreed.service.ts';
import { paidRefunds } from '#server/modules/refunds/paidRefund.service.ts';
import { reaches } from '#server/modules/sales/sales.scope.ts';
import { sales } from '#server/modules/sales/sales.table.ts';
import { users } from '#server/modules/users/users.table.ts';
import { accountOf, daysLate, type AccountRow } from './account.ts';
import { conceptOf, titleWith } from './concept.ts';
import { livePlan, whyNoPlan } from './plan.service.ts';
import { receiptOf } from './receipts.service.ts';
import { paymentReversals, payments } from './payments.table.ts';

type Sale = typeof sales.$inferSelect;

async function moneyRows(db: Db, saleId: number) {
  const types = await catalogLabels(db, paymentTypes);
  const found = await db
    .select({
      payment: payments,
      reversal: paymentReversals,
      creditedCents: sql<number>`coalesce((select sum(c.cents) from payment_credits c
        where c.from_id = payments.id and c.undone_at is null), 0)::bigint`,
    })
    .from(payments)
    .leftJoin(paymentReversals, eq(paymentReversals.paymentId, payments.id))
    .where(eq(payments.saleId, saleId))
    .orderBy(payments.id);
  return found.map(({ payment, reversal, creditedCents }) => ({
    payment,
    row: {
      ...payment,
      title: titleWith(types, payment),
      receipt: receiptOf(payment),
      reversal,
      creditedCents: Number(creditedCents),
    } satisfies AccountRow,
  }));
}

/** The account of a sale as it stands: statement, balances, what is late. */
export async function saleAccount(ctx: Pick<Context, 'db' | 'now'>, sale: Sale): Promise<SaleAccount> {
  const found = await moneyRows(ctx.db, sale.id);
  return accountFrom(
    ctx,
    sale,
    found.map(({ row }) => row),
  );
}

async function accountFrom(
  { db, now }: Pick<Context, 'db' | 'now'>,
  sale: Sale,
  rows: readonly AccountRow[],
): Promise<SaleAccount> {
  const since = sale.receivedAt ?? sale.createdAt;
  return accountOf(
    { priceCents: await priceOfSale(db, sale), since },
    rows,
    await paidRefunds(db, sale.id),
    now,
  );
}

/** Plan, dues and account of a sale, with what the caller may do. */
export async function saleMoney(ctx: Context, sale: Sale): Promise<SaleMoney> {
  const found = await moneyRows(ctx.db, sale.id);
  const states = await catalogLabels(ctx.db, paymentStatus);
  const types = await catalogLabels(ctx.db, paymentTypes);
  const plan = await livePlan(ctx.db, sale.id);
  const disabled = whyNoPlan(sale);
  const may = (permission: 'pagos.crear') => reaches(ctx, permission, sale);
  return {
    plan: plan ? await presentPlan(ctx.db, plan) : null,
    agreed: await agreedPlan(ctx.db, sale.id),
    dues: found.map(({ payment, row }): Due => ({
      id: payment.id,
      version: payment.version,
      type: { id: payment.typeId, name: types.get(payment.typeId) ?? '' },
      state: { id: payment.stateId, name: states.get(payment.stateId) ?? '' },
      concept: conceptOf(payment),
      due_centavos: payment.dueCents,
      due_at: payment.dueAt?.toISOString() ?? null,
      paid_centavos: payment.bankCents,
      receipt: row.receipt,
      days_late: daysLate(payment, ctx.now),
      reversed: payment.reversedAt !== null,
    })),
    account: await accountFrom(
      ctx,
      sale,
      found.map(({ row }) => row),
    ),
    actions: {
      plan: may('pagos.crear') ? { disabled } : null,
      charge: may('pagos.crear') ? { disabled } : null,
      disbursement: may('pagos.crear') ? { disabled: whyNoDisbursement(sale) } : null,
    },
  };
}

/** Why no money of a mortgage can be noted for a sale now; null when it can. */
export const whyNoDisbursement = (sale: Sale): string | null =>
  sale.paymentForm === 'contado'
    ? 'Esta venta es de contado: no tiene hipoteca.'
    : (whyNoPlan(sale) ??
      (sale.stateId < SALE.inBank ? 'La venta todavía no tiene un trámite bancario.' : null));

async function presentPlan(db: Db, plan: NonNullable<Awaited<ReturnType<typeof livePlan>>>): Promise<Plan> {
  const [maker] = plan.createdBy
    ? await db.select({ name: users.name }).from(users).where(eq(users.id, plan.createdBy))
    : [];
  return {
    id: plan.id,
    total_centavos: plan.totalCents,
    percent: plan.percent,
    separacion_centavos: plan.separationCents,
    meses: plan.months,
    primera_fecha: plan.firstOn,
    motivo: plan.reason,
    creado_por: maker?.name ?? null,
    creado: plan.createdAt.toISOString(),
  };
}
