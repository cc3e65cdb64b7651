import { LOT_STATE } from '#contract/company/catalogs/states.ts';
import { and, eq } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { lotChoices } from '#server/modules/sales/claims/claims.service.ts';

/**
 * The lots that fit a sale's model. Free lots and the sale's own lot have state 1, the others their real state.
 * Undefined if the sale is outside the caller's scope.
 */
export async function lotsOfSale(ctx: Context, saleId: number) {
  const [sale] = await ctx.db
    .select({ modelId: sales.modelId })
    .from(sales)
    .where(and(eq(sales.id, saleId), salesInReach(ctx, 'ventas.ver')));
  if (!sale) return undefined;
  const choices = await lotChoices(ctx.db, { modelId: sale.modelId, saleId });
  return choices.map(({ id, name, free, stateId }) => ({
    id,
    lote: name,
    activo: free ? LOT_STATE.available : stateId,
  }));
}
