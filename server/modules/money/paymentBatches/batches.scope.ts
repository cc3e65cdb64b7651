import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';

/** Row scope of batches: those of the bank accounts within reach, as the accounts themselves. */
export function batchesInReach(
  ctx: Pick<Context, 'staff'>,
  permission: Permission = 'contabilidad.ver',
): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  if (!reach || !ctx.staff?.colleague) return sql`false`;
  if (reach.scope === 'todo') return undefined;
  return sql`exists (select from project_bank_accounts pba where pba.account_id = payment_batches.bank_account_id
    and pba.project_id = any(${sql.param([...reach.projectIds])}::bigint[]))`;
}

/** For a batch that a query within the scope of `contabilidad.ver` found: whether the caller has a permission. */
export const maySeeBank = (ctx: Pick<Context, 'staff'>, permission: Permission): boolean =>
  ctx.staff?.colleague === true && scopeOf(ctx, permission) !== null;
