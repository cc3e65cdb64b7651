import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context, type RowScope } from '#server/kernel/context.ts';
import { processedBy } from '#server/modules/sales/sale/sales.scope.ts';
import { prospects } from './prospects.table.ts';

/**
 * The row scope of prospects, for the `where` of every query on them. propio: the caller is the adviser, or created it
 * and it has no adviser · asignado: the caller is the processor of the resulting sale.
 */
export function prospectsInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  return reach ? overProspects(reach) : sql`false`;
}

/** The same, for a row scope that was already looked up. */
export function overProspects({ scope, userId, projectIds }: RowScope): SQL | undefined {
  switch (scope) {
    case 'todo':
      return undefined;
    case 'propio':
      return or(
        eq(prospects.adviserId, userId),
        and(isNull(prospects.adviserId), eq(prospects.createdBy, userId)),
      );
    case 'asignado':
      return processedBy(prospects.saleId, userId);
    case 'sus_proyectos':
      return inArray(prospects.projectId, [...projectIds]);
  }
}
