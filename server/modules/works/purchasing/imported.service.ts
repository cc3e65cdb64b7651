import { asc, eq, sql } from 'drizzle-orm';
import { ORDER_STATE, orderStateOf } from '#contract/works/purchasing/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { insertOrder, type OrderedLine } from './orders.service.ts';
import { purchaseOrderLines, purchaseOrders } from './purchasing.table.ts';

/** An order in mid-life, as a file tells it. */
export interface ImportedOrder {
  projectId: number;
  houseId: number | null;
  supplierId: number;
  oldNumber: string;
  issuedOn: string;
  expectedOn: string | null;
  lines: readonly (OrderedLine & { dispatched: number; received: number })[];
}

/** Takes over an order that is on its way already; what arrived of it is in the opening stock. Returns its id. */
export async function importOrder(ctx: Context, { lines, ...order }: ImportedOrder): Promise<number> {
  const id = await insertOrder(
    ctx,
    { ...order, stateId: orderStateOf(lines.map((line) => ({ ...line, returned: 0, missing: 0 }))) },
    lines,
  );
  await audit(ctx, 'importar', 'orden_compra', id, { number: order.oldNumber });
  return id;
}

/**
 * Takes imported orders back, if nothing moved since: their numbers have no gaps, so they stay as voided. False: one moved.
 */
export async function removeImported(ctx: Context, ids: readonly number[]): Promise<boolean> {
  for (const id of ids) {
    const [there] = await ctx.db
      .select()
      .from(purchaseOrders)
      .where(eq(purchaseOrders.id, id))
      .orderBy(asc(purchaseOrders.id))
      .for('no key update');
    if (!there || there.version !== 1 || there.stateId === ORDER_STATE.voided) return false;
    await ctx.db
      .update(purchaseOrders)
      .set({
        stateId: ORDER_STATE.voided,
        endReason: `Se deshizo la importación de ${there.oldNumber ?? ''}`,
        oldNumber: null,
        version: sql`${purchaseOrders.version} + 1`,
      })
      .where(eq(purchaseOrders.id, id));
    await ctx.db.update(purchaseOrderLines).set({ active: false }).where(eq(purchaseOrderLines.orderId, id));
    await announce(ctx, {
      record: 'orden_compra',
      id,
      from: there.stateId,
      to: ORDER_STATE.voided,
      of: ['proyecto', there.projectId],
    });
    await audit(ctx, 'deshacer importación', 'orden_compra', id, {});
  }
  return true;
}
