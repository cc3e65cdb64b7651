import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';

type Asking = Pick<Context, 'staff'>;

/** Row scope of reconciliations: those of the bank accounts within reach, as the accounts themselves. */
export function reconciliationsInReach(
  ctx: Asking,
  permission: Permission = 'contabilidad.ver',
  account: SQL = sql`bank_reconciliations.account_id`,
): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  if (!reach || !ctx.staff?.colleague) return sql`false`;
  if (reach.scope === 'todo') return undefined;
  return sql`exists (select from project_bank_accounts pba where pba.account_id = ${account}
    and pba.project_id = any(${sql.param([...reach.projectIds])}::bigint[]))`;
}

/** For a reconciliation that a query within the scope of `contabilidad.ver` found. */
export const mayReconcile = (ctx: Asking, permission: Permission): boolean =>
  ctx.staff?.colleague === true && scopeOf(ctx, permission) !== null;
