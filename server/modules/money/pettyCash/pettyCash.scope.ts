import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';

/** Row scope of petty cash funds; todo: all · sus proyectos: of the caller's projects · propio: those that the caller keeps. */
export function fundsInReach(
  ctx: Pick<Context, 'staff'>,
  permission: Permission = 'contabilidad.ver',
): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  if (!reach || !ctx.staff?.colleague) return sql`false`;
  switch (reach.scope) {
    case 'todo':
      return undefined;
    case 'sus_proyectos':
      return sql`petty_funds.project_id = any(${sql.param([...reach.projectIds])}::bigint[])`;
    case 'propio':
      return sql`petty_funds.custodian_id = ${reach.userId}`;
    default:
      return sql`false`;
  }
}

/** The same rule for a loaded fund. */
export function reachesFund(
  ctx: Pick<Context, 'staff'>,
  permission: Permission,
  fund: { projectId: number | null; custodianId: number },
): boolean {
  const reach = scopeOf(ctx, permission);
  if (!reach || !ctx.staff?.colleague) return false;
  return (
    reach.scope === 'todo' ||
    (reach.scope === 'sus_proyectos' &&
      fund.projectId !== null &&
      reach.projectIds.includes(fund.projectId)) ||
    (reach.scope === 'propio' && fund.custodianId === reach.userId)
  );
}
