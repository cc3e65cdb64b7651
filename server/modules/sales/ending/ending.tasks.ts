import { sql } from 'drizzle-orm';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';

/** Rescissions that another person prepared and the caller may decide (rulings.md 39). */
export function rescissionTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'legal.aprobar')) return null;
  return {
    from: sql`rescissions r join sales on sales.id = r.sale_id join people p on p.id = sales.person_id
      where r.decided_at is null and r.dropped_at is null and r.prepared_by <> ${staffOf(ctx).userId}
        and ${salesInReach(ctx, 'legal.aprobar') ?? sql`true`}`,
    id: sql`r.id`,
    title: sql`p.name`,
    text: sql`'Decidir la rescisión: ' || r.reason`,
    due: sql`null`,
    since: sql`r.prepared_at`,
    saleId: sql`sales.id`,
  };
}
