import { eq } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import { itemCents } from '#contract/works/contracts/allocation.ts';
import { round3 } from '#contract/works/materials/rules.ts';
import type { DispatchForm, ReceiptForm, ReturnForm } from '#contract/works/purchasing/model.ts';
import {
  differenceText,
  expectedOf,
  inTransit,
  outstanding,
  toDispatch,
} from '#contract/works/purchasing/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, transitionRefused } from '#server/kernel/errors.ts';
import { yearlyCode } from '#server/kernel/yearly.ts';
import { addFiles } from '#server/modules/company/files/files.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { reachesSite } from '#server/modules/works/materials/materials.scope.ts';
import { materials } from '#server/modules/works/materials/materials.table.ts';
import { moveStock } from '#server/modules/works/stock/move.service.ts';
import { lockOrder, refusals, type Line, type Order } from './orders.queries.ts';
import { settleOrder } from './orders.service.ts';
import {
  orderDispatches,
  orderDispatchLines,
  orderReceiptLines,
  orderReceiptPhotos,
  orderReceipts,
  orderReturnLines,
  orderReturns,
  purchaseOrderLines,
} from './purchasing.table.ts';

interface Sent {
  clave: string;
  lines: readonly { line_id: number; quantity: number }[];
}
type Kept = PgTable & { key: typeof orderReceipts.key; orderId: typeof orderReceipts.orderId };

/** The order, locked, of what is sent; null: the same was sent before. Raises 403, 404, 409 KEY_USED, 422. */
async function take(
  ctx: Context,
  id: number,
  sent: Sent,
  table: typeof orderDispatches | typeof orderReceipts | typeof orderReturns,
  why: keyof ReturnType<typeof refusals>,
): Promise<{ order: Order; lines: Line[]; moved: Moved[] } | null> {
  const { order, lines } = await lockOrder(ctx, id);
  if (!reachesSite(ctx, 'materiales.editar', order)) throw forbidden();
  const known = table as unknown as Kept;
  const [before] = await ctx.db
    .select({ orderId: known.orderId })
    .from(known)
    .where(eq(known.key, sent.clave));
  if (before) {
    if (before.orderId === id) return null;
    throw keyUsed();
  }
  const reason = refusals(order, lines)[why];
  if (reason) throw transitionRefused(reason);
  return { order, lines, moved: movedOf(lines, sent) };
}
const keyUsed = () => conflict('KEY_USED', 'Esto ya se envió para otra orden. Escríbelo de nuevo.');

interface Moved {
  line: Line;
  quantity: number;
  /** Where an error about it belongs. */
  field: string;
}

/** The lines of the order that are sent, each once. Raises 422. */
function movedOf(lines: readonly Line[], { lines: sent }: Sent): Moved[] {
  const seen = new Set<number>();
  const faults: FieldError[] = [];
  const moved = sent.flatMap(({ line_id, quantity }, at) => {
    const field = `lines[${at}][quantity]`;
    const line = lines.find((one) => one.id === line_id);
    if (!line || seen.has(line_id)) {
      faults.push({ field, message: 'Esta línea no es de la orden, o va dos veces.' });
      return [];
    }
    seen.add(line_id);
    return [{ line, quantity, field }];
  });
  if (faults.length > 0) throw invalid(faults);
  return moved;
}

/** A day that has come and is not before the order. Raises 422 at its field. */
function checkDay(ctx: Context, order: Order, day: string, field: string): void {
  if (day > panamaDay(ctx.now)) throw invalid([{ field, message: 'La fecha no puede ser futura.' }]);
  if (day < order.issuedOn) throw invalid([{ field, message: 'Es antes de la fecha de la orden.' }]);
}

/** Inserts what has a key. Raises 409 KEY_USED when the same arrives twice at once, for two orders. */
async function inserting<A>(work: PromiseLike<A>): Promise<A> {
  try {
    return await work;
  } catch (error) {
    if (!violatedConstraint(error)?.endsWith('_key')) throw error;
    throw keyUsed();
  }
}

async function writeLine(ctx: Context, line: Line, set: Partial<Line>): Promise<Line> {
  const [after] = await ctx.db
    .update(purchaseOrderLines)
    .set(set)
    .where(eq(purchaseOrderLines.id, line.id))
    .returning();
  return after!;
}
const replacing = (lines: readonly Line[], changed: readonly Line[]) =>
  lines.map((line) => changed.find(({ id }) => id === line.id) ?? line);

/** Writes what left for the site: never more than is to arrive. Raises 403, 404, 409 KEY_USED, 422. */
export async function dispatchOrder(ctx: Context, id: number, sent: DispatchForm): Promise<void> {
  const taken = await take(ctx, id, sent, orderDispatches, 'dispatch');
  if (!taken) return;
  const { order, lines, moved } = taken;
  checkDay(ctx, order, sent.dispatched_on, 'dispatched_on');
  const faults = moved.flatMap(({ line, quantity, field }) =>
    quantity > toDispatch(line) ? [{ field, message: `Faltan por despachar ${toDispatch(line)}.` }] : [],
  );
  if (faults.length > 0) throw invalid(faults);
  const [made] = await inserting(
    ctx.db
      .insert(orderDispatches)
      .values({
        orderId: id,
        key: sent.clave,
        dispatchedOn: sent.dispatched_on,
        guide: sent.guide,
        note: sent.note,
        madeBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: orderDispatches.id }),
  );
  const changed: Line[] = [];
  for (const { line, quantity } of moved) {
    await ctx.db.insert(orderDispatchLines).values({ dispatchId: made!.id, orderLineId: line.id, quantity });
    changed.push(await writeLine(ctx, line, { dispatched: round3(line.dispatched + quantity) }));
  }
  await settleOrder(ctx, order, replacing(lines, changed));
  await audit(ctx, 'despachar', 'orden_compra', id, { guide: sent.guide });
}

/**
 * Keeps what was counted on the site, with photographs, as stock of the site. A count that differs is kept with the
 * sentence of its difference; more than was ordered needs a reason. Raises 403, 404, 409 KEY_USED, 422.
 */
export async function receiveOrder(ctx: Context, id: number, sent: ReceiptForm): Promise<void> {
  const taken = await take(ctx, id, sent, orderReceipts, 'receive');
  if (!taken) return;
  const { order, lines, moved } = taken;
  checkDay(ctx, order, sent.received_on, 'received_on');
  if ((ctx.uploads.get('fotos') ?? []).length === 0)
    throw invalid([{ field: 'fotos', message: 'Adjunta al menos una fotografía.' }]);
  const excess = moved.some(({ line, quantity }) => quantity > outstanding(line));
  if (excess && (sent.excess_reason ?? '').length < 3)
    throw invalid([
      { field: 'excess_reason', message: 'Llegó más de lo que falta: escribe por qué se recibe.' },
    ]);
  const [receipt] = await inserting(
    ctx.db
      .insert(orderReceipts)
      .values({
        orderId: id,
        key: sent.clave,
        receivedOn: sent.received_on,
        guide: sent.guide,
        note: sent.note ?? '',
        madeBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: orderReceipts.id }),
  );
  const arrived = moved.filter(({ quantity }) => quantity > 0);
  const movements = await moveStock(
    ctx,
    arrived.map(({ line, quantity, field }) => ({
      projectId: order.projectId,
      materialId: line.materialId,
      kind: 'recepcion' as const,
      quantity,
      cents: itemCents(quantity, line.priceCents),
      paper: sent.guide,
      note: yearlyCode('OC', order),
      key: sent.clave,
      movedOn: sent.received_on,
      field,
    })),
  );
  const units = new Map(
    (
      await ctx.db.select({ id: materials.id, name: materials.name, unit: materials.unit }).from(materials)
    ).map((one) => [one.id, one]),
  );
  const changed: Line[] = [];
  const differences: string[] = [];
  for (const { line, quantity } of moved) {
    const expected = expectedOf(line);
    const difference = differenceText(expected, quantity, units.get(line.materialId)?.unit ?? '');
    if (difference) differences.push(`${units.get(line.materialId)?.name ?? ''}: ${difference}`);
    const at = arrived.findIndex((one) => one.line === line);
    await ctx.db.insert(orderReceiptLines).values({
      receiptId: receipt!.id,
      orderLineId: line.id,
      expected,
      counted: quantity,
      difference,
      movementId: at === -1 ? null : movements[at]!.id,
    });
    changed.push(await writeLine(ctx, line, counted(line, quantity, sent.excess_reason)));
  }
  await keepPhotos(ctx, id, receipt!.id);
  await settleOrder(ctx, order, replacing(lines, changed));
  await audit(ctx, 'recibir', 'orden_compra', id, { receipt: receipt!.id, guide: sent.guide, differences });
  if (differences.length > 0) await tellDifference(ctx, order, receipt!.id, differences);
}

/** The columns of a line after its count: what was on its way and did not come is missing. */
function counted(line: Line, quantity: number, reason?: string): Partial<Line> {
  const onItsWay = inTransit(line);
  return {
    received: round3(line.received + quantity),
    // Without a dispatch, or when more came than was sent, the count is the dispatch.
    dispatched: round3(line.dispatched + Math.max(0, quantity - onItsWay)),
    missing: round3(line.missing + Math.max(0, onItsWay - quantity)),
    ...(quantity > outstanding(line) && { excessReason: reason ?? line.excessReason }),
  };
}

async function keepPhotos(ctx: Context, orderId: number, receiptId: number): Promise<void> {
  const ids = await addFiles(
    ctx,
    (ctx.uploads.get('fotos') ?? []).map(
      (upload) => [{ reference: 'orden_compra', referenceId: orderId, sensitive: false }, upload] as const,
    ),
  );
  await ctx.db
    .insert(orderReceiptPhotos)
    .values(ids.map((fileId, position) => ({ fileId, receiptId, position })));
}

/** Tells who bought, and who buys, that another quantity arrived. */
async function tellDifference(
  ctx: Context,
  order: Order,
  receiptId: number,
  differences: readonly string[],
): Promise<void> {
  await notify(ctx, {
    kind: 'material_diferencia',
    to: [order.issuedBy, ...(await whoMay(ctx.db, 'materiales.aprobar', order.projectId))],
    text: `${yearlyCode('OC', order)}: ${differences.slice(0, 3).join(' ')}`,
    url: `/oficina/ordenes-de-compra/${order.id}`,
    event: `orden_compra:${order.id}:recepcion:${receiptId}`,
  });
}

/**
 * Returns to the supplier what does not serve, out of the site's stock. Raises 403, 404, 409 NOT_IN_STOCK or KEY_USED, 422.
 */
export async function returnToSupplier(ctx: Context, id: number, sent: ReturnForm): Promise<void> {
  const taken = await take(ctx, id, sent, orderReturns, 'giveBack');
  if (!taken) return;
  const { order, lines, moved } = taken;
  checkDay(ctx, order, sent.returned_on, 'returned_on');
  const faults = moved.flatMap(({ line, quantity, field }) => {
    const here = round3(line.received - line.returned);
    return quantity > here ? [{ field, message: `De esta orden hay ${here} por devolver.` }] : [];
  });
  if (faults.length > 0) throw invalid(faults);
  const [made] = await inserting(
    ctx.db
      .insert(orderReturns)
      .values({
        orderId: id,
        key: sent.clave,
        returnedOn: sent.returned_on,
        paper: sent.paper,
        reason: sent.reason,
        madeBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: orderReturns.id }),
  );
  const movements = await moveStock(
    ctx,
    moved.map(({ line, quantity, field }) => ({
      projectId: order.projectId,
      materialId: line.materialId,
      kind: 'devolucion' as const,
      quantity: -quantity,
      paper: sent.paper,
      note: yearlyCode('OC', order),
      key: sent.clave,
      movedOn: sent.returned_on,
      field,
    })),
  );
  const changed: Line[] = [];
  for (const [at, { line, quantity }] of moved.entries()) {
    await ctx.db.insert(orderReturnLines).values({
      returnId: made!.id,
      orderLineId: line.id,
      quantity,
      movementId: movements[at]!.id,
    });
    changed.push(await writeLine(ctx, line, { returned: round3(line.returned + quantity) }));
  }
  await settleOrder(ctx, order, replacing(lines, changed));
  await audit(ctx, 'devolver', 'orden_compra', id, { paper: sent.paper, reason: sent.reason });
}
