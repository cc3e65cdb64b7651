import { sql } from 'drizzle-orm';
import { LETTER_ALERTS } from '#contract/banking/applications/applicationRules.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { ownCounsel } from '#server/modules/legal/counsel/counsel.scope.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';

const state = (id: number) => idOf(id);

/**
 * Promises that wait for the caller: to send, to approve when somebody else wrote them, to correct after a rejection or an
 * expiry, and those whose bank's letter ends while they are signed or the deed is under way.
 */
export function promiseTasks(ctx: Context): TaskQuery | null {
  const writes = scopeOf(ctx, 'legal.crear') !== null;
  const approves = scopeOf(ctx, 'legal.aprobar') !== null;
  if (!writes && !approves) return null;
  const { userId } = staffOf(ctx);
  const today = panamaDay(ctx.now);
  const mine = writes ? (ownCounsel(ctx, 'legal.crear') ?? sql`true`) : sql`false`;
  const decides = approves ? (salesInReach(ctx, 'legal.aprobar') ?? sql`true`) : sql`false`;
  return {
    rows: sql`select promises.id, promises.code, promises.state_id, promises.state_since, promises.sign_by,
        promises.rejected_reason, promises.rejected_clause, promises.clauses, sales.person_id, letter.expires_on
      from promises join sales on sales.id = promises.sale_id
      left join lateral (select l.expires_on from bank_applications a join promise_letters l on l.application_id = a.id
        where a.sale_id = sales.id and a.chosen and sales.state_id between ${state(SALE.promiseSigning)} and ${state(SALE.inDeed)}
          and l.expires_on <= ${addDays(today, LETTER_ALERTS[0])}::date limit 1) letter on true
      where ((${mine}) and (promises.state_id in (${state(PROMISE.draft)}, ${state(PROMISE.approved)})
          or (promises.state_id in (${state(PROMISE.rejected)}, ${state(PROMISE.expired)})
            and not exists (select from promises n where n.sale_id = promises.sale_id and n.round > promises.round)
            and sales.state_id in (${state(SALE.complete)}, ${state(SALE.promiseLetter)}))
          or (promises.state_id in (${state(PROMISE.signing)}, ${state(PROMISE.signed)}) and letter.expires_on is not null)))
        or ((${decides}) and promises.state_id = ${state(PROMISE.inReview)} and ${userId} <> all (promises.writers))`,
    joins: sql`join people p on p.id = w.person_id`,
    id: sql`w.id`,
    title: sql`p.name`,
    text: sql`case
      when w.state_id = ${state(PROMISE.draft)} then 'Enviar a firma la promesa ' || w.code
      when w.state_id = ${state(PROMISE.approved)} then 'Enviar a firma la promesa ' || w.code
      when w.state_id = ${state(PROMISE.inReview)} then 'Aprobar los cambios de la promesa ' || w.code
      when w.state_id = ${state(PROMISE.expired)} then 'Enviar otra vez la promesa ' || w.code || ', que venció'
      when w.state_id = ${state(PROMISE.rejected)} then 'Corregir la promesa ' || w.code
        || coalesce(', cláusula «' || (select c ->> 'title' from jsonb_array_elements(w.clauses) c where c ->> 'key' = w.rejected_clause) || '»', '')
        || coalesce(': ' || w.rejected_reason, '')
      else 'La carta promesa vence el ' || to_char(w.expires_on, 'DD-MM-YYYY') || ': pedir la prórroga' end`,
    due: sql`case when w.state_id in (${state(PROMISE.signing)}, ${state(PROMISE.signed)}) then w.expires_on
      when w.state_id in (${state(PROMISE.draft)}, ${state(PROMISE.approved)}) then w.sign_by end`,
    since: sql`w.state_since`,
  };
}
