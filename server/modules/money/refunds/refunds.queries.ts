import { and, count, eq, sql, type SQL } from 'drizzle-orm';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Refund, RefundFilter } from '#contract/money/refunds/model.ts';
import { REFUND_LABELS, refundMachine, REFUND } from '#contract/money/refunds/rules.ts';
import { offersOf } from '#contract/transitions.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { newestFirst, type Db } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { salesMatching } from '#server/modules/sales/sale/search.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { nameOf, stepBy } from '#server/modules/company/staff/names.service.ts';
import { refunds } from './refunds.table.ts';

const selected = (db: Db) =>
  db
    .select({
      refund: refunds,
      sale: sales,
      name: people.name,
      project: { id: projects.id, name: projects.name },
      prepared: sql<string>`${nameOf(refunds.preparedBy)}`,
      agreed: nameOf(refunds.agreedBy),
      approved: nameOf(refunds.approvedBy),
      paid: nameOf(refunds.paidBy),
    })
    .from(refunds)
    .innerJoin(sales, eq(sales.id, refunds.saleId))
    .innerJoin(people, eq(people.id, sales.personId))
    .innerJoin(projects, eq(projects.id, sales.projectId));
type Found = Awaited<ReturnType<typeof selected>>[number];

const matching = (filter: RefundFilter, reach: SQL | undefined) =>
  and(
    reach,
    filter.estado_id === undefined ? undefined : eq(refunds.stateId, filter.estado_id),
    filter.q ? salesMatching(filter.q) : undefined,
  );

/** A page of refunds in scope, the newest first, and the total. */
export async function findRefunds(ctx: Context, filter: RefundFilter, reach?: SQL) {
  const where = matching(filter, reach);
  const found = await selected(ctx.db)
    .where(where)
    .orderBy(newestFirst(refunds.id, filter))
    .limit(filter.per_page)
    .offset(offsetOf(filter));
  const [counted] = await ctx.db
    .select({ total: count() })
    .from(refunds)
    .innerJoin(sales, eq(sales.id, refunds.saleId))
    .where(where);
  return { data: await presentAll(ctx, found), total: counted!.total };
}

/** The sum of the refunds over the whole filter, in cents. */
export async function sumsOfRefunds(ctx: Context, filter: RefundFilter, reach?: SQL) {
  const [found] = await ctx.db
    .select({ monto: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::bigint`.mapWith(Number) })
    .from(refunds)
    .innerJoin(sales, eq(sales.id, refunds.saleId))
    .where(matching(filter, reach));
  return found!;
}

/** One refund in scope, in wire format. */
export async function findRefund(ctx: Context, where: SQL | undefined): Promise<Refund | undefined> {
  const found = await selected(ctx.db).where(where);
  return (await presentAll(ctx, found))[0];
}

/** SQL condition: the current refund of a sale, its last one that was not cancelled. */
export const refundOfSale = (saleId: number) =>
  sql`${refunds.id} = (select max(id) from refunds where sale_id = ${saleId} and state_id <> ${REFUND.cancelled})`;

async function presentAll(ctx: Context, found: Found[]): Promise<Refund[]> {
  const names = found.length > 0 ? await catalogLabels(ctx.db, banks) : new Map<number, string>();
  return found.map((one) => present(ctx, one, names));
}

function present(
  ctx: Context,
  { refund, sale, name, project, ...who }: Found,
  names: ReadonlyMap<number, string>,
): Refund {
  const { userId } = staffOf(ctx);
  const rights = {
    preparedByCaller: refund.preparedBy === userId,
    agreedByCaller: refund.agreedBy === userId,
  };
  const pays = reaches(ctx, 'pagos.editar', sale);
  const paid = stepBy(who.paid, refund.paidAt);
  return {
    id: refund.id,
    version: refund.version,
    sale: { id: sale.id, code: sale.code },
    name,
    project,
    state: { id: refund.stateId, name: REFUND_LABELS[refund.stateId] ?? '' },
    cause: refund.cause,
    paid_centavos: refund.paidCents,
    penalty_percent: refund.penaltyPercent,
    penalty_centavos: refund.penaltyCents,
    amount_centavos: refund.amountCents,
    payee: {
      name: refund.payeeName,
      bank: { id: refund.bankId, name: names.get(refund.bankId) ?? '' },
      account: pays ? refund.account : `•••${refund.account.slice(-4)}`,
    },
    notes: refund.notes,
    prepared: { by: who.prepared, at: refund.preparedAt.toISOString() },
    agreed: stepBy(who.agreed, refund.agreedAt),
    approved: stepBy(who.approved, refund.approvedAt),
    paid: paid && { ...paid, reference: refund.bankReference ?? '', on: refund.bankDate ?? '' },
    due_on: refund.dueOn,
    transitions: offersOf(
      refundMachine,
      refund.stateId,
      rights,
      `/api/sale/refunds/${refund.id}/status`,
      (permission) => reaches(ctx, permission, sale),
    ),
  };
}
