import { ADDENDUM } from '#contract/legal/addenda/rules.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { idOf, sql } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';

/** Houses that will be late and whose customer nobody has told yet: one task for each sale, due on the promised day. */
export function deliveryTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'ventas.aprobar')) return null;
  return {
    rows: sql`select distinct on (sales.id) sales.id, sales.person_id, w.promised_on, w.forecast_on, w.at
      from delivery_warnings w join sales on sales.id = w.sale_id
      join promises pr on pr.sale_id = sales.id and pr.state_id = ${idOf(PROMISE.signed)} and pr.delivery_on = w.promised_on
      where w.told_at is null and sales.state_id < ${idOf(SALE.delivered)}
        and not exists (select from addenda a where a.sale_id = sales.id and a.kind = 'prorroga' and a.state_id = ${idOf(ADDENDUM.signing)})
        and ${salesInReach(ctx, 'ventas.aprobar') ?? sql`true`} order by sales.id, w.days`,
    joins: sql`join people p on p.id = w.person_id`,
    id: sql`w.id`,
    title: sql`p.name`,
    text: sql`'Avisar que la casa no estará el ' || to_char(w.promised_on, 'DD-MM-YYYY')`,
    due: sql`w.promised_on`,
    since: sql`w.at`,
    parentId: sql`w.id`,
  };
}
