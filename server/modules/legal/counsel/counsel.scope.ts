import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, staffOf, type Context, type RowScope } from '#server/kernel/context.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

type Caller = Pick<Context, 'staff'>;

/**
 * The caller's row scope in the legal room. Whoever is not a colleague, as an outside lawyer, has only the sales that were
 * given to them, whatever their role may (rulings.md 33).
 */
export function counselReach(ctx: Caller, permission: Permission): RowScope | null {
  const reach = scopeOf(ctx, permission);
  return reach && ctx.staff?.colleague === false ? { ...reach, scope: 'asignado' } : reach;
}

/**
 * The sales whose legal papers the caller may open, for a `where` over `sales`. asignado: processor or lawyer of the sale
 * (rulings.md 48).
 */
export function counselSales(ctx: Caller, permission: Permission): SQL | undefined {
  const reach = counselReach(ctx, permission);
  return reach?.scope === 'asignado'
    ? or(eq(sales.processorId, reach.userId), eq(sales.lawyerId, reach.userId))
    : salesInReach(ctx, permission);
}

/** The same rule for a loaded sale: for offers and transitions. */
export function counselReaches(
  ctx: Caller,
  permission: Permission,
  sale: { adviserId: number | null; processorId: number | null; projectId: number; lawyerId: number | null },
): boolean {
  const reach = counselReach(ctx, permission);
  return reach?.scope === 'asignado'
    ? sale.processorId === reach.userId || sale.lawyerId === reach.userId
    : reaches(ctx, permission, sale);
}

/** Whether one sale is among those of `counselSales`. */
export const inCounsel = async (ctx: Context, permission: Permission, saleId: number): Promise<boolean> =>
  (await ctx.db.$count(sales, and(eq(sales.id, saleId), counselSales(ctx, permission)))) > 0;

/**
 * The sales of the caller's own legal work: they are the sale's lawyer, or it has none. For lists and tasks; `permission` is
 * the one that the work needs.
 */
export function ownCounsel(ctx: Caller, permission: Permission): SQL | undefined {
  const { userId } = staffOf(ctx);
  return and(counselSales(ctx, permission), or(eq(sales.lawyerId, userId), sql`${sales.lawyerId} is null`));
}
