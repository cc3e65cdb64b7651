import { sql } from 'drizzle-orm';
import { paymentStatus, paymentTypes } from '#contract/catalogs/moneyLists.ts';
import { documentStatus, precontractStates } from '#contract/catalogs/salesLists.ts';
import type { HistoryLine } from '#contract/sales/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/catalogs/catalogs.service.ts';
import { saleInReach } from './sales.scope.ts';

interface Line {
  kind: HistoryLine['kind'];
  id: number;
  /** As PostgreSQL writes it. */
  at: string;
  actorKind: string;
  who: string | null;
  subject: string | null;
  typeId: number | null;
  from: number | null;
  to: number | null;
  toName: string | null;
  text: string | null;
}

/** Shown at most; older lines stay in the tables. */
const LIMIT = 500;

/**
 * What happened in a sale: changes of state of the sale, its papers and its payments, who it was assigned to, and what colleagues
 * wrote; the newest first. Papers and payments only for whom their own permission reaches.
 */
export async function historyOf(ctx: Context, saleId: number): Promise<HistoryLine[]> {
  const [seesPapers, seesPayments, states, papers, payments, types] = await Promise.all([
    saleInReach(ctx, 'documentos.ver', saleId),
    saleInReach(ctx, 'pagos.ver', saleId),
    catalogLabels(ctx.db, precontractStates),
    catalogLabels(ctx.db, documentStatus),
    catalogLabels(ctx.db, paymentStatus),
    catalogLabels(ctx.db, paymentTypes),
  ]);
  const found = await rows<Line>(
    ctx.db,
    sql`with changes as (
        select 'estado' kind, null::text subject, null::int type_id, c.* from state_changes c
          where c.entity = 'precontrato' and c.entity_id = ${saleId}
        union all
        select 'documento', d.label, null, c.* from documents d join state_changes c on c.entity = 'documento' and c.entity_id = d.id
          where d.sale_id = ${saleId} and ${seesPapers} and c.from_state is not null
        union all
        select 'pago', null, y.type_id, c.* from payments y join state_changes c on c.entity = 'pago' and c.entity_id = y.id
          where y.sale_id = ${saleId} and ${seesPayments}
      )
      select kind, c.id, c.at, c.actor_kind "actorKind", u.name who, c.subject, c.type_id "typeId",
        c.from_state "from", c.to_state "to", null "toName", c.reason text
      from changes c left join users u on c.actor_kind = 'staff' and u.id::text = c.actor_id
      union all
      select 'asignacion', a.id, a.at, case when a.assigned_by is null then 'system' else 'staff' end, u.name, null, null,
        null, null, w.name, a.reason
      from assignments a join users w on w.id = a.processor_id left join users u on u.id = a.assigned_by
        where a.sale_id = ${saleId}
      union all
      select 'comentario', m.id, m.created_at, 'staff', u.name, null, null, null, null, null, m.body
      from comments m join users u on u.id = m.user_id where m.reference = 'precontrato' and m.reference_id = ${saleId}
      order by at desc, id desc limit ${sql.raw(String(LIMIT))}`,
  );
  const labels = { estado: states, documento: papers, pago: payments, asignacion: null, comentario: null };
  return found.map((line) => {
    const of = labels[line.kind];
    const label = (state: number | null) => (state === null ? null : (of?.get(state) ?? null));
    return {
      id: `${line.kind}-${line.id}`,
      kind: line.kind,
      at: new Date(line.at).toISOString(),
      who: line.who ?? (line.actorKind === 'client' || line.actorKind === 'nobody' ? 'Cliente' : null),
      subject: line.typeId === null ? line.subject : (types.get(line.typeId) ?? null),
      from: label(line.from),
      to: line.toName ?? label(line.to),
      text: line.text,
    };
  });
}
