import { and, eq, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context, type RowScope } from '#server/kernel/context.ts';
import { ofFew, type Db } from '#server/kernel/db.ts';
import { sales } from './sales.table.ts';

type Caller = Pick<Context, 'staff'>;

/**
 * Whether a sale is assigned to its lawyer too, not to its processor alone: for legal papers and the income papers of a
 * colleague, and for all that an outside lawyer sees of it.
 */
const ofLawyer = ({ colleague }: RowScope, permission: Permission) =>
  !colleague || permission.startsWith('legal.') || permission === 'documentos.ingresos';

/** The columns of a sale that decide who reaches it, under the name that a query gives them. */
interface Hands {
  adviserId: SQLWrapper;
  processorId: SQLWrapper;
  lawyerId: SQLWrapper;
  projectId: SQLWrapper;
}

/** The columns of `sales` under an alias of hand-written SQL. */
export const handsOf = (alias: 's' | 'rs'): Hands => ({
  adviserId: sql.raw(`${alias}.adviser_id`),
  processorId: sql.raw(`${alias}.processor_id`),
  lawyerId: sql.raw(`${alias}.lawyer_id`),
  projectId: sql.raw(`${alias}.project_id`),
});

/**
 * The row scope of sales, for the `where` of every query on them; rows outside it count as not found. Without the
 * permission no row matches. propio: the caller is the adviser · asignado: the caller is the processor, or the
 * lawyer where `ofLawyer` (rulings.md 30, 48).
 */
export function salesInReach(
  ctx: Caller,
  permission: Permission,
  { adviserId, processorId, lawyerId, projectId }: Hands = sales,
): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  switch (reach?.scope) {
    case 'todo':
      return undefined;
    case 'propio':
      return sql`${adviserId} = ${reach.userId}`;
    case 'asignado':
      return ofLawyer(reach, permission)
        ? sql`(${processorId} = ${reach.userId} or ${lawyerId} = ${reach.userId})`
        : sql`${processorId} = ${reach.userId}`;
    case 'sus_proyectos':
      return sql`${projectId} = any(${sql.param([...reach.projectIds])}::bigint[])`;
    default:
      return sql`false`;
  }
}

/** Whether one sale is in the caller's row scope for a permission. */
export async function saleInReach(ctx: Context, permission: Permission, saleId: number): Promise<boolean> {
  const found = await ctx.db
    .select({ id: sales.id })
    .from(sales)
    .where(and(eq(sales.id, saleId), salesInReach(ctx, permission)));
  return found.length > 0;
}

/**
 * SQL condition: the record's sale has this processor. `offset 0` makes PostgreSQL check it row by row; without it
 * PostgreSQL may first collect all sales of the processor.
 */
export const processedBy = (saleId: SQL | AnyPgColumn, userId: number): SQL =>
  sql`(${saleId} is not null and exists (select from sales s where s.id = ${saleId} and s.processor_id = ${userId} offset 0))`;

/** Records of the sales of a processor; also works in queries over `sales` itself. */
export const ofProcessor = (db: Db, saleId: AnyPgColumn, processorId: number): Promise<SQL> =>
  ofFew(
    db,
    saleId,
    sql`select id from sales where processor_id = ${processorId}`,
    eq(sales.processorId, processorId),
  );

/**
 * Records of the sales of a project. Collects the sales first: otherwise, for a project without sales, PostgreSQL would
 * scan every row.
 */
export const ofProject = (saleId: AnyPgColumn, projectId: number): SQL =>
  sql`${saleId} = any(array(select id from sales where project_id = ${projectId}))`;

/** The sales that this customer's browser has opened. */
export const salesOfClient = (ctx: Pick<Context, 'client'>): SQL =>
  inArray(sales.id, [...(ctx.client?.saleIds ?? [])]);

/** The columns of `sales` that `reaches` needs. */
export const REACH_COLUMNS = {
  adviserId: sales.adviserId,
  processorId: sales.processorId,
  lawyerId: sales.lawyerId,
  projectId: sales.projectId,
};

/** Whether a loaded sale is in the caller's row scope for a permission. Used for its transitions. */
export function reaches(
  ctx: Caller,
  permission: Permission,
  sale: {
    adviserId: number | null;
    processorId: number | null;
    lawyerId: number | null;
    projectId: number;
  },
): boolean {
  const reach = scopeOf(ctx, permission);
  switch (reach?.scope) {
    case 'todo':
      return true;
    case 'propio':
      return sale.adviserId === reach.userId;
    case 'asignado':
      return (
        sale.processorId === reach.userId || (ofLawyer(reach, permission) && sale.lawyerId === reach.userId)
      );
    case 'sus_proyectos':
      return reach.projectIds.includes(sale.projectId);
    default:
      return false;
  }
}
