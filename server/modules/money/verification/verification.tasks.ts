import { sql } from 'drizzle-orm';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { verifiesPayments } from '#contract/overview/home/desk.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';

/** Payments that were reported: accounting finds them in the bank. Meanwhile the lot's claim does not run out. */
export function paymentTasks(ctx: Context): TaskQuery | null {
  if (!verifiesPayments(new Set(staffOf(ctx).grants.keys()))) return null;
  return {
    from: sql`payments y join sales on sales.id = y.sale_id join people p on p.id = sales.person_id
      join projects r on r.id = sales.project_id
      where y.state_id in (${idOf(PAYMENT.reported)}, ${idOf(PAYMENT.verifying)}) and ${salesInReach(ctx, 'pagos.ver') ?? sql`true`}`,
    id: sql`y.id`,
    title: sql`p.name`,
    text: sql`'Verificar el pago · ' || r.name`,
    // One working day: the buyer waits for the receipt.
    due: sql`(y.reported_at at time zone 'America/Panama')::date + 1`,
    since: sql`y.reported_at`,
    saleId: sql`sales.id`,
    cents: sql`y.reported_cents`,
    version: sql`y.version`,
    stateId: sql`y.state_id`,
  };
}
