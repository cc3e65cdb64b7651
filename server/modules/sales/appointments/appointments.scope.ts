import { eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { appointments } from './appointments.table.ts';

/**
 * Row scope of appointments with a left join to their sales, for the `where`. propio: the caller is the agent, or the
 * adviser of the sale · asignado: the caller is the agent, or the processor of the sale.
 */
export function appointmentsInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  switch (reach?.scope) {
    case 'todo':
      return undefined;
    case 'propio':
      return or(eq(appointments.agentId, reach.userId), eq(sales.adviserId, reach.userId));
    case 'asignado':
      return or(eq(appointments.agentId, reach.userId), eq(sales.processorId, reach.userId));
    case 'sus_proyectos':
      return inArray(appointments.projectId, [...reach.projectIds]);
    default:
      return sql`false`;
  }
}

/** The same row scope, for a loaded appointment. */
export function reachesAppointment(
  ctx: Pick<Context, 'staff'>,
  permission: Permission,
  one: { agentId: number; projectId: number; adviserId: number | null; processorId: number | null },
): boolean {
  const reach = scopeOf(ctx, permission);
  switch (reach?.scope) {
    case 'todo':
      return true;
    case 'propio':
      return one.agentId === reach.userId || one.adviserId === reach.userId;
    case 'asignado':
      return one.agentId === reach.userId || one.processorId === reach.userId;
    case 'sus_proyectos':
      return reach.projectIds.includes(one.projectId);
    default:
      return false;
  }
}

/**
 * Whether the caller may book for an agent or change the agent's hours: for themselves always, for others only with a
 * wide scope.
 */
export function reachesAgent(
  ctx: Pick<Context, 'staff'>,
  permission: Permission,
  agentId: number,
  projectId?: number,
): boolean {
  const reach = scopeOf(ctx, permission);
  if (!reach) return false;
  if (reach.scope === 'todo' || agentId === reach.userId) return true;
  return reach.scope === 'sus_proyectos' && projectId !== undefined && reach.projectIds.includes(projectId);
}
