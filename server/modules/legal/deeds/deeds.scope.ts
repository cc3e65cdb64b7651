import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import type { Context } from '#server/kernel/context.ts';
import { handsOf, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';

/** Row scope of deeds over a row `s` of sales: that of their sale. */
export const deedsInReach = (ctx: Pick<Context, 'staff'>, permission: Permission): SQL =>
  salesInReach(ctx, permission, handsOf('s')) ?? sql`true`;
