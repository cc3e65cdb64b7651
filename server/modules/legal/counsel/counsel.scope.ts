import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { forbidden } from '#server/kernel/errors.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

type Caller = Pick<Context, 'staff'>;

/**
 * The sales of the caller's own legal work: they are the sale's lawyer, or it has none. For lists and tasks; `permission` is
 * the one that the work needs.
 */
export function ownCounsel(ctx: Caller, permission: Permission): SQL | undefined {
  const { userId } = staffOf(ctx);
  return and(salesInReach(ctx, permission), or(eq(sales.lawyerId, userId), sql`${sales.lawyerId} is null`));
}

/**
 * Whether the caller works with the legal papers of the whole company: templates, who signs for it, usual days. They are
 * no sale's, so neither an outside lawyer nor a scope of own rows reaches them (rulings.md 33).
 */
export const ofCompany = (ctx: Caller, permission: Permission): boolean =>
  ctx.staff?.colleague === true && scopeOf(ctx, permission)?.scope === 'todo';

/** Raises 403 unless `ofCompany`. */
export function requireOfCompany(ctx: Caller, permission: Permission): void {
  if (!ofCompany(ctx, permission)) throw forbidden();
}
