import { sql } from 'drizzle-orm';
import { paymentStatus, paymentTypes } from '#contract/company/catalogs/moneyLists.ts';
import { documentStatus, precontractStates } from '#contract/company/catalogs/salesLists.ts';
import type { Permission } from '#contract/access.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import type { HistoryLine } from '#contract/sales/sale/model.ts';
import { saleMachine } from '#contract/sales/sale/rules.ts';
import { findTransition } from '#contract/transitions.ts';
import type { Context } from '#server/kernel/context.ts';
import { constant, idOf, isoFrom, preparedRows } from '#server/kernel/db.ts';
import { actionLabel } from '#contract/company/audit/words.ts';
import { panamaDay, showDay } from '#contract/dates.ts';
import { deedWords } from './editWords.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { lowerFirst } from '#contract/words.ts';

interface Line {
  kind: HistoryLine['kind'];
  id: number;
  /** As PostgreSQL formats it. */
  at: string;
  actorKind: string;
  /** For a payment: created by the system (the separation, or an amount owed again), not by a user. */
  itself: boolean;
  who: string | null;
  subject: string | null;
  typeId: number | null;
  from: number | null;
  to: number | null;
  toName: string | null;
  text: string | null;
  /** For an action of the audit log. */
  action: string | null;
  data: Record<string, unknown> | null;
}

/** The row of a sale without any history. */
interface Nothing {
  kind: null;
}

/** Actions of the audit log that no state change shows. */
const ACTS = [
  'editar',
  'extender_separacion',
  'agregar_comprador',
  'quitar_comprador',
  'cambiar_contacto',
  'cambiar_lote',
  'cambiar_asesor',
  'cambiar_abogado',
  'enviar_enlace',
  'crear_plan',
  'cambiar_plan',
  'reprogramar',
] as const;

const PAPER_VERBS: Readonly<Record<number, string>> = {
  1: 'vació',
  2: 'cargó',
  3: 'empezó a revisar',
  4: 'aprobó',
  5: 'rechazó',
  6: 'dio por vencido',
  7: 'marcó que no aplica',
  8: 'pidió firmar',
  9: 'firmó',
  10: 'rechazó firmar',
};
const PAYMENT_VERBS: Readonly<Record<number, string>> = {
  1: 'pidió',
  2: 'reportó',
  3: 'empezó a verificar',
  4: 'confirmó',
  5: 'rechazó',
  6: 'confirmó en parte',
  7: 'dio por vencido',
  8: 'reembolsó',
  9: 'anuló',
};

/**
 * States of documents and payments that customers set themselves. The system makes all other consequences of their
 * actions.
 */
const BY_CUSTOMER: Partial<Record<Line['kind'], readonly number[]>> = {
  documento: [DOCUMENT.pending, DOCUMENT.uploaded, DOCUMENT.signed, DOCUMENT.signRejected],
  pago: [PAYMENT.reported],
};

/** The line is a consequence: the stored actor did not choose it. */
function happenedItself({ kind, actorKind, itself, from, to }: Line): boolean {
  if (itself) return true;
  if (actorKind === 'staff') return false;
  const own = BY_CUSTOMER[kind];
  if (own) return !own.includes(to ?? 0);
  return kind === 'estado' && findTransition(saleMachine, from ?? 0, to ?? 0)?.permission === null;
}

/** The actor's name; null for a consequence. */
function whoDid(line: Line): string | null {
  if (happenedItself(line)) return null;
  return line.who ?? (line.actorKind === 'client' || line.actorKind === 'nobody' ? 'Cliente' : null);
}

function verbOf({ kind, from, to, action, itself }: Line): string {
  switch (kind) {
    case 'estado':
      return from === null ? 'creó el pre-contrato' : 'cambió el estado';
    case 'documento':
      return PAPER_VERBS[to ?? 0] ?? 'cambió';
    case 'pago':
      if (itself) return 'abrió el cobro';
      return PAYMENT_VERBS[to ?? 0] ?? 'cambió';
    case 'asignacion':
      return 'pasó la venta';
    case 'comentario':
      return 'comentó';
    case 'hecho':
      return lowerFirst(actionLabel(action ?? ''));
  }
}

/** Maximum number of lines shown; older ones stay in the tables. */
const LIMIT = 500;

/** All lines of the one sale of `sale`: the rest of the statement after its scope. */
const LINES = constant(sql`), moves as (
      select 'estado' kind, null::text subject, null::int type_id, false itself, c.*
        from sale s join changes c on c.record = 'precontrato' and c.record_id = s.id
      union all
      select 'documento', d.label, null, false, c.* from sale s join documents d on d.sale_id = s.id and s.sees_papers
        join changes c on c.record = 'documento' and c.record_id = d.id and c.from_state is not null
      union all
      select 'pago', null, y.type_id, c.from_state is null and (y.type_id = ${idOf(PAYMENT_TYPE.separation)} or y.origin_id is not null), c.* from sale s join payments y on y.sale_id = s.id and s.sees_payments
        join changes c on c.record = 'pago' and c.record_id = y.id
          and (y.plan_id is null or (c.from_state is not null and c.to_state <> 9))
    ), lines as (
    select kind, c.id, c.at, c.actor_kind "actorKind", c.itself, u.name who, c.subject, c.type_id "typeId",
      c.from_state "from", c.to_state "to", null "toName", w.reason text, null action, null::jsonb data
    from moves c left join change_details w on w.tx = c.tx and w.id = c.id left join users u on u.id = case when c.actor_kind = 'staff' then c.actor_id::bigint end
    union all
    select 'asignacion', a.id, a.at, case when a.assigned_by is null then 'system' else 'staff' end, false, u.name, null, null,
      null, null, w.name, a.reason, null, null
    from sale s join assignments a on a.sale_id = s.id join users w on w.id = a.processor_id
      left join users u on u.id = a.assigned_by
    union all
    select 'comentario', m.id, m.created_at, 'staff', false, u.name, null, null, null, null, null, m.body, null, null
    from sale s join comments m on m.reference = 'precontrato' and m.reference_id = s.id join users u on u.id = m.user_id
    union all
    select 'hecho', a.id, a.at, a.actor_kind, false, u.name, null, null, null, null, coalesce(p.name, l.name, w.name), a.data->>'reason',
      a.action, a.data
    from sale s join audit_log a on a.entity = 'precontrato' and a.entity_id = s.id::text
        and a.action in (${sql.raw(ACTS.map((act) => `'${act}'`).join(', '))}) and (s.sees_payments or a.action not in ('crear_plan', 'cambiar_plan', 'reprogramar'))
      left join users u on u.id = case when a.actor_kind = 'staff' then a.actor_id::bigint end
      left join people p on p.id = (a.data->>'personId')::bigint
      left join lots l on a.action = 'cambiar_lote' and l.id = (a.data->>'to')::bigint
      left join users w on a.action in ('cambiar_asesor', 'cambiar_abogado') and w.id = (a.data->>'to')::bigint
    order by at desc, id desc limit ${sql.raw(String(LIMIT))})
    select lines.* from sale left join lines on true order by at desc, id desc`);

/**
 * The history of a sale, newest first: state changes of the sale, its documents and payments, assignments, edits and
 * notes of staff. A payment plan is one line, not one per installment. Documents and payments need their own
 * permission. Null when the sale is out of scope. One prepared statement.
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
      ${LINES}`,
  );
  if (found.length === 0) return null;
  const labels = { estado: states, documento: papers, pago: payments };
  return found.flatMap((line) => {
    if (line.kind === null) return [];
    const of = line.kind in labels ? labels[line.kind as keyof typeof labels] : undefined;
    const label = (state: number | null) => (state === null ? null : (of?.get(state) ?? null));
    return {
      id: `${line.kind}-${line.id}`,
      kind: line.kind,
      at: isoFrom(line.at),
      who: whoDid(line),
      verb: verbOf(line),
      subject: line.data
        ? deedWords(line.action ?? '', line.data)
        : line.typeId === null
          ? line.subject
          : (types.get(line.typeId) ?? null),
      from: label(line.from),
      to: line.toName ?? untilOf(line.data) ?? label(line.to),
      text: line.text,
    };
  });
}

/** The new last day of an extended separation. */
const untilOf = (data: Line['data']): string | null =>
  typeof data?.['until'] === 'string' ? `hasta el ${showDay(panamaDay(new Date(data['until'])))}` : null;
