import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { processedBy } from '#server/modules/sales/sale/sales.scope.ts';
import { quotes } from './quotes.table.ts';

/**
 * The row scope of proformas. propio: the caller is the adviser · asignado: the caller is the processor of its sale.
 */
export function quotesInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  switch (reach?.scope) {
    case 'todo':
      return undefined;
    case 'propio':
      return eq(quotes.adviserId, reach.userId);
    case 'asignado':
      return processedBy(quotes.saleId, reach.userId);
    case 'sus_proyectos':
      return inArray(quotes.projectId, [...reach.projectIds]);
    default:
      return sql`false`;
  }
}
