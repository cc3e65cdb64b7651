import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { ofFew, type Db } from '#server/kernel/db.ts';
import { sales } from './sales.table.ts';

/**
 * The caller's rows among the sales, for the `where` of every query that touches one: what is outside is not found.
 * Without the permission nothing is found. propio: I am its adviser · asignado: I am its processor (rulings.md 30).
 */
export function salesInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  switch (reach?.scope) {
    case 'todo':
      return undefined;
    case 'propio':
      return eq(sales.adviserId, reach.userId);
    case 'asignado':
      return eq(sales.processorId, reach.userId);
    case 'sus_proyectos':
      return inArray(sales.projectId, [...reach.projectIds]);
    default:
      return sql`false`;
  }
}

/** Whether one sale is among the caller's rows of a permission. */
export async function saleInReach(ctx: Context, permission: Permission, saleId: number): Promise<boolean> {
  const found = await ctx.db
    .select({ id: sales.id })
    .from(sales)
    .where(and(eq(sales.id, saleId), salesInReach(ctx, permission)));
  return found.length > 0;
}

/**
 * What belongs to a sale that this colleague processes. With `offset 0` it is asked of each row; without, PostgreSQL may gather all that
 * they process first.
 */
export const processedBy = (saleId: SQL | AnyPgColumn, userId: number): SQL =>
  sql`(${saleId} is not null and exists (select from sales s where s.id = ${saleId} and s.processor_id = ${userId} offset 0))`;

/** What belongs to the sales that a colleague processes, over the table `sales` as well. */
export const ofProcessor = (db: Db, saleId: AnyPgColumn, processorId: number): Promise<SQL> =>
  ofFew(
    db,
    saleId,
    sql`select id from sales where processor_id = ${processorId}`,
    eq(sales.processorId, processorId),
  );

/** What belongs to the sales of a project, by those sales first: of a project that has none, everything would be looked at. */
export const ofProject = (saleId: AnyPgColumn, projectId: number): SQL =>
  sql`${saleId} = any(array(select id from sales where project_id = ${projectId}))`;

/** A sale that a customer's browser has opened. */
export const salesOfClient = (ctx: Pick<Context, 'client'>): SQL =>
  inArray(sales.id, [...(ctx.client?.saleIds ?? [])]);

/** What `reaches` looks at, as columns of a query over `sales`. */
export const REACH_COLUMNS = {
  adviserId: sales.adviserId,
  processorId: sales.processorId,
  projectId: sales.projectId,
};

/** Whether a loaded sale is among the caller's rows of a permission: for the arrows that start at it. */
export function reaches(
  ctx: Pick<Context, 'staff'>,
  permission: Permission,
  sale: { adviserId: number | null; processorId: number | null; projectId: number },
): boolean {
  const reach = scopeOf(ctx, permission);
  switch (reach?.scope) {
    case 'todo':
      return true;
    case 'propio':
      return sale.adviserId === reach.userId;
    case 'asignado':
      return sale.processorId === reach.userId;
    case 'sus_proyectos':
      return reach.projectIds.includes(sale.projectId);
    default:
      return false;
  }
}
