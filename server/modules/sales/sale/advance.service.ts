import { eq } from 'drizzle-orm';
import { saleMachine } from '#contract/sales/sale/rules.ts';
import { findTransition } from '#contract/transitions.ts';
import { touch } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { lockSale, writeSaleState } from './states.service.ts';
import { sales } from './sales.table.ts';

/**
 * Moves a sale along an automatic transition (one without a permission). The caller guarantees that its condition
 * holds. Returns false and changes nothing if no such transition starts at the sale's state, so it is safe to repeat.
 * The stage cells are updated in any case. `by` acta: a signed document does the step that a colleague may also do.
 */
export async function advanceSale(
  ctx: Acting,
  saleId: number,
  to: number,
  reason?: string,
  { by }: { by?: 'acta' } = {},
): Promise<boolean> {
  const sale = await lockSale(ctx.db, saleId);
  const arrow = sale && findTransition(saleMachine, sale.stateId, to);
  const moves = arrow !== undefined && (arrow.permission === null || by === 'acta');
  if (sale && moves) {
    await writeSaleState(ctx, sale, to, {}, reason);
    await audit(ctx, 'cambiar_estado', 'precontrato', saleId, { from: sale.stateId, to });
  }
  touch(ctx, ['precontrato', saleId]);
  return moves;
}

/** Stores the customer's last action (latest_actions, domain.md §2). */
export const recordLastAction = (ctx: Pick<Context, 'now'> & { db: Db }, saleId: number, actionId: number) =>
  ctx.db.update(sales).set({ lastActionId: actionId, lastActionAt: ctx.now }).where(eq(sales.id, saleId));
