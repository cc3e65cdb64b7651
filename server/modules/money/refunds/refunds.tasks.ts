import { sql } from 'drizzle-orm';
import { REFUND, refundMachine } from '#contract/money/refunds/rules.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';

/** Refunds whose next step the caller may take: whoever prepared or agreed to one does not approve it. */
export function refundTasks(ctx: Context): TaskQuery | null {
  const { userId } = staffOf(ctx);
  const steps = refundMachine.transitions.filter(
    ({ to, permission }) => to !== REFUND.cancelled && permission && scopeOf(ctx, permission),
  );
  if (steps.length === 0) return null;
  const mine = steps.flatMap(({ from, permission }) =>
    from.map((state) => sql`d.state_id = ${idOf(state)} and ${salesInReach(ctx, permission!) ?? sql`true`}`),
  );
  return {
    rows: sql`select d.*, sales.person_id from refunds d join sales on sales.id = d.sale_id
      where d.state_id in (${idOf(REFUND.prepared)}, ${idOf(REFUND.agreed)}, ${idOf(REFUND.approved)})
        and (${sql.join(mine, sql` or `)}) and (d.state_id = ${idOf(REFUND.approved)}
          or (d.prepared_by <> ${userId} and d.agreed_by is distinct from ${userId}))`,
    joins: sql`join people p on p.id = w.person_id`,
    id: sql`w.id`,
    title: sql`p.name`,
    text: sql`case w.state_id when ${idOf(REFUND.approved)} then 'Pagar la devolución' else 'Aprobar la devolución' end`,
    due: sql`w.due_on`,
    since: sql`coalesce(w.approved_at, w.agreed_at, w.prepared_at)`,
    parentId: sql`w.sale_id`,
    cents: sql`w.amount_cents`,
  };
}
