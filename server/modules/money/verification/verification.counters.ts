import { sql, type SQL } from 'drizzle-orm';
import { verifiesPayments } from '#contract/overview/home/desk.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';

/** The number of payments that the caller should verify and confirm. */
export function countToVerify(ctx: Context): SQL | null {
  if (!verifiesPayments(new Set(staffOf(ctx).grants.keys()))) return null;
  return sql`select count(*)::int from ${payments} join ${sales} on ${sales.id} = ${payments.saleId}
    where ${payments.stateId} in (${PAYMENT.reported}, ${PAYMENT.verifying})
      and ${salesInReach(ctx, 'pagos.ver') ?? sql`true`}`;
}
