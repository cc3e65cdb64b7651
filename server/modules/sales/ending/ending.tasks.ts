import { sql } from 'drizzle-orm';
import { RESCINDABLE } from '#contract/sales/sale/rules.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { anyOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';

/** Rescissions that another person prepared and the caller may decide (rulings.md 39). */
export function rescissionTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'legal.aprobar')) return null;
  return {
    rows: sql`select r.*, sales.person_id from rescissions r join sales on sales.id = r.sale_id
      where r.decided_at is null and r.dropped_at is null and r.prepared_by <> ${staffOf(ctx).userId}
        and sales.state_id in ${anyOf(RESCINDABLE)} and ${salesInReach(ctx, 'legal.aprobar') ?? sql`true`}`,
    joins: sql`join people p on p.id = w.person_id`,
    id: sql`w.id`,
    title: sql`p.name`,
    text: sql`'Decidir la rescisión: ' || w.reason`,
    due: sql`null`,
    since: sql`w.prepared_at`,
    parentId: sql`w.sale_id`,
  };
}
