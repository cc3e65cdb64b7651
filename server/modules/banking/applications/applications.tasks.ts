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
    rows: sql`select a.*, sales.person_id from bank_applications a join sales on sales.id = a.sale_id
      where sales.processor_id = ${reach.userId} and a.follow_up_due_on <= ${panamaDay(ctx.now)}`,
    joins: sql`join people p on p.id = w.person_id
      join catalog_items b on b.catalog = ${banks.name} and b.id = w.bank_id`,
    id: sql`w.id`,
    title: sql`p.name`,
    text: sql`'Preguntar a ' || b.label || ' por la solicitud'`,
    due: sql`w.follow_up_due_on`,
    since: sql`coalesce(w.last_follow_up_at, w.sent_at, w.created_at)`,
    parentId: sql`w.sale_id`,
  };
}
