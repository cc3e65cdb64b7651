import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { RIGHT_READERS } from '#contract/care/tickets/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';

const mine = (userId: number, head: boolean): SQL =>
  sql`(select m.department_id from department_members m where m.user_id = ${userId}${head ? sql` and m.head` : sql``})`;

/**
 * The row scope of tickets `t`, for the `where`. asignado: the caller has it, opened it or leads its department, or it is of the
 * caller's department and nobody has it yet · sus proyectos: of the caller's projects, or the caller's as above. Who is no
 * colleague (a contractor) sees no ticket, only the own work orders.
 */
export function ticketsInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL {
  const reach = scopeOf(ctx, permission);
  if (!reach || !ctx.staff?.colleague) return sql`false`;
  if (reach.scope === 'todo') return sql`true`;
  const own = sql`(t.assignee_id = ${reach.userId} or t.created_by = ${reach.userId} or t.department_id in ${mine(reach.userId, true)}
    or (t.assignee_id is null and t.department_id in ${mine(reach.userId, false)}))`;
  return reach.scope === 'sus_proyectos'
    ? sql`(t.project_id = any(${sql.param([...reach.projectIds])}::bigint[]) or ${own})`
    : own;
}

/** The same rule for a loaded ticket. */
export function reachesTicket(
  ctx: Pick<Context, 'staff'>,
  permission: Permission,
  one: {
    projectId: number | null;
    assigneeId: number | null;
    createdBy: number | null;
    /** The caller works in its department, or leads it. */
    member: boolean;
    leads: boolean;
  },
): boolean {
  const reach = scopeOf(ctx, permission);
  if (!reach || !ctx.staff?.colleague) return false;
  return (
    reach.scope === 'todo' ||
    (reach.scope === 'sus_proyectos' && one.projectId !== null && reach.projectIds.includes(one.projectId)) ||
    one.assigneeId === reach.userId ||
    one.createdBy === reach.userId ||
    one.leads ||
    (one.assigneeId === null && one.member)
  );
}

/** Whether the caller may see the requests about personal data, and so whose request a ticket follows. */
export const mayReadRights = (ctx: Pick<Context, 'staff'>): boolean =>
  RIGHT_READERS.some((permission) => scopeOf(ctx, permission) !== null);
