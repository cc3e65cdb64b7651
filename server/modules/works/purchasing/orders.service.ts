import { eq, inArray, sql } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { itbmsOf } from '#contract/works/materials/rules.ts';
import type { NewOrder } from '#contract/works/purchasing/model.ts';
import {
  ORDER_STATE,
  orderMachine,
  orderStateOf,
  passing,
  REQUEST_STATE,
  requestStateOf,
} from '#contract/works/purchasing/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { nextOfYear } from '#server/kernel/yearly.ts';
import { reachesSite } from '#server/modules/works/materials/materials.scope.ts';
import { lockOrder, linesOfRequest, orderFacts, type Line, type Order } from './orders.queries.ts';
import { materialRequests, purchaseOrderLines, purchaseOrders } from './purchasing.table.ts';
import { lockForBuying } from './quotations.service.ts';
import { linesOf, quotationsOf } from './requests.queries.ts';
import { moveRequest } from './requests.service.ts';

const O = ORDER_STATE;

export interface OrderedLine {
  materialId: number;
  requestLineId: number | null;
  quantity: number;
  priceCents: number;
  taxed: boolean;
  cents: number;
  dispatched?: number | undefined;
  received?: number | undefined;
}
type Columns = typeof purchaseOrders.$inferInsert;

/** Writes an order with the next number of its year, and its lines. Returns its id. */
export async function insertOrder(
  ctx: Context,
  columns: Omit<Columns, 'year' | 'number' | 'subtotalCents' | 'itbmsCents' | 'issuedBy' | 'createdAt'>,
  lines: readonly OrderedLine[],
): Promise<number> {
  const sum = (list: readonly OrderedLine[]) => list.reduce((all, { cents }) => all + cents, 0);
  const year = Number(panamaDay(ctx.now).slice(0, 4));
  const [made] = await ctx.db
    .insert(purchaseOrders)
    .values({
      ...columns,
      year,
      number: await nextOfYear(ctx, 'purchase_orders', year),
      subtotalCents: sum(lines),
      itbmsCents: itbmsOf(sum(lines.filter(({ taxed }) => taxed))),
      issuedBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning({ id: purchaseOrders.id });
  await ctx.db.insert(purchaseOrderLines).values(
    lines.map(({ materialId, requestLineId, quantity, priceCents, taxed, dispatched, received }) => ({
      orderId: made!.id,
      materialId,
      requestLineId,
      quantity,
      priceCents,
      taxed,
      dispatched,
      received,
    })),
  );
  await announce(ctx, {
    record: 'orden_compra',
    id: made!.id,
    from: null,
    to: columns.stateId ?? O.issued,
    of: ['proyecto', columns.projectId],
  });
  return made!.id;
}

/**
 * Issues the order of a quotation: its lines that no order has, or some of them. A choice that is not the lowest price
 * of each line needs its reason. Returns the order's id. Raises 403, 404, 409 LINE_ORDERED, 422.
 */
export async function createOrder(ctx: Context, requestId: number, form: NewOrder): Promise<number> {
  const request = await lockForBuying(ctx, requestId);
  const lines = await linesOf(ctx, request);
  const all = await quotationsOf(ctx, requestId, lines);
  const quotation = all.find(({ id }) => id === form.quotation_id);
  if (!quotation) throw invalid([{ field: 'quotation_id', message: 'Elige una de las cotizaciones.' }]);
  const today = panamaDay(ctx.now);
  if (quotation.expired)
    throw invalid([{ field: 'quotation_id', message: 'Esa cotización venció: pide una nueva.' }]);
  if (form.expected_on !== null && form.expected_on < today)
    throw invalid([{ field: 'expected_on', message: 'La fecha ya pasó.' }]);
  const free = new Set(lines.filter(({ orderId }) => orderId === null).map(({ id }) => id));
  const taken = quotation.lines.filter(
    ({ line_id }) => form.line_ids?.includes(line_id) ?? free.has(line_id),
  );
  if (form.line_ids && taken.length < form.line_ids.length)
    throw invalid([{ field: 'line_ids', message: 'Esta cotización no tiene precio de todas esas líneas.' }]);
  if (taken.some(({ line_id }) => !free.has(line_id)))
    throw conflict('LINE_ORDERED', 'Otra orden acaba de tomar una de esas líneas.');
  if (taken.length === 0)
    throw invalid([
      { field: 'quotation_id', message: 'Esta cotización no tiene precio de lo que falta por ordenar.' },
    ]);
  if (taken.some(({ lowest }) => !lowest) && form.reason.length < 3)
    throw invalid([{ field: 'reason', message: 'Hay un precio más bajo: escribe por qué eliges esta.' }]);
  const byId = new Map(lines.map((line) => [line.id, line]));
  try {
    const id = await insertOrder(
      ctx,
      {
        projectId: request.projectId,
        houseId: request.houseId,
        supplierId: quotation.supplier.id,
        requestId,
        quotationId: quotation.id,
        issuedOn: today,
        expectedOn:
          form.expected_on ??
          (quotation.delivery_days === null ? null : addDays(today, quotation.delivery_days)),
        terms: quotation.terms,
        choiceReason: form.reason,
      },
      taken.map(({ line_id, price_centavos, taxed, cents }) => ({
        materialId: byId.get(line_id)!.materialId,
        requestLineId: line_id,
        quantity: byId.get(line_id)!.quantity,
        priceCents: price_centavos,
        taxed,
        cents,
      })),
    );
    await followRequest(ctx, requestId);
    await audit(ctx, 'crear', 'orden_compra', id, { request: requestId, quotation: quotation.id });
    return id;
  } catch (error) {
    if (violatedConstraint(error) !== 'purchase_order_lines_once') throw error;
    throw conflict('LINE_ORDERED', 'Otra orden acaba de tomar una de esas líneas.');
  }
}

/** Moves a request as its orders move (domain.md §3). The caller holds the lock of an order or of the request. */
export async function followRequest(ctx: Context, requestId: number | null): Promise<void> {
  if (requestId === null) return;
  const [request] = await ctx.db
    .select()
    .from(materialRequests)
    .where(eq(materialRequests.id, requestId))
    .for('no key update');
  if (!request || request.stateId < REQUEST_STATE.approved || request.stateId >= REQUEST_STATE.closed) return;
  const lines = await linesOfRequest(ctx, requestId);
  // Minus one: no order has the line.
  const ordered = lines.every(({ dispatched }) => dispatched >= 0);
  const target = ordered ? requestStateOf(lines) : REQUEST_STATE.quoting;
  await moveRequest(ctx, request, passing(request.stateId, target));
}

/** Writes an order whose lines moved, and announces its new state. */
export async function settleOrder(ctx: Context, order: Order, lines: readonly Line[]): Promise<void> {
  // What is returned after a close is not to come again.
  const to = order.stateId === O.closedShort ? O.closedShort : orderStateOf(lines);
  await ctx.db
    .update(purchaseOrders)
    .set({ stateId: to, version: order.version + 1 })
    .where(eq(purchaseOrders.id, order.id));
  const of = ['proyecto', order.projectId] as const;
  await announce(
    ctx,
    to === order.stateId
      ? { record: 'orden_compra', id: order.id, verb: 'mover', of }
      : { record: 'orden_compra', id: order.id, from: order.stateId, to, of },
  );
  await followRequest(ctx, order.requestId);
}

/** Voids an order, whose lines can be ordered again, or closes it short. Raises 404, 403, 409 STALE, 422. */
export async function changeOrderState(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const { order, lines } = await lockOrder(ctx, id);
  checkTransition(orderMachine, order, change, orderFacts(ctx, order, lines), (permission) =>
    reachesSite(ctx, permission, order),
  );
  const to = change.estado_id;
  await ctx.db
    .update(purchaseOrders)
    .set({ stateId: to, endReason: change.motivo, version: sql`${purchaseOrders.version} + 1` })
    .where(eq(purchaseOrders.id, id));
  if (to === O.voided)
    await ctx.db
      .update(purchaseOrderLines)
      .set({ active: false })
      .where(
        inArray(
          purchaseOrderLines.id,
          lines.map((line) => line.id),
        ),
      );
  await announce(ctx, {
    record: 'orden_compra',
    id,
    from: order.stateId,
    to,
    of: ['proyecto', order.projectId],
    reason: change.motivo,
  });
  await audit(ctx, 'cambiar_estado', 'orden_compra', id, { from: order.stateId, to });
  await followRequest(ctx, order.requestId);
}
