import { sql } from 'drizzle-orm';
import { recordUrl } from '#contract/company/comments/recordUrl.ts';
import { ORDER_STATES } from '#contract/works/purchasing/rules.ts';
import { containing } from '#server/kernel/db.ts';
import { yearlyCodeOf } from '#server/kernel/yearly.ts';
import { siteInReach } from '#server/modules/works/materials/materials.scope.ts';
import { join, type Source } from './source.ts';

export const requestsFound: Source = {
  kind: 'solicitud_material',
  permission: 'materiales.ver',
  select: (ctx, { q, limit }) =>
    sql`select r.id, ${yearlyCodeOf('SM', 'r')} title,
        json_build_object('project', p.name, 'house', h.name) detail
      from material_requests r join projects p on p.id = r.project_id left join houses h on h.id = r.house_id
      where searchable(concat_ws(' ', ${yearlyCodeOf('SM', 'r')}, h.name)) like searchable(${containing(q)})
        and ${siteInReach(ctx, 'materiales.ver', sql`r.project_id`, sql`r.created_by`) ?? sql`true`}
      order by r.id desc limit ${limit}`,
  subtitle: ({ project, house }) => join(project, house),
  url: (id) => recordUrl('solicitud_material', id),
};

export const ordersFound: Source = {
  kind: 'orden_compra',
  permission: 'materiales.ver',
  select: (ctx, { q, limit }) =>
    sql`select o.id, ${yearlyCodeOf('OC', 'o')} title,
        json_build_object('supplier', s.name, 'state', o.state_id) detail
      from purchase_orders o join partners s on s.id = o.supplier_id
      where searchable(concat_ws(' ', ${yearlyCodeOf('OC', 'o')}, o.old_number, s.name)) like searchable(${containing(q)})
        and ${siteInReach(ctx, 'materiales.ver', sql`o.project_id`, sql`o.issued_by`) ?? sql`true`}
      order by o.id desc limit ${limit}`,
  subtitle: ({ supplier, state }) => join(supplier, ORDER_STATES[Number(state)]),
  url: (id) => recordUrl('orden_compra', id),
};

export const materialsFound: Source = {
  kind: 'material',
  permission: 'materiales.ver',
  select: (ctx, { q, limit }) =>
    ctx.staff?.colleague
      ? sql`select m.id, m.name title, json_build_object('code', m.code, 'unit', m.unit) detail from materials m
          where searchable(m.code || ' ' || m.name) like searchable(${containing(q)}) and m.archived_at is null
          order by m.name, m.id limit ${limit}`
      : null,
  subtitle: ({ code, unit }) => join(code, unit),
  url: (id) => `/oficina/existencias/movimientos?material_id=${id}`,
};
