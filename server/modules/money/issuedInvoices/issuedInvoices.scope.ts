import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import type { Context } from '#server/kernel/context.ts';
import { mayPayables, payablesInReach } from '#server/modules/money/invoices/invoices.scope.ts';

type Asking = Pick<Context, 'staff'>;

/** Row scope of issued invoices; todo: all · sus proyectos: of the caller's projects · propio: those that the caller made. */
export const issuedInReach = (ctx: Asking, permission: Permission = 'contabilidad.ver'): SQL | undefined =>
  payablesInReach(
    ctx,
    permission,
    sql`issued_invoices.made_by`,
    (ids) => sql`issued_invoices.project_id = any(${ids})`,
  );

/** The same rule for a loaded invoice. */
export const reachesIssued = (
  ctx: Asking,
  permission: Permission,
  one: { madeBy: number | null; projectId: number | null },
): boolean =>
  mayPayables(ctx, permission, {
    madeBy: one.madeBy ?? 0,
    inTeam: one.projectId !== null && (ctx.staff?.projectIds.includes(one.projectId) ?? false),
  });
