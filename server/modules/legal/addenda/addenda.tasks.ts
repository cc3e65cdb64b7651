import { sql } from 'drizzle-orm';
import { ADDENDUM } from '#contract/legal/addenda/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { ownCounsel } from '#server/modules/legal/counsel/counsel.scope.ts';

/** Addenda that the caller has to send to sign, or to correct after a rejection. */
export function addendumTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'legal.crear')) return null;
  return {
    rows: sql`select addenda.id, addenda.code, addenda.state_id, addenda.state_since, addenda.sign_by,
        addenda.rejected_reason, sales.person_id
      from addenda join sales on sales.id = addenda.sale_id
      where addenda.state_id in (${idOf(ADDENDUM.draft)}, ${idOf(ADDENDUM.inReview)}, ${idOf(ADDENDUM.rejected)})
        and ${ownCounsel(ctx, 'legal.crear') ?? sql`true`}`,
    joins: sql`join people p on p.id = w.person_id`,
    id: sql`w.id`,
    title: sql`p.name`,
    text: sql`case when w.state_id = ${idOf(ADDENDUM.rejected)}
      then 'Corregir la adenda ' || w.code || coalesce(': ' || w.rejected_reason, '')
      else 'Enviar a firma la adenda ' || w.code end`,
    due: sql`case when w.state_id <> ${idOf(ADDENDUM.rejected)} then w.sign_by end`,
    since: sql`w.state_since`,
  };
}
