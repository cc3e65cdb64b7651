import { SALE } from '#contract/sales/sale/rules.ts';
import { sql, type SQL } from 'drizzle-orm';
import { showDay } from '#contract/dates.ts';
import type { TouchedRow } from '#contract/projects/interest/model.ts';
import type { Ordering } from '#contract/paging.ts';
import { QUOTE_STATES, QUOTE } from '#contract/sales/quotes/rules.ts';
import type { Follower } from '#server/kernel/changes.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { countUpTo, newestFirst, row, rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { RULE_CHANGE } from '#server/modules/projects/interest/interest.service.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { quotesInReach } from './quotes.scope.ts';

/**
 * Records that a change of the interest rules affects: open proformas, and mortgage sales until the deed is registered,
 * whose region and price match the old or the new rule (domain.md §4.1).
 */

/** Condition: region and price match a rule of the change `c`. */
const within = (region: SQL, price: SQL) => sql`exists (
  select from interest_rules r where r.id in (c.before_id, c.after_id)
    and coalesce(r.region, ${region}) = ${region} and ${price} between r.min_cents and r.max_cents)`;

const touchedQuotes = sql`quotes.state_id between ${QUOTE.draft} and ${QUOTE.accepted} and ${within(sql`p.region`, sql`quotes.price_cents`)}`;
const touchedSales = sql`sales.state_id between ${SALE.received} and ${SALE.inDeed} and sales.payment_form = 'hipoteca'
  and ${within(sql`p.region`, sql`sales.price_cents`)}`;

/** A page of the records that a change affects, within the caller's scope. Raises 404. */
export async function pageOfTouched(
  ctx: Context,
  changeId: number,
  {
    kind,
    limit,
    offset,
    ...asked
  }: { kind: TouchedRow['kind']; limit: number; offset: number } & Ordering<'id'>,
): Promise<{ list: TouchedRow[]; total: number }> {
  if (!(await row(ctx.db, sql`select 1 one from interest_changes where id = ${changeId}`))) throw notFound();
  const change = sql`(select before_id, after_id from interest_changes where id = ${changeId}) c`;
  const reach = kind === 'proforma' ? quotesInReach(ctx, 'ventas.ver') : salesInReach(ctx, 'ventas.ver');
  const own = reach ?? sql`true`;
  const from =
    kind === 'proforma'
      ? sql`quotes join projects p on p.id = quotes.project_id cross join ${change} where ${touchedQuotes} and ${own}`
      : sql`sales join projects p on p.id = sales.project_id cross join ${change} where ${touchedSales} and ${own}`;
  const table = sql.raw(kind === 'proforma' ? 'quotes' : 'sales');
  const [list, total, states] = await Promise.all([
    rows<Omit<TouchedRow, 'key' | 'kind' | 'state'> & { stateId: number }>(
      ctx.db,
      sql`select t.id::int id, coalesce(t.code, 'Borrador ' || t.id) code, pe.name customer, t.project,
          t.price_cents::float8 price_centavos, u.name adviser, t.state_id "stateId"
        from (select ${table}.id, ${table}.code, ${table}.person_id, ${table}.adviser_id, ${table}.state_id,
            ${table}.price_cents, p.name project from ${from} order by ${newestFirst(sql`${table}.id`, asked)} limit ${limit} offset ${offset}) t
        join people pe on pe.id = t.person_id left join users u on u.id = t.adviser_id order by ${newestFirst(sql`t.id`, asked)}`,
    ),
    countUpTo(ctx.db, sql`select from ${from}`),
    kind === 'venta' ? catalogLabels(ctx.db, { name: 'states_precontract' }) : null,
  ]);
  return {
    list: list.map(({ stateId, ...one }) => ({
      ...one,
      key: `${kind}-${one.id}`,
      kind,
      state: states?.get(stateId) ?? QUOTE_STATES[stateId] ?? '',
    })),
    total,
  };
}

/** Notifies the advisers and processors of affected records, in the caller's transaction. */
async function tellTouched(ctx: Acting, changeId: number): Promise<void> {
  const change = sql`(select before_id, after_id, effective_on from interest_changes where id = ${changeId}) c`;
  const found = await rows<{ userId: number; quotes: number; sales: number; day: string }>(
    ctx.db,
    sql`select u "userId", sum(q)::int quotes, sum(s)::int sales, max(day) as day from (
        select quotes.adviser_id u, 1 q, 0 s, c.effective_on::text as day from quotes join projects p on p.id = quotes.project_id
          cross join ${change} where ${touchedQuotes}
        union all
        select w.u, 0, 1, c.effective_on::text from sales join projects p on p.id = sales.project_id cross join ${change}
          cross join lateral (values (sales.adviser_id), (sales.processor_id)) w (u) where ${touchedSales}
      ) touched where u is not null group by u`,
  );
  for (const { userId, quotes, sales, day } of found)
    await notify(ctx, {
      kind: 'reglas_cambiadas',
      to: [Number(userId)],
      text: `El interés preferencial cambia desde el ${showDay(day)}: ${countText(quotes, sales)}.`,
      url: `/oficina/interes-preferencial?ver=cambios&cambio=${changeId}`,
      event: `reglas:${changeId}`,
    });
}

/** Notifies the affected staff of a change of the interest rules. */
export const ruleFollower: Follower = { record: RULE_CHANGE, follow: (ctx, { id }) => tellTouched(ctx, id) };

const countText = (quotes: number, sales: number) =>
  [
    quotes > 0 && (quotes === 1 ? '1 proforma tuya' : `${quotes} proformas tuyas`),
    sales > 0 && (sales === 1 ? '1 venta tuya' : `${sales} ventas tuyas`),
  ]
    .filter(Boolean)
    .join(' y ');
