import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { quotes } from './quotes.table.ts';

/** The caller's rows among the proformas. propio: I am its adviser · asignado: I process the sale that it is for. */
export function quotesInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  switch (reach?.scope) {
    case 'todo':
      return undefined;
    case 'propio':
      return eq(quotes.adviserId, reach.userId);
    case 'asignado':
      // With `offset 0` it is asked of each; without, PostgreSQL may gather all that the caller processes first.
      return sql`exists (select from sales s where s.id = ${quotes.saleId} and s.processor_id = ${reach.userId} offset 0)`;
    case 'sus_proyectos':
      return inArray(quotes.projectId, [...reach.projectIds]);
    default:
      return sql`false`;
  }
}
