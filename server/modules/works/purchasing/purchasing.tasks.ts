import { and, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { panamaDay } from '#contract/dates.ts';
import { OPEN_ORDERS, QUOTED_STATES, REQUEST_STATE } from '#contract/works/purchasing/rules.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { yearlyCodeOf } from '#server/kernel/yearly.ts';
import { pricesInReach, siteInReach } from '#server/modules/works/materials/materials.scope.ts';

const project = sql`r.project_id`;

/** Requests that the caller may approve, and approved ones to quote and order. */
export function requestTasks(ctx: Context): TaskQuery | null {
  const { userId } = staffOf(ctx);
  const step = (permission: Permission, text: string, when: SQL): SQL[] =>
    scopeOf(ctx, permission)
      ? [
          sql`select r.*, ${text}::text what from material_requests r
            where ${and(when, siteInReach(ctx, permission, project) ?? sql`true`)!}`,
        ]
      : [];
  const steps = [
    ...step(
      'materiales.aprobar',
      'Aprobar los materiales',
      sql`r.state_id = ${idOf(REQUEST_STATE.requested)} and r.asked_by <> ${userId}`,
    ),
    // Who approves asks others to buy, if there are others: only the purchasing office has this work.
    ...(scopeOf(ctx, 'materiales.aprobar')
      ? []
      : step(
          'materiales.editar',
          'Cotizar y ordenar',
          sql`r.state_id in ${anyOf(QUOTED_STATES)} and ${pricesInReach(ctx, project)}`,
        )),
  ];
  if (steps.length === 0) return null;
  return {
    rows: sql`select * from (${sql.join(steps, sql` union all `)}) steps`,
    joins: sql`join projects p on p.id = w.project_id left join houses h on h.id = w.house_id`,
    id: sql`w.id`,
    title: sql`concat_ws(' · ', ${yearlyCodeOf('SM', 'w')}, h.name, p.name)`,
    text: sql`w.what`,
    due: sql`w.needed_on`,
    since: sql`coalesce(w.approved_at, w.asked_at, w.created_at)`,
  };
}

/** Orders to count on the site, and late ones to claim from the supplier. */
export function orderTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'materiales.editar')) return null;
  const today = panamaDay(ctx.now);
  return {
    rows: sql`select r.* from purchase_orders r where r.state_id in ${anyOf(OPEN_ORDERS)}
      and (r.expected_on <= ${today} or exists (select from purchase_order_lines l
        where l.order_id = r.id and l.dispatched - l.received - l.missing > 0))
      and ${siteInReach(ctx, 'materiales.editar', project) ?? sql`true`}`,
    joins: sql`join partners s on s.id = w.supplier_id join projects p on p.id = w.project_id`,
    id: sql`w.id`,
    title: sql`concat_ws(' · ', ${yearlyCodeOf('OC', 'w')}, s.name, p.name)`,
    text: sql`case when w.expected_on < ${today} then 'Está atrasada: reclamarla o contarla' else 'Contar lo que llega' end`,
    due: sql`w.expected_on`,
    since: sql`w.created_at`,
  };
}
