import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/**
 * The sales whose legal papers the caller may open, for a `where` over `sales`. asignado: processor or lawyer of the sale
 * (rulings.md 48). An outside lawyer has only the sales that were given to them (rulings.md 33).
 */
export function counselSales(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  if (!reach) return sql`false`;
  if (isOutside(ctx)) return eq(sales.lawyerId, staffOf(ctx).userId);
  if (reach.scope !== 'asignado') return salesInReach(ctx, permission);
  return or(salesInReach(ctx, permission), eq(sales.lawyerId, reach.userId));
}

/** The same rule for a loaded sale: for offers and transitions. */
export function counselReaches(
  ctx: Pick<Context, 'staff'>,
  permission: Permission,
  sale: { adviserId: number | null; processorId: number | null; projectId: number; lawyerId: number | null },
): boolean {
  const reach = scopeOf(ctx, permission);
  if (!reach) return false;
  if (isOutside(ctx)) return sale.lawyerId === staffOf(ctx).userId;
  return reaches(ctx, permission, sale) || (reach.scope === 'asignado' && sale.lawyerId === reach.userId);
}

const isOutside = ({ staff }: Pick<Context, 'staff'>) => staff !== null && !staff.colleague;

/**
 * The sales of the caller's own legal work: they are the sale's lawyer, or it has none. For lists and tasks; `permission` is
 * the one that the work needs.
 */
export function ownCounsel(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const { userId } = staffOf(ctx);
  return and(counselSales(ctx, permission), or(eq(sales.lawyerId, userId), sql`${sales.lawyerId} is null`));
}
