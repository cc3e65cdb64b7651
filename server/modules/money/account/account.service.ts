import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { paymentStatus, paymentTypes } from '#contract/company/catalogs/moneyLists.ts';
import type { Due, Plan, SaleAccount, SaleMoney } from '#contract/money/payments/plan.ts';
import { formatMoney } from '#contract/money.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { isOpen } from '#contract/money/payments/rules.ts';
import { priceOfSale } from '#server/modules/sales/quotes/agreed.service.ts';
import { agreedPlan } from '#server/modules/sales/quotes/terms.service.ts';
import { paidRefunds } from '#server/modules/money/refunds/paidRefund.service.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { accountOf, type AccountRow } from './account.ts';
import { conceptOf, titleWith } from '#server/modules/money/payments/concept.service.ts';
import {
  isInstallment,
  livePlan,
  NO_INSTALLMENT,
  whyNoPlan,
} from '#server/modules/money/payments/plan.service.ts';
import { receiptOf } from '#contract/money/payments/receipts.ts';
import { mayReport } from '#server/modules/money/payments/payments.service.ts';
import { daysLate } from '#server/modules/money/payments/owed.service.ts';
import { paymentCredits, paymentReversals, payments } from '#server/modules/money/payments/payments.table.ts';

type Sale = typeof sales.$inferSelect;

/** The dues of a sale with their titles, receipts and reversals, and the credits between them. */
async function moneyRows(db: Db, saleId: number) {
  const types = await catalogLabels(db, paymentTypes);
  const found = await db
    .select({ payment: payments, reversal: paymentReversals })
    .from(payments)
    .leftJoin(
      paymentReversals,
      eq(paymentReversals.paymentId, sql`coalesce(${payments.passedFromId}, ${payments.id})`),
    )
    .where(eq(payments.saleId, saleId))
    .orderBy(payments.id);
  const titles = new Map(found.map(({ payment }) => [payment.id, titleWith(types, payment)]));
  const credits = await db
    .select()
    .from(paymentCredits)
    .where(and(inArray(paymentCredits.fromId, [...titles.keys()]), isNull(paymentCredits.undoneAt)))
    .orderBy(paymentCredits.id);
  const rows = found.map(({ payment, reversal }) => ({
    payment,
    row: {
      ...payment,
      title: titles.get(payment.id) ?? '',
      receipt: receiptOf(payment),
      reversal,
      surplus: credits.flatMap(({ fromId, toId, cents }) =>
        fromId === payment.id ? [{ title: titles.get(toId) ?? '', cents }] : [],
      ),
    } satisfies AccountRow,
  }));
  return { rows, credits };
}

type MoneyRow = Awaited<ReturnType<typeof moneyRows>>['rows'][number];
type Credit = typeof paymentCredits.$inferSelect;

/**
 * Places a row that comes from another due (rest, repetition) below that due. Leaves out a due that a surplus
 * covered when the surplus was taken back: the due that replaced it is shown instead.
 */
function inOrder(rows: readonly MoneyRow[], credits: readonly Credit[]): MoneyRow[] {
  const known = new Set(rows.map(({ row }) => row.id));
  const after = Map.groupBy(rows, ({ payment: { originId } }) =>
    originId !== null && known.has(originId) ? originId : null,
  );
  const from = (id: number | null): MoneyRow[] =>
    (after.get(id) ?? []).flatMap((one) => {
      const replaced =
        one.payment.covered && after.has(one.row.id) && !credits.some(({ toId }) => toId === one.row.id);
      return [...(replaced ? [] : [one]), ...from(one.row.id)];
    });
  return from(null);
}

/** Notes of a due: which surplus paid how much of it, and where its own surplus went. */
function notesOf(
  { row, payment }: MoneyRow,
  rows: readonly MoneyRow[],
  credits: readonly Credit[],
): string[] {
  const of = (id: number) => rows.find((one) => one.row.id === id)?.row;
  return [
    ...credits
      .filter(({ toId }) => toId === row.id)
      .map(({ fromId, cents }) =>
        payment.covered
          ? `Cubierta por el excedente del recibo ${of(fromId)?.receipt ?? ''}`
          : `${formatMoney(cents)} ya los pagó el excedente del recibo ${of(fromId)?.receipt ?? ''}`,
      ),
    ...row.surplus.map(({ title, cents }) => `${formatMoney(cents)} pasaron a ${title}`),
  ];
}

/** The account of a sale at `now`: statement, balances, late dues. */
export async function saleAccount(ctx: Pick<Context, 'db' | 'now'>, sale: Sale): Promise<SaleAccount> {
  const { rows } = await moneyRows(ctx.db, sale.id);
  return accountFrom(ctx, sale, rows, await livePlan(ctx.db, sale.id));
}

async function accountFrom(
  { db, now }: Pick<Context, 'db' | 'now'>,
  sale: Sale,
  rows: readonly MoneyRow[],
  plan: object | undefined,
): Promise<SaleAccount> {
  const { receivedAt, createdAt, stateId, stateSince } = sale;
  return accountOf(
    {
      priceCents: await priceOfSale(db, sale),
      since: receivedAt ?? createdAt,
      endedAt: hasEnded(stateId) ? stateSince : null,
      bankPays: plan !== undefined && sale.paymentForm === 'hipoteca',
    },
    rows.map(({ row }) => row),
    await paidRefunds(db, sale.id),
    now,
  );
}

/** Plan, dues and account of a sale, with the actions that the caller may take. */
export async function saleMoney(ctx: Context, sale: Sale): Promise<SaleMoney> {
  const { rows, credits } = await moneyRows(ctx.db, sale.id);
  const states = await catalogLabels(ctx.db, paymentStatus);
  const types = await catalogLabels(ctx.db, paymentTypes);
  const plan = await livePlan(ctx.db, sale.id);
  const disabled = whyNoPlan(sale);
  const may = (permission: 'pagos.crear' | 'pagos.editar') => reaches(ctx, permission, sale);
  return {
    plan: plan ? await presentPlan(ctx.db, plan) : null,
    agreed: await agreedPlan(ctx.db, sale),
    dues: inOrder(rows, credits).map(({ payment, row }): Due => ({
      id: payment.id,
      version: payment.version,
      type: { id: payment.typeId, name: types.get(payment.typeId) ?? '' },
      state: { id: payment.stateId, name: states.get(payment.stateId) ?? '' },
      concept: conceptOf(payment),
      due_centavos: payment.dueCents,
      due_at: payment.dueAt?.toISOString() ?? null,
      paid_centavos: payment.bankCents,
      receipt: row.receipt,
      days_late: hasEnded(sale.stateId) ? 0 : daysLate(payment, ctx.now),
      reversed: payment.reversedAt !== null,
      covered: payment.covered,
      notes: notesOf({ payment, row }, rows, credits),
    })),
    account: await accountFrom(ctx, sale, rows, plan),
    actions: {
      plan: may('pagos.crear') ? { disabled } : null,
      charge: may('pagos.crear') ? { disabled } : null,
      disbursement: may('pagos.crear') ? { disabled: whyNoDisbursement(sale) } : null,
      reprogram:
        plan && may('pagos.editar')
          ? {
              disabled:
                disabled ??
                (rows.some(({ payment }) => isInstallment(payment) && isOpen(payment.stateId))
                  ? null
                  : NO_INSTALLMENT),
            }
          : null,
      report: mayReport(ctx, sale)
        ? {
            disabled:
              disabled ??
              (rows.some(({ payment }) => isOpen(payment.stateId))
                ? null
                : 'Esta venta no tiene un pago por reportar.'),
          }
        : null,
    },
  };
}

/** Why a disbursement of the mortgage cannot be recorded for this sale now; null when it can. */
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
