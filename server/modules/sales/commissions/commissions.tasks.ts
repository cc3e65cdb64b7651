import { sql } from 'drizzle-orm';
import { COMMISSION, commissionMachine } from '#contract/sales/commissions/rules.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { commissionsInReach } from './commissions.scope.ts';

/** Commissions whose next step the caller may take: not their own, and not approved by who prepared them. */
export function commissionTasks(ctx: Context): TaskQuery | null {
  const { userId } = staffOf(ctx);
  const states = commissionMachine.transitions.flatMap(({ from, to, permission }) =>
    to > COMMISSION.prepared && permission && scopeOf(ctx, permission) ? from : [],
  );
  if (states.length === 0) return null;
  return {
    rows: sql`select l.*, commissions.user_id, commissions.broker_id, commissions.sale_id
      from commission_lines l join commissions on commissions.id = l.commission_id
      where l.state_id = any(${sql.param(states)}::int[]) and l.reverses_id is null
        and commissions.user_id is distinct from ${userId}
        and (l.state_id <> ${idOf(COMMISSION.prepared)} or l.prepared_by <> ${userId})
        and ${commissionsInReach(ctx) ?? sql`true`}`,
    joins: sql`join sales on sales.id = w.sale_id join people p on p.id = sales.person_id`,
    id: sql`w.id`,
    title: sql`coalesce((select name from users where users.id = w.user_id),
      (select name from brokers where brokers.id = w.broker_id))`,
    text: sql`case w.state_id when ${idOf(COMMISSION.prepared)} then 'Aprobar la comisión de ' else 'Pagar la comisión de ' end || p.name`,
    due: sql`null`,
    since: sql`coalesce(w.approved_at, w.prepared_at, w.created_at)`,
    parentId: sql`w.sale_id`,
    cents: sql`w.cents`,
  };
}
