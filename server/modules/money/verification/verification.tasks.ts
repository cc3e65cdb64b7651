import { sql, type SQL } from 'drizzle-orm';
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
    rows: sql`select y.*, sales.person_id, sales.project_id from payments y join sales on sales.id = y.sale_id
      where y.state_id in (${idOf(PAYMENT.reported)}, ${idOf(PAYMENT.verifying)}) and ${salesInReach(ctx, 'pagos.ver') ?? sql`true`}`,
    joins: sql`join people p on p.id = w.person_id join projects r on r.id = w.project_id`,
    id: sql`w.id`,
    title: sql`p.name`,
    text: sql`'Verificar el pago · ' || r.name`,
    // One working day: the buyer waits for the receipt.
    due: sql`(w.reported_at at time zone 'America/Panama')::date + 1`,
    since: sql`w.reported_at`,
    parentId: sql`w.sale_id`,
    cents: sql`w.reported_cents`,
  };
}

/** For the menu and the figures of accounting: the exact number. */
export function countToVerify(ctx: Context): SQL | null {
  const query = paymentTasks(ctx);
  return query && sql`select count(*)::int from (${query.rows}) waiting`;
}
