import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import type { AskedRequest, AskForm } from '#contract/works/purchasing/asked.ts';
import { REQUEST_STATE } from '#contract/works/purchasing/rules.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { invalid } from '#server/kernel/errors.ts';
import { yearlyCode } from '#server/kernel/yearly.ts';
import { partnerOf } from '#server/modules/works/contracts/construction.scope.ts';
import { unknownMaterials } from '#server/modules/works/materials/materials.service.ts';
import { askRequest } from './requests.service.ts';

const SHOWN = 100;

/** The company of the caller; null for colleagues, who ask on the office's pages. */
const companyOf = (ctx: Context): Promise<number | null> => partnerOf(ctx, staffOf(ctx).userId);

/** What the caller's company asked for, the last first. */
export async function askedRequests(ctx: Context): Promise<AskedRequest[]> {
  const company = await companyOf(ctx);
  const found = await rows<AskedRequest & { year: number; number: number }>(
    ctx.db,
    sql`select r.id::float8 id, r.year, r.number, json_build_object('id', h.id, 'name', h.name) house,
        json_build_object('id', p.id, 'name', p.name) project,
        json_build_object('id', r.state_id, 'name', coalesce(s.label, '')) state,
        r.needed_on::text needed_on, r.note, a.name asked_by,
        to_char(r.asked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') asked_at,
        case when r.state_id in (${REQUEST_STATE.refused}, ${REQUEST_STATE.voided}) then (select d.reason from changes c
          join change_details d on d.tx = c.tx and d.id = c.id
          where c.record = 'solicitud_material' and c.record_id = r.id and c.to_state = r.state_id order by c.at desc limit 1) end reason,
        (select json_agg(json_build_object('id', l.id, 'material', m.name, 'unit', m.unit, 'quantity', l.quantity::float8,
            'received', coalesce((select sum(ol.received - ol.returned) from purchase_order_lines ol where ol.request_line_id = l.id and ol.active), 0)::float8)
            order by m.name, l.id)
          from material_request_lines l join materials m on m.id = l.material_id where l.request_id = r.id) lines
      from material_requests r join users u on u.id = r.created_by and u.partner_id = ${company}
        join houses h on h.id = r.house_id join projects p on p.id = r.project_id left join users a on a.id = r.asked_by
        left join catalog_items s on s.catalog = 'estados_solicitudes' and s.id = r.state_id
      order by r.id desc limit ${SHOWN}`,
  );
  return found.map(({ year, number, ...one }) => ({ ...one, code: yearlyCode('SM', { year, number }) }));
}

interface OwnHouse {
  id: number;
  name: string;
  project: string;
  projectId: number;
}

/** Houses of the contracts in force that the caller's company builds. */
export async function housesToAskFor(ctx: Context): Promise<OwnHouse[]> {
  const company = await companyOf(ctx);
  return rows<OwnHouse>(
    ctx.db,
    sql`select h.id::float8 id, h.name, p.name project, p.id::float8 "projectId" from houses h join projects p on p.id = h.project_id
      where h.archived_at is null and exists (select from contract_houses ch join contracts c on c.id = ch.contract_id
        where ch.house_id = h.id and c.contractor_id = ${company} and c.state_id = ${CONTRACT_STATE.inForce})
      order by p.name, h.name, h.id`,
  );
}

/** Asks for materials at once: a contractor keeps no drafts here. Raises 422 at its field. */
export async function askMaterials(
  ctx: Context,
  form: z.output<typeof AskForm>,
): Promise<{ id: number; code: string }> {
  const house = (await housesToAskFor(ctx)).find(({ id }) => id === form.house_id);
  if (!house)
    throw invalid([
      { field: 'house_id', message: 'Elige una vivienda de un contrato tuyo que esté vigente.' },
    ]);
  const faults = await unknownMaterials(ctx, form.lines);
  if (faults.length > 0) throw invalid(faults);
  const made = await askRequest(ctx, { ...form, project_id: house.projectId });
  return { id: made.id, code: yearlyCode('SM', made) };
}
