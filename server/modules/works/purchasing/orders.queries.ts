import { and, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { offsetOf } from '#contract/paging.ts';
import { actionOf, offersOf } from '#contract/transitions.ts';
import { changeOrderStatus, type OrderFilter } from '#contract/works/purchasing/endpoints.ts';
import type { OrderLine, OrderRow, PurchaseOrder } from '#contract/works/purchasing/model.ts';
import {
  expectedOf,
  inTransit,
  OPEN_ORDERS,
  ORDER_STATE,
  ORDER_STATES,
  orderMachine,
  outstanding,
  RETURNABLE_ORDERS,
  toDispatch,
  type OrderFacts,
} from '#contract/works/purchasing/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, hasPart, idOf, inOrder, rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { yearlyCode, yearlyCodeOf } from '#server/kernel/yearly.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { namedStates, statesOf } from '#server/modules/company/staff/history.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import {
  buysFor,
  pricesInReach,
  reachesSite,
  siteInReach,
} from '#server/modules/works/materials/materials.scope.ts';
import { materials } from '#server/modules/works/materials/materials.table.ts';
import {
  materialRequests,
  orderDispatches,
  orderDispatchLines,
  orderReceiptLines,
  orderReceiptPhotos,
  orderReceipts,
  orderReturnLines,
  orderReturns,
  purchaseOrderLines,
  purchaseOrders,
} from './purchasing.table.ts';

export type Order = typeof purchaseOrders.$inferSelect;
export type Line = typeof purchaseOrderLines.$inferSelect;

export const ordersInReach = (ctx: Pick<Context, 'staff'>) =>
  siteInReach(ctx, 'materiales.ver', purchaseOrders.projectId, purchaseOrders.issuedBy);

/** Condition: the caller may count, dispatch and return for the order's site. */
export const handlesOrders = (ctx: Pick<Context, 'staff'>) =>
  siteInReach(ctx, 'materiales.editar', purchaseOrders.projectId);

/** Condition: it should have come before today. */
export const isLate = (today: string): SQL =>
  sql`(${purchaseOrders.expectedOn} < ${today} and ${purchaseOrders.stateId} in ${anyOf(OPEN_ORDERS)})`;

export const orderCode = yearlyCodeOf('OC', 'purchase_orders');

const selectOrders = (ctx: Context) =>
  ctx.db
    .select({
      order: purchaseOrders,
      project: { id: projects.id, name: projects.name },
      house: { id: houses.id, name: houses.name },
      supplier: { id: partners.id, name: partners.name },
      request: {
        id: materialRequests.id,
        year: materialRequests.year,
        number: materialRequests.number,
      },
      issuedBy: users.name,
      received:
        sql<number>`(select coalesce(round(100 * sum(least(l.quantity, l.received - l.returned)) / sum(l.quantity), 2), 0)
        from purchase_order_lines l where l.order_id = ${purchaseOrders.id})`.mapWith(Number),
      sees: sql<boolean>`${pricesInReach(ctx, purchaseOrders.projectId)}`,
      late: sql<boolean>`coalesce(${isLate(panamaDay(ctx.now))}, false)`,
    })
    .from(purchaseOrders)
    .innerJoin(projects, eq(projects.id, purchaseOrders.projectId))
    .innerJoin(partners, eq(partners.id, purchaseOrders.supplierId))
    .innerJoin(users, eq(users.id, purchaseOrders.issuedBy))
    .leftJoin(houses, eq(houses.id, purchaseOrders.houseId))
    .leftJoin(materialRequests, eq(materialRequests.id, purchaseOrders.requestId));
type Found = Awaited<ReturnType<typeof selectOrders>>[number];

function presentRow({ order, sees, received, request, late, project, house, supplier }: Found): OrderRow {
  const money = (cents: number | null) => (sees ? cents : null);
  return {
    id: order.id,
    version: order.version,
    code: yearlyCode('OC', order),
    project,
    house,
    supplier,
    request: request && { id: request.id, name: yearlyCode('SM', request) },
    state: { id: order.stateId, name: ORDER_STATES[order.stateId] ?? '' },
    issued_on: order.issuedOn,
    expected_on: order.expectedOn,
    late,
    received_percent: received,
    subtotal_centavos: money(order.subtotalCents),
    itbms_centavos: money(order.itbmsCents),
    total_centavos: money(order.totalCents),
  };
}

const matching = (ctx: Context, query: OrderFilter) =>
  and(
    ordersInReach(ctx),
    query.proyecto_id === undefined ? undefined : eq(purchaseOrders.projectId, query.proyecto_id),
    query.vivienda_id === undefined ? undefined : eq(purchaseOrders.houseId, query.vivienda_id),
    query.proveedor_id === undefined ? undefined : eq(purchaseOrders.supplierId, query.proveedor_id),
    query.estado_id === undefined ? undefined : eq(purchaseOrders.stateId, query.estado_id),
    query.tarde === 1 ? isLate(panamaDay(ctx.now)) : undefined,
    query.q
      ? or(
          hasPart(orderCode, query.q),
          hasPart(purchaseOrders.oldNumber, query.q),
          sql`exists (select from partners s where s.id = ${purchaseOrders.supplierId} and ${hasPart(sql`s.name`, query.q)})`,
        )
      : undefined,
  );

/** A page of orders, the last first, and the total. */
export async function pageOfOrders(ctx: Context, query: OrderFilter) {
  const where = matching(ctx, query);
  const list = await selectOrders(ctx)
    .where(where)
    .orderBy(
      inOrder(query, { id: purchaseOrders.id, expected_on: purchaseOrders.expectedOn }, purchaseOrders.id, [
        'id',
        'desc',
      ]),
    )
    .limit(query.per_page)
    .offset(offsetOf(query));
  return { list: list.map(presentRow), total: await ctx.db.$count(purchaseOrders, where) };
}

/** The sum over the whole filter, in centavos, of the orders whose amounts the caller may see. */
export async function sumsOfOrders(ctx: Context, query: OrderFilter) {
  const [sums] = await ctx.db
    .select({ total: sql<number>`coalesce(sum(${purchaseOrders.totalCents}), 0)::bigint`.mapWith(Number) })
    .from(purchaseOrders)
    .where(and(matching(ctx, query), pricesInReach(ctx, purchaseOrders.projectId)));
  return sums!;
}

/** Whether the caller may open an order. Guards its comments and files. */
export async function mayOpenOrder(ctx: Context, id: number): Promise<boolean> {
  return (await ctx.db.$count(purchaseOrders, and(eq(purchaseOrders.id, id), ordersInReach(ctx)))) > 0;
}

/** Locks an order and its lines, in this order, within the caller's scope. Raises 404. */
export async function lockOrder(ctx: Context, id: number): Promise<{ order: Order; lines: Line[] }> {
  const [order] = await ctx.db
    .select()
    .from(purchaseOrders)
    .where(and(eq(purchaseOrders.id, id), ordersInReach(ctx)))
    .for('no key update');
  if (!order) throw notFound();
  const lines = await ctx.db
    .select()
    .from(purchaseOrderLines)
    .where(eq(purchaseOrderLines.orderId, id))
    .orderBy(asc(purchaseOrderLines.id));
  return { order, lines };
}

export const orderFacts = (ctx: Context, order: Order, lines: readonly Line[]): OrderFacts => ({
  buys: buysFor(ctx, order.projectId),
  anySent: lines.some(({ dispatched }) => dispatched > 0),
  anyReceived: lines.some(({ received }) => received > 0),
});

const presentLine = (
  { line, material }: { line: Line; material: { id: number; name: string; code: string; unit: string } },
  sees: boolean,
): OrderLine => ({
  id: line.id,
  material,
  quantity: line.quantity,
  dispatched: line.dispatched,
  received: line.received,
  returned: line.returned,
  missing: line.missing,
  outstanding: outstanding(line),
  in_transit: inTransit(line),
  expected: expectedOf(line),
  excess_reason: line.excessReason,
  price_centavos: sees ? line.priceCents : null,
  taxed: line.taxed,
  cents: sees ? line.cents : null,
});

const material = { id: materials.id, name: materials.name, code: materials.code, unit: materials.unit };

/** Orders with their lines, and all that happened to them. */
async function presentOrders(ctx: Context, found: readonly Found[]): Promise<PurchaseOrder[]> {
  const ids = [0, ...found.map(({ order }) => order.id)];
  const lines = await ctx.db
    .select({ line: purchaseOrderLines, material })
    .from(purchaseOrderLines)
    .innerJoin(materials, eq(materials.id, purchaseOrderLines.materialId))
    .where(inArray(purchaseOrderLines.orderId, ids))
    .orderBy(asc(materials.name), asc(purchaseOrderLines.id));
  const dispatches = await ctx.db
    .select({ one: orderDispatches, by: users.name })
    .from(orderDispatches)
    .innerJoin(users, eq(users.id, orderDispatches.madeBy))
    .where(inArray(orderDispatches.orderId, ids))
    .orderBy(asc(orderDispatches.id));
  const sent = await ctx.db
    .select()
    .from(orderDispatchLines)
    .where(inArray(orderDispatchLines.dispatchId, [0, ...dispatches.map(({ one }) => one.id)]));
  const receipts = await ctx.db
    .select({ one: orderReceipts, by: users.name })
    .from(orderReceipts)
    .innerJoin(users, eq(users.id, orderReceipts.madeBy))
    .where(inArray(orderReceipts.orderId, ids))
    .orderBy(asc(orderReceipts.id));
  const receiptIds = [0, ...receipts.map(({ one }) => one.id)];
  const counted = await ctx.db
    .select()
    .from(orderReceiptLines)
    .where(inArray(orderReceiptLines.receiptId, receiptIds));
  const photos = await ctx.db
    .select({ photo: orderReceiptPhotos, name: files.name })
    .from(orderReceiptPhotos)
    .innerJoin(files, eq(files.id, orderReceiptPhotos.fileId))
    .where(inArray(orderReceiptPhotos.receiptId, receiptIds))
    .orderBy(asc(orderReceiptPhotos.position));
  const returns = await ctx.db
    .select({ one: orderReturns, by: users.name })
    .from(orderReturns)
    .innerJoin(users, eq(users.id, orderReturns.madeBy))
    .where(inArray(orderReturns.orderId, ids))
    .orderBy(asc(orderReturns.id));
  const back = await ctx.db
    .select()
    .from(orderReturnLines)
    .where(inArray(orderReturnLines.returnId, [0, ...returns.map(({ one }) => one.id)]));
  const states = await statesOf(ctx.db, orderMachine.entity, ids);
  const moved = (lineId: number, quantity: number) => {
    const { name, unit } = lines.find(({ line }) => line.id === lineId)!.material;
    return { material: name, unit, quantity };
  };
  const named = (id: number) => ({ id, name: ORDER_STATES[id] ?? '' });

  return found.map((row) => {
    const { order, sees } = row;
    const own = lines.filter(({ line }) => line.orderId === order.id);
    const { dispatch, receive, giveBack } = refusals(
      order,
      own.map(({ line }) => line),
    );
    const handles = reachesSite(ctx, 'materiales.editar', order);
    return {
      ...presentRow(row),
      terms: order.terms,
      choice_reason: sees ? order.choiceReason : '',
      issued_by: row.issuedBy,
      end_reason: order.endReason,
      lines: own.map((line) => presentLine(line, sees)),
      dispatches: dispatches
        .filter(({ one }) => one.orderId === order.id)
        .map(({ one, by }) => ({
          id: one.id,
          on: one.dispatchedOn,
          guide: one.guide,
          note: one.note,
          by,
          lines: sent
            .filter(({ dispatchId }) => dispatchId === one.id)
            .map(({ orderLineId, quantity }) => moved(orderLineId, quantity)),
        })),
      receipts: receipts
        .filter(({ one }) => one.orderId === order.id)
        .map(({ one, by }) => ({
          id: one.id,
          on: one.receivedOn,
          guide: one.guide,
          note: one.note,
          by,
          at: one.createdAt.toISOString(),
          lines: counted
            .filter(({ receiptId }) => receiptId === one.id)
            .map((line) => ({
              ...moved(line.orderLineId, line.counted),
              expected: line.expected,
              difference: line.difference,
            })),
          photos: photos
            .filter(({ photo }) => photo.receiptId === one.id)
            .map(({ photo, name }) => ({ id: photo.fileId, name, url: fileUrl(ctx, photo.fileId) })),
        })),
      returns: returns
        .filter(({ one }) => one.orderId === order.id)
        .map(({ one, by }) => ({
          id: one.id,
          on: one.returnedOn,
          paper: one.paper,
          reason: one.reason,
          by,
          lines: back
            .filter(({ returnId }) => returnId === one.id)
            .map(({ orderLineId, quantity }) => moved(orderLineId, quantity)),
        })),
      transitions: offersOf(
        orderMachine,
        order.stateId,
        orderFacts(
          ctx,
          order,
          own.map(({ line }) => line),
        ),
        urlOf(changeOrderStatus, { params: { id: order.id } }),
        (permission) => reachesSite(ctx, permission, order) && buysFor(ctx, order.projectId),
      ),
      actions: {
        dispatch: handles ? actionOf(dispatch) : null,
        receive: handles ? actionOf(receive) : null,
        return: handles ? actionOf(giveBack) : null,
      },
      history: namedStates(states, order.id, named),
    };
  });
}

/** Why nothing of an order can be dispatched, counted or returned; null: it can. */
export function refusals({ stateId }: Pick<Order, 'stateId'>, lines: readonly Line[]) {
  const closed = `La orden está ${(ORDER_STATES[stateId] ?? '').toLowerCase()}.`;
  const open = OPEN_ORDERS.includes(stateId);
  return {
    dispatch: !open
      ? closed
      : lines.every((line) => toDispatch(line) === 0)
        ? 'Ya se despachó todo lo que falta por llegar.'
        : null,
    receive: open ? null : closed,
    giveBack: !RETURNABLE_ORDERS.includes(stateId)
      ? closed
      : lines.every(({ received, returned }) => received === returned)
        ? 'Aún no se ha recibido nada que devolver.'
        : null,
  };
}

/** An order with all that happened to it. Raises 404. */
export async function answerOrder(ctx: Context, id: number): Promise<PurchaseOrder> {
  const found = await selectOrders(ctx).where(and(eq(purchaseOrders.id, id), ordersInReach(ctx)));
  if (found.length === 0) throw notFound();
  return (await presentOrders(ctx, found))[0]!;
}

/** The orders that are to arrive at the caller's sites, whole; at most 100. */
export async function fieldOrders(ctx: Context): Promise<PurchaseOrder[]> {
  const found = await selectOrders(ctx)
    .where(and(inArray(purchaseOrders.stateId, [...OPEN_ORDERS]), ordersInReach(ctx), handlesOrders(ctx)))
    .orderBy(asc(purchaseOrders.expectedOn), asc(purchaseOrders.id))
    .limit(100);
  return presentOrders(ctx, found);
}

/** Lines of the orders of a request, with whether their order is closed; for its state. */
export const linesOfRequest = ({ db }: Pick<Context, 'db'>, requestId: number) =>
  rows<
    Record<'id' | 'quantity' | 'dispatched' | 'received' | 'returned' | 'missing', number> & {
      closed: boolean;
    }
  >(
    db,
    sql`select rl.id::int, coalesce(pl.quantity, rl.quantity)::float8 quantity, coalesce(pl.dispatched, -1)::float8 dispatched,
        coalesce(pl.received, 0)::float8 received, coalesce(pl.returned, 0)::float8 returned,
        coalesce(pl.missing, 0)::float8 missing, coalesce(o.state_id = ${idOf(ORDER_STATE.closedShort)}, false) closed
      from material_request_lines rl
        left join purchase_order_lines pl on pl.request_line_id = rl.id and pl.active
        left join purchase_orders o on o.id = pl.order_id
      where rl.request_id = ${requestId} order by rl.id`,
  );
