import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';

/**
 * Row scope of deeds over a row `s` of sales: asignado reaches the sales whose processor or lawyer is the caller
 * (rulings.md 48), propio those whose adviser is.
 */
export function deedsInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL {
  const reach = scopeOf(ctx, permission);
  switch (reach?.scope) {
    case 'todo':
      return sql`true`;
    case 'sus_proyectos':
      return sql`s.project_id = any(${sql.param([...reach.projectIds])}::bigint[])`;
    case 'asignado':
      return sql`${reach.userId} in (s.processor_id, s.lawyer_id)`;
    case 'propio':
      return sql`s.adviser_id = ${reach.userId}`;
    default:
      return sql`false`;
  }
}

/** The same for a loaded deed: may the caller do on it what this permission allows. */
export function reachesDeed(
  ctx: Pick<Context, 'staff'>,
  permission: Permission,
  sale: { adviserId: number | null; processorId: number | null; lawyerId: number | null; projectId: number },
): boolean {
  const reach = scopeOf(ctx, permission);
  switch (reach?.scope) {
    case 'todo':
      return true;
    case 'sus_proyectos':
      return reach.projectIds.includes(sale.projectId);
    case 'asignado':
      return sale.processorId === reach.userId || sale.lawyerId === reach.userId;
    case 'propio':
      return sale.adviserId === reach.userId;
    default:
      return false;
  }
}
