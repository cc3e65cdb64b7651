import { sql } from 'drizzle-orm';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';

/** Applications of the caller's sales that the bank has to be asked about today, or should have been. */
export function followUpTasks(ctx: Context): TaskQuery | null {
  const reach = scopeOf(ctx, 'tramites.editar');
  if (!reach) return null;
  return {
    from: sql`bank_applications a join sales on sales.id = a.sale_id join people p on p.id = sales.person_id
      join catalog_items b on b.catalog = ${banks.name} and b.id = a.bank_id
      where sales.processor_id = ${reach.userId} and a.follow_up_due_on <= ${panamaDay(ctx.now)}`,
    id: sql`a.id`,
    title: sql`p.name`,
    text: sql`'Preguntar a ' || b.label || ' por la solicitud'`,
    due: sql`a.follow_up_due_on`,
    since: sql`coalesce(a.last_follow_up_at, a.sent_at, a.created_at)`,
    saleId: sql`sales.id`,
    version: sql`a.version`,
    stateId: sql`a.state_id`,
  };
}
