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
    from: sql`commission_lines l join commissions on commissions.id = l.commission_id
      join sales on sales.id = commissions.sale_id join people p on p.id = sales.person_id
      where l.state_id = any(${sql.param(states)}::int[]) and l.reverses_id is null
        and commissions.user_id is distinct from ${userId}
        and (l.state_id <> ${idOf(COMMISSION.prepared)} or l.prepared_by <> ${userId})
        and ${commissionsInReach(ctx) ?? sql`true`}`,
    id: sql`l.id`,
    title: sql`coalesce((select name from users where users.id = commissions.user_id),
      (select name from brokers where brokers.id = commissions.broker_id))`,
    text: sql`case l.state_id when ${idOf(COMMISSION.prepared)} then 'Aprobar la comisión de ' else 'Pagar la comisión de ' end || p.name`,
    due: sql`null`,
    since: sql`coalesce(l.approved_at, l.prepared_at, l.created_at)`,
    saleId: sql`sales.id`,
    cents: sql`l.cents`,
    version: sql`l.version`,
    stateId: sql`l.state_id`,
  };
}
