import { and, asc, eq, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { offsetOf } from '#contract/paging.ts';
import { offersOf } from '#contract/transitions.ts';
import { itemCents } from '#contract/works/contracts/allocation.ts';
import { itbmsOf, round3 } from '#contract/works/materials/rules.ts';
import { changeRequestStatus, type RequestFilter } from '#contract/works/purchasing/endpoints.ts';
import type {
  MaterialRequest,
  Quotation,
  RequestLine,
  RequestRow,
} from '#contract/works/purchasing/model.ts';
import {
  ORDER_STATE,
  ORDER_STATES,
  QUOTED_STATES,
  REQUEST_STATE,
  requestMachine,
  TAKEN_STATES,
  type RequestFacts,
} from '#contract/works/purchasing/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { hasPart, inOrder, rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { yearlyCode, yearlyCodeOf } from '#server/kernel/yearly.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { namedStates, statesOf } from '#server/modules/company/staff/history.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import {
  buysFor,
  pricesInReach,
  reachesSite,
  seesPrices,
  siteInReach,
} from '#server/modules/works/materials/materials.scope.ts';
import {
  materialRequestLines,
  materialRequests,
  purchaseOrders,
  supplierQuotationLines,
  supplierQuotations,
} from './purchasing.table.ts';

const askers = alias(users, 'askers');
const approvers = alias(users, 'approvers');

/** The same in a statement, over the columns of a table. */
export const requestCode = yearlyCodeOf('SM', 'material_requests');

export const requestsInReach = (ctx: Context, permission: 'materiales.ver' | 'materiales.crear') =>
  siteInReach(ctx, permission, materialRequests.projectId, materialRequests.createdBy);

/** Requests with what their rows show. */
export const selectRequests = (ctx: Context) =>
  ctx.db
    .select({
      request: materialRequests,
      project: { id: projects.id, name: projects.name },
      house: { id: houses.id, name: houses.name, modelId: houses.modelId },
      state: sql<string>`coalesce((select label from catalog_items where catalog = 'estados_solicitudes' and catalog_items.id = ${materialRequests.stateId}), '')`,
      askedBy: askers.name,
      approvedBy: approvers.name,
      lines: sql<number>`(select count(*) from material_request_lines l where l.request_id = ${materialRequests.id})::int`,
      cents:
        sql<number>`(select coalesce(sum(round(l.quantity * m.price_cents)), 0) from material_request_lines l
        join materials m on m.id = l.material_id where l.request_id = ${materialRequests.id})::bigint`.mapWith(
          Number,
        ),
      sees: sql<boolean>`${pricesInReach(ctx, materialRequests.projectId)}`,
    })
    .from(materialRequests)
    .innerJoin(projects, eq(projects.id, materialRequests.projectId))
    .leftJoin(houses, eq(houses.id, materialRequests.houseId))
    .leftJoin(askers, eq(askers.id, materialRequests.askedBy))
    .leftJoin(approvers, eq(approvers.id, materialRequests.approvedBy));
type Found = Awaited<ReturnType<typeof selectRequests>>[number];

/** One of them as an answer. */
export const presentRow = ({ request, project, house, state, ...one }: Found): RequestRow => ({
  id: request.id,
  version: request.version,
  code: yearlyCode('SM', request),
  project,
  house: house && { id: house.id, name: house.name },
  state: { id: request.stateId, name: state },
  needed_on: request.neededOn,
  lines_count: one.lines,
  asked_by: one.askedBy,
  asked_at: request.askedAt?.toISOString() ?? null,
  over_budget: request.overReason !== null,
  estimate_centavos: one.sees ? one.cents : null,
});

export type Conditions = Pick<RequestFilter, 'q' | 'proyecto_id' | 'vivienda_id' | 'estado_id'>;
/** The requests in reach that meet a filter. */
export const matching = (ctx: Context, query: Conditions) =>
  and(
    requestsInReach(ctx, 'materiales.ver'),
    query.proyecto_id === undefined ? undefined : eq(materialRequests.projectId, query.proyecto_id),
    query.vivienda_id === undefined ? undefined : eq(materialRequests.houseId, query.vivienda_id),
    query.estado_id === undefined ? undefined : eq(materialRequests.stateId, query.estado_id),
    query.q
      ? or(
          hasPart(requestCode, query.q),
          sql`exists (select from houses h where h.id = ${materialRequests.houseId} and ${hasPart(sql`h.name`, query.q)})`,
        )
      : undefined,
  );

/** A page of requests, the last first, and the total. */
export async function pageOfRequests(ctx: Context, query: RequestFilter) {
  const where = matching(ctx, query);
  const list = await selectRequests(ctx)
    .where(where)
    .orderBy(
      inOrder(query, { id: materialRequests.id, needed_on: materialRequests.neededOn }, materialRequests.id, [
        'id',
        'desc',
      ]),
    )
    .limit(query.per_page)
    .offset(offsetOf(query));
  return { list: list.map(presentRow), total: await ctx.db.$count(materialRequests, where) };
}

/** Whether the caller may open a request. Guards its comments and files. */
export async function mayOpenRequest(ctx: Context, id: number): Promise<boolean> {
  return (
    (await ctx.db.$count(
      materialRequests,
      and(eq(materialRequests.id, id), requestsInReach(ctx, 'materiales.ver')),
    )) > 0
  );
}

interface Line {
  id: number;
  materialId: number;
  code: string;
  name: string;
  unit: string;
  quantity: number;
  budget: number | null;
  taken: number;
  priceCents: number;
  orderId: number | null;
  orderCode: string | null;
}

/** The lines of a request beside the budget of its house: its model's list, and what other requests took of it. */
export async function linesOf(
  { db }: Pick<Context, 'db'>,
  { id, houseId }: Pick<typeof materialRequests.$inferSelect, 'id' | 'houseId'>,
): Promise<Line[]> {
  const found = await rows<Record<keyof Line, string | number | null>>(
    db,
    sql`select l.id, l.material_id "materialId", m.code, m.name, m.unit, l.quantity, b.quantity budget,
        (select coalesce(sum(o.quantity), 0) from material_request_lines o join material_requests r on r.id = o.request_id
          where r.house_id = ${houseId} and o.material_id = l.material_id and r.id <> ${id}
            and r.state_id = any(${sql.param([...TAKEN_STATES])}::int[])) taken,
        m.price_cents "priceCents", po.id "orderId",
        ${yearlyCodeOf('OC', 'po')} "orderCode"
      from material_request_lines l join materials m on m.id = l.material_id
        left join houses h on h.id = ${houseId}
        left join model_materials b on b.model_id = h.model_id and b.material_id = l.material_id
        left join purchase_order_lines pl on pl.request_line_id = l.id and pl.active
        left join purchase_orders po on po.id = pl.order_id
      where l.request_id = ${id} order by m.name, l.id`,
  );
  const number = (value: string | number | null) => (value === null ? null : Number(value));
  return found.map((one) => ({
    id: Number(one.id),
    materialId: Number(one.materialId),
    code: String(one.code),
    name: String(one.name),
    unit: String(one.unit),
    quantity: Number(one.quantity),
    budget: number(one.budget),
    taken: Number(one.taken),
    priceCents: Number(one.priceCents),
    orderId: number(one.orderId),
    orderCode: one.orderCode === null ? null : String(one.orderCode),
  }));
}

/** How far a line would take the house beyond its budget. Without a budget, all of it. */
export const overBy = ({ budget, taken, quantity }: Pick<Line, 'budget' | 'taken' | 'quantity'>): number =>
  Math.max(0, round3(Math.min(quantity, taken + quantity - (budget ?? 0))));

/**
 * Whether the caller may approve beyond the budget: everywhere with scope todo (gerencia), otherwise each material within
 * the percent of the settings. A material without budget is gerencia's (domain.md §3).
 */
async function mayExceed(ctx: Context, over: readonly Line[]): Promise<boolean> {
  if (scopeOf(ctx, 'materiales.aprobar')?.scope === 'todo') return true;
  const { works } = await readSettings(ctx.db);
  return over.every(
    ({ budget, taken, quantity }) =>
      budget !== null && taken + quantity <= budget * (1 + works.materialsOverPercent / 100),
  );
}

/** What the transitions of a request depend on, for the caller. */
export async function requestFacts(
  ctx: Context,
  request: typeof materialRequests.$inferSelect,
  lines: readonly Line[],
): Promise<RequestFacts> {
  const over = lines.filter((line) => overBy(line) > 0);
  return {
    askedByCaller: request.askedBy !== null && request.askedBy === ctx.staff?.userId,
    lines: lines.length,
    over: over.map(({ name }) => name),
    mayExceed: await mayExceed(ctx, over),
    orders: lines.filter(({ orderId }) => orderId !== null).length,
  };
}

const presentLine = (line: Line, sees: boolean): RequestLine => ({
  id: line.id,
  material: { id: line.materialId, name: line.name, code: line.code, unit: line.unit },
  quantity: line.quantity,
  budget: line.budget,
  taken: line.taken,
  over: overBy(line),
  order: line.orderId === null ? null : { id: line.orderId, name: line.orderCode ?? '' },
  price_centavos: sees ? line.priceCents : null,
});

/** The quotations of a request side by side, with the lowest price of each line and of the whole. */
export async function quotationsOf(
  ctx: Context,
  requestId: number,
  lines: readonly Line[],
): Promise<Quotation[]> {
  const found = await ctx.db
    .select({ quotation: supplierQuotations, supplier: { id: partners.id, name: partners.name } })
    .from(supplierQuotations)
    .innerJoin(partners, eq(partners.id, supplierQuotations.supplierId))
    .where(eq(supplierQuotations.requestId, requestId))
    .orderBy(asc(supplierQuotations.id));
  const prices = await ctx.db
    .select({ price: supplierQuotationLines })
    .from(supplierQuotationLines)
    .innerJoin(supplierQuotations, eq(supplierQuotations.id, supplierQuotationLines.quotationId))
    .where(eq(supplierQuotations.requestId, requestId));
  const taken = await ctx.db
    .select({
      quotationId: purchaseOrders.quotationId,
      id: purchaseOrders.id,
      year: purchaseOrders.year,
      number: purchaseOrders.number,
    })
    .from(purchaseOrders)
    .where(
      and(eq(purchaseOrders.requestId, requestId), sql`${purchaseOrders.stateId} <> ${ORDER_STATE.voided}`),
    );
  const today = panamaDay(ctx.now);
  const least = new Map<number, number>();
  for (const { price } of prices)
    least.set(price.requestLineId, Math.min(price.priceCents, least.get(price.requestLineId) ?? Infinity));
  const list = found.map(({ quotation, supplier }): Quotation => {
    const own = prices.filter(({ price }) => price.quotationId === quotation.id).map(({ price }) => price);
    const offered = lines.flatMap((line) => {
      const price = own.find(({ requestLineId }) => requestLineId === line.id);
      if (!price) return [];
      return [
        {
          line_id: line.id,
          price_centavos: price.priceCents,
          taxed: price.taxed,
          cents: itemCents(line.quantity, price.priceCents),
          lowest: price.priceCents === least.get(line.id),
        },
      ];
    });
    const sum = (list: typeof offered) => list.reduce((cents, one) => cents + one.cents, 0);
    const itbms = itbmsOf(sum(offered.filter(({ taxed }) => taxed)));
    const order = taken.find(({ quotationId }) => quotationId === quotation.id);
    return {
      id: quotation.id,
      version: quotation.version,
      supplier,
      number: quotation.number,
      quoted_on: quotation.quotedOn,
      valid_until: quotation.validUntil,
      expired: quotation.validUntil !== null && quotation.validUntil < today,
      delivery_days: quotation.deliveryDays,
      terms: quotation.terms,
      lines: offered,
      subtotal_centavos: sum(offered),
      itbms_centavos: itbms,
      total_centavos: sum(offered) + itbms,
      complete: offered.length === lines.length,
      lowest: false,
      order: order ? { id: order.id, name: yearlyCode('OC', order) } : null,
    };
  });
  const totals = list.filter(({ complete }) => complete).map(({ total_centavos }) => total_centavos);
  return list.map((one) => ({
    ...one,
    lowest: one.complete && one.total_centavos === Math.min(...totals),
  }));
}

/** A request with its budget, quotations and orders. Raises 404. */
export async function answerRequest(ctx: Context, id: number): Promise<MaterialRequest> {
  const [found] = await selectRequests(ctx).where(
    and(eq(materialRequests.id, id), requestsInReach(ctx, 'materiales.ver')),
  );
  if (!found) throw notFound();
  const { request } = found;
  const { projectId } = request;
  const of = { projectId, madeBy: request.createdBy };
  const sees = seesPrices(ctx, projectId);
  const lines = await linesOf(ctx, request);
  const facts = await requestFacts(ctx, request, lines);
  const orders = await ctx.db
    .select({ order: purchaseOrders, supplier: partners.name })
    .from(purchaseOrders)
    .innerJoin(partners, eq(partners.id, purchaseOrders.supplierId))
    .where(eq(purchaseOrders.requestId, id))
    .orderBy(asc(purchaseOrders.id));
  const states = await rows<{ id: number; label: string }>(
    ctx.db,
    sql`select id::int, label from catalog_items where catalog = 'estados_solicitudes'`,
  );
  const named = (state: number) => ({ id: state, name: states.find((one) => one.id === state)?.label ?? '' });
  return {
    ...presentRow(found),
    note: request.note,
    over_reason: request.overReason,
    approved_by: found.approvedBy,
    lines: lines.map((line) => presentLine(line, sees)),
    quotations: sees ? await quotationsOf(ctx, id, lines) : [],
    orders: orders.map(({ order, supplier }) => ({
      id: order.id,
      code: yearlyCode('OC', order),
      supplier,
      state: { id: order.stateId, name: ORDER_STATES[order.stateId] ?? '' },
      total_centavos: sees ? order.totalCents : null,
    })),
    transitions: offersOf(
      requestMachine,
      request.stateId,
      facts,
      urlOf(changeRequestStatus, { params: { id } }),
      (permission) => reachesSite(ctx, permission, of),
    ).map((offer) =>
      // Within the budget nothing has to be said; beyond it, why.
      offer.estado_id === REQUEST_STATE.approved
        ? { ...offer, motivo: facts.over.length > 0 ? ('required' as const) : ('none' as const) }
        : offer,
    ),
    may: {
      edit: request.stateId === REQUEST_STATE.draft && reachesSite(ctx, 'materiales.crear', of),
      quote: QUOTED_STATES.includes(request.stateId) && buysFor(ctx, projectId),
    },
    history: namedStates(await statesOf(ctx.db, requestMachine.entity, [id]), id, named),
  };
}

/** Locks a request within the caller's scope. Raises 404. */
export async function lockRequest(ctx: Context, id: number): Promise<typeof materialRequests.$inferSelect> {
  const [found] = await ctx.db
    .select()
    .from(materialRequests)
    .where(and(eq(materialRequests.id, id), requestsInReach(ctx, 'materiales.ver')))
    .for('no key update');
  if (!found) throw notFound();
  return found;
}

/** Ids of the lines of a request. */
export const lineIdsOf = async ({ db }: Pick<Context, 'db'>, requestId: number): Promise<number[]> =>
  (
    await db
      .select({ id: materialRequestLines.id })
      .from(materialRequestLines)
      .where(eq(materialRequestLines.requestId, requestId))
  ).map(({ id }) => id);
