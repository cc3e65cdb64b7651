import { sql } from 'drizzle-orm';
import { paymentStatus, paymentTypes } from '#contract/catalogs/moneyLists.ts';
import { documentStatus, precontractStates } from '#contract/catalogs/salesLists.ts';
import type { Permission } from '#contract/access.ts';
import type { HistoryLine } from '#contract/sales/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { preparedRows } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/catalogs/catalogs.service.ts';
import { salesInReach } from './sales.scope.ts';

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

/** The sale is there, and nothing has happened in it. */
interface Nothing {
  kind: null;
}

/** Shown at most; older lines stay in the tables. */
const LIMIT = 500;

/**
 * What happened in a sale: changes of state of the sale, its papers and its payments, who it was assigned to, and what colleagues
 * wrote; the newest first. Papers and payments only for whom their own permission reaches; null when the sale is out of reach. One
 * statement, which connections keep.
 */
export async function historyOf(ctx: Context, saleId: number): Promise<HistoryLine[] | null> {
  const [states, papers, payments, types] = await Promise.all([
    catalogLabels(ctx.db, precontractStates),
    catalogLabels(ctx.db, documentStatus),
    catalogLabels(ctx.db, paymentStatus),
    catalogLabels(ctx.db, paymentTypes),
  ]);
  const reach = (permission: Permission) => salesInReach(ctx, permission) ?? sql`true`;
  const found = await preparedRows<Line | Nothing>(
    ctx.db,
    sql`with sale as (
        select id, ${reach('documentos.ver')} sees_papers, ${reach('pagos.ver')} sees_payments
        from sales where id = ${saleId} and ${reach('ventas.ver')}
      ), changes as (
        select 'estado' kind, null::text subject, null::int type_id, c.*
          from sale s join state_changes c on c.entity = 'precontrato' and c.entity_id = s.id
        union all
        select 'documento', d.label, null, c.* from sale s join documents d on d.sale_id = s.id and s.sees_papers
          join state_changes c on c.entity = 'documento' and c.entity_id = d.id and c.from_state is not null
        union all
        select 'pago', null, y.type_id, c.* from sale s join payments y on y.sale_id = s.id and s.sees_payments
          join state_changes c on c.entity = 'pago' and c.entity_id = y.id
      ), lines as (
      select kind, c.id, c.at, c.actor_kind "actorKind", u.name who, c.subject, c.type_id "typeId",
        c.from_state "from", c.to_state "to", null "toName", c.reason text
      from changes c left join users u on u.id = case when c.actor_kind = 'staff' then c.actor_id::bigint end
      union all
      select 'asignacion', a.id, a.at, case when a.assigned_by is null then 'system' else 'staff' end, u.name, null, null,
        null, null, w.name, a.reason
      from sale s join assignments a on a.sale_id = s.id join users w on w.id = a.processor_id
        left join users u on u.id = a.assigned_by
      union all
      select 'comentario', m.id, m.created_at, 'staff', u.name, null, null, null, null, null, m.body
      from sale s join comments m on m.reference = 'precontrato' and m.reference_id = s.id join users u on u.id = m.user_id
      order by at desc, id desc limit ${sql.raw(String(LIMIT))})
      select lines.* from sale left join lines on true order by at desc, id desc`,
  );
  if (found.length === 0) return null;
  const labels = { estado: states, documento: papers, pago: payments, asignacion: null, comentario: null };
  return found.flatMap((line) => {
    if (line.kind === null) return [];
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
