import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { payablesInReach } from '#server/modules/money/invoices/invoices.scope.ts';

type Asking = Pick<Context, 'staff'>;

/** Row scope of interim loans; todo: all · sus proyectos: of the caller's projects · propio: what the caller entered. */
export const loansInReach = (ctx: Asking, permission: Permission = 'contabilidad.ver'): SQL | undefined =>
  payablesInReach(
    ctx,
    permission,
    sql`interim_loans.made_by`,
    (ids) => sql`interim_loans.project_id = any(${ids})`,
  );

/** The same rule for a loaded loan. */
export function reachesLoan(
  ctx: Asking,
  permission: Permission,
  loan: { projectId: number; madeBy: number },
): boolean {
  const reach = scopeOf(ctx, permission);
  if (!reach || !ctx.staff?.colleague) return false;
  return (
    reach.scope === 'todo' ||
    (reach.scope === 'sus_proyectos' && reach.projectIds.includes(loan.projectId)) ||
    (reach.scope === 'propio' && loan.madeBy === reach.userId)
  );
}
