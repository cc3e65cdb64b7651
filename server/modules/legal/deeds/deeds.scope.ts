import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import type { Context } from '#server/kernel/context.ts';
import { counselReach } from '#server/modules/legal/counsel/counsel.scope.ts';

/**
 * Row scope of deeds over a row `s` of sales: asignado reaches the sales whose processor or lawyer is the caller
 * (rulings.md 48), propio those whose adviser is.
 */
export function deedsInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL {
  const reach = counselReach(ctx, permission);
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
