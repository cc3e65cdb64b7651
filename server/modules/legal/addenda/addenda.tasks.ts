import { sql } from 'drizzle-orm';
import { ADDENDUM } from '#contract/legal/addenda/rules.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { ownCounsel } from '#server/modules/legal/counsel/counsel.scope.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';

/** Addenda that wait for the caller: to send to sign, to correct after a rejection, or to approve a text that others wrote. */
export function addendumTasks(ctx: Context): TaskQuery | null {
  const writes = scopeOf(ctx, 'legal.crear') !== null;
  const approves = scopeOf(ctx, 'legal.aprobar') !== null;
  if (!writes && !approves) return null;
  const { userId } = staffOf(ctx);
  const mine = writes ? (ownCounsel(ctx, 'legal.crear') ?? sql`true`) : sql`false`;
  const decides = approves ? (salesInReach(ctx, 'legal.aprobar') ?? sql`true`) : sql`false`;
  // Only a text that is not the template's is kept with the addendum.
  const waits = sql`addenda.state_id = ${idOf(ADDENDUM.inReview)} and addenda.clauses is not null
    and addenda.approved_at is null`;
  return {
    rows: sql`select addenda.id, addenda.code, addenda.state_id, addenda.state_since, addenda.sign_by,
        addenda.rejected_reason, sales.person_id, (${waits}) waits
      from addenda join sales on sales.id = addenda.sale_id
      where ((${mine}) and not (${waits})
          and addenda.state_id in (${idOf(ADDENDUM.draft)}, ${idOf(ADDENDUM.inReview)}, ${idOf(ADDENDUM.rejected)}))
        or ((${decides}) and ${waits} and ${userId} <> all (addenda.writers))`,
    joins: sql`join people p on p.id = w.person_id`,
    id: sql`w.id`,
    title: sql`p.name`,
    text: sql`case when w.waits then 'Aprobar el texto de la adenda ' || w.code
      when w.state_id = ${idOf(ADDENDUM.rejected)}
      then 'Corregir la adenda ' || w.code || coalesce(': ' || w.rejected_reason, '')
      else 'Enviar a firma la adenda ' || w.code end`,
    due: sql`case when w.state_id <> ${idOf(ADDENDUM.rejected)} then w.sign_by end`,
    since: sql`w.state_since`,
  };
}
