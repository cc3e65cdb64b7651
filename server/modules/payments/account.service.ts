import { eq, sql } from 'drizzle-orm';
import { paymentStatus, paymentTypes } from '#contract/catalogs/moneyLists.ts';
import type { Due, Plan, SaleAccount, SaleMoney } from '#contract/payments/plan.ts';
import { PAYMENT, PAYMENT_TYPE } from '#contract/payments/rules.ts';
import { SALE } from '#contract/sales/rules.ts';
import { receiptText } from '#contract/settings/model.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/catalogs/catalogs.service.ts';
import { reaches } from '#server/modules/sales/sales.scope.ts';
import { sales } from '#server/modules/sales/sales.table.ts';
import { readSettings } from '#server/modules/settings/settings.service.ts';
import { users } from '#server/modules/users/users.table.ts';
import { accountOf, daysLate, isUpToDate, type AccountRow } from './account.ts';
import { conceptOf, titleWith } from './concept.ts';
import { livePlan, whyNoPlan } from './plan.service.ts';
import { paymentReversals, payments } from './payments.table.ts';

type Sale = typeof sales.$inferSelect;

async function moneyRows(db: Db, saleId: number) {
  const types = await catalogLabels(db, paymentTypes);
  const { receipts } = await readSettings(db);
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
      receipt: payment.receiptNumber === null ? null : receiptText(receipts, payment.receiptNumber),
      reversal,
      creditedCents: Number(creditedCents),
    } satisfies AccountRow,
  }));
}

/** The account of a sale as it stands: statement, balances, what is late. */
export async function saleAccount(ctx: Pick<Context, 'db' | 'now'>, sale: Sale): Promise<SaleAccount> {
  const found = await moneyRows(ctx.db, sale.id);
  return accountFrom(
    sale,
    found.map(({ row }) => row),
    ctx.now,
  );
}

const accountFrom = (sale: Sale, rows: readonly AccountRow[], now: Date) =>
  accountOf({ priceCents: sale.priceCents, since: sale.receivedAt ?? sale.createdAt }, rows, now);

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
    account: accountFrom(
      sale,
      found.map(({ row }) => row),
      ctx.now,
    ),
    actions: {
      plan: may('pagos.crear') ? { disabled } : null,
      charge: may('pagos.crear') ? { disabled } : null,
      disbursement: may('pagos.crear') ? { disabled: whyNoDisbursement(sale) } : null,
    },
  };
}

const whyNoDisbursement = (sale: Sale) =>
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

/** What the rules of a sale ask of its money. Cents. */
export interface MoneyFacts {
  /** There is a plan of installments. */
  planned: boolean;
  /** Every installment is paid. */
  planPaid: boolean;
  /** No installment is five days late or more. */
  upToDate: boolean;
  /** Money of a mortgage has been confirmed. */
  disbursed: boolean;
  /** Price − confirmed money. */
  balanceCents: number;
}

/**
 * The money of a sale as its rules look at it ("abono al día", disbursed, what is left of the price).
 * @public for the rules of the later stages
 */
export async function moneyFacts(ctx: Pick<Context, 'db' | 'now'>, sale: Sale): Promise<MoneyFacts> {
  const rows = (await moneyRows(ctx.db, sale.id)).map(({ row }) => row);
  const ofPlan = rows.filter(
    ({ typeId }) => typeId === PAYMENT_TYPE.downPayment || typeId === PAYMENT_TYPE.installment,
  );
  const waiting: readonly number[] = [PAYMENT.pending, PAYMENT.reported, PAYMENT.verifying, PAYMENT.overdue];
  return {
    planned: ofPlan.length > 0,
    planPaid: ofPlan.length > 0 && !ofPlan.some(({ stateId }) => waiting.includes(stateId)),
    upToDate: isUpToDate(rows, ctx.now),
    disbursed: rows.some(
      ({ typeId, stateId, reversal }) =>
        typeId === PAYMENT_TYPE.disbursement && stateId === PAYMENT.confirmed && !reversal,
    ),
    balanceCents: accountFrom(sale, rows, ctx.now).balance_centavos,
  };
}
