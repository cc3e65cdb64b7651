import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { contracts } from './construction.table.ts';

/** The company that a user works for; null: ours. */
export async function partnerOf(ctx: Pick<Context, 'db'>, userId: number): Promise<number | null> {
  const [user] = await ctx.db.select({ id: users.partnerId }).from(users).where(eq(users.id, userId));
  return user?.id ?? null;
}

/** Condition over contracts: the user's company builds it. */
export const builtBy = (userId: number): SQL =>
  sql`${contracts.contractorId} = (select partner_id from users where users.id = ${userId})`;

/**
 * Row scope of contracts for a permission, for a `where`; todo: all · sus proyectos: contracts of the caller's projects
 * · propio: contracts that the caller created, or that the caller's company builds.
 */
export function contractsInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  // Whatever a role grants: who is no colleague (rulings 33) never leaves the contracts of the own company.
  switch (reach && (ctx.staff?.colleague ? reach.scope : 'propio')) {
    case 'todo':
      return undefined;
    case 'sus_proyectos':
      return sql`${contracts.projectId} = any(${sql.param([...reach!.projectIds])})`;
    case 'propio':
      return sql`(${contracts.createdBy} = ${reach!.userId} or ${builtBy(reach!.userId)})`;
    default:
      return sql`false`;
  }
}

/** The same rule for a loaded contract; `own`: the caller drew it, or the caller's company builds it. */
export function reachesContract(
  ctx: Pick<Context, 'staff'>,
  permission: Permission,
  { projectId, own }: { projectId: number; own: boolean },
): boolean {
  const reach = scopeOf(ctx, permission);
  if (!reach) return false;
  if (!ctx.staff?.colleague) return own;
  return (
    reach.scope === 'todo' ||
    (reach.scope === 'sus_proyectos' && reach.projectIds.includes(projectId)) ||
    (reach.scope === 'propio' && own)
  );
}

/** Whether the caller may open a contract. Guards its comments and files. */
export async function mayOpenContract(ctx: Context, id: number): Promise<boolean> {
  const found = await ctx.db
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(eq(contracts.id, id), contractsInReach(ctx, 'contratos.ver')));
  return found.length > 0;
}
