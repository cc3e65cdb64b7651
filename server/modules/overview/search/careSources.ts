import { sql } from 'drizzle-orm';
import { CHARGE_LABELS } from '#contract/care/warranty/charges.ts';
import { ORDER_LABELS } from '#contract/care/ticketOrders/rules.ts';
import { HANDOVER_LABELS, PUNCH_LABELS } from '#contract/care/handover/rules.ts';
import { recordUrl } from '#contract/company/comments/recordUrl.ts';
import { containing } from '#server/kernel/db.ts';
import { surveysInReach } from '#server/modules/care/survey/survey.scope.ts';
import { handoversInReach, punchInReach } from '#server/modules/care/handover/handover.scope.ts';
import { ordersInReach } from '#server/modules/care/ticketOrders/ticketOrders.scope.ts';
import { ticketsInReach } from '#server/modules/care/tickets/tickets.scope.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { join, type Source } from './source.ts';

/** By its code or its house. */
export const handoversFound: Source = {
  kind: 'entrega',
  permission: 'ventas.ver',
  select: (ctx, { q, limit }) =>
    q.length < 3
      ? null
      : sql`select k.id, k.code || ' · ' || h.name title, json_build_object('name', p.name, 'state', k.state_id) detail
        from handovers k join sales on sales.id = k.sale_id join people p on p.id = sales.person_id join houses h on h.id = k.house_id
        where searchable(concat_ws(' ', 'entrega', k.code, h.name)) like searchable(${containing(q)}) and ${handoversInReach(ctx)}
        order by k.id desc limit ${limit}`,
  subtitle: ({ name, state }) => join(name, HANDOVER_LABELS[Number(state)]),
  url: (id) => recordUrl('entrega', id),
};

/** By what was seen, or its house. */
export const punchFound: Source = {
  kind: 'pendiente_entrega',
  permission: 'ventas.ver',
  select: (ctx, { q, limit }) =>
    q.length < 3
      ? null
      : sql`select i.id, o.name || ' · ' || i.text title, json_build_object('room', i.room, 'name', p.name, 'state', i.state_id) detail
        from punch_items i join handovers h on h.id = i.handover_id join sales on sales.id = h.sale_id
        join people p on p.id = sales.person_id join houses o on o.id = i.house_id
        where (searchable(i.text) like searchable(${containing(q)}) or searchable(o.name) like searchable(${containing(q)}))
          and ${punchInReach(ctx)}
        order by i.id desc limit ${limit}`,
  subtitle: ({ room, name, state }) => join(room, name, PUNCH_LABELS[Number(state)]),
  url: (id) => recordUrl('pendiente_entrega', id),
};

/** By its code, its paper or its contractor. */
export const chargesFound: Source = {
  kind: 'cargo_garantia',
  permission: 'contratos.montos',
  select: (ctx, { q, limit }) =>
    q.length < 3
      ? null
      : sql`select b.id, b.code title, json_build_object('name', a.name, 'paper', b.paper, 'state', b.state_id) detail
        from back_charges b join contracts on contracts.id = b.contract_id join partners a on a.id = contracts.contractor_id
        where searchable(concat_ws(' ', 'cargo', b.code, b.paper, a.name)) like searchable(${containing(q)})
          and ${contractsInReach(ctx, 'contratos.montos') ?? sql`true`}
        order by b.id desc limit ${limit}`,
  subtitle: ({ name, paper, state }) => join(name, paper, CHARGE_LABELS[Number(state)]),
  url: (id) => recordUrl('cargo_garantia', id),
};

/** By its number, title or contact. */
export const ticketsFound: Source = {
  kind: 'ticket',
  permission: 'tickets.ver',
  select: (ctx, { q, limit }) =>
    q.length < 3
      ? null
      : sql`select t.id, t.code || ' · ' || t.title title, json_build_object('name', coalesce(t.contact_name, b.name), 'house', h.name,
          'state', i.label) detail
        from tickets t left join people b on b.id = t.person_id left join houses h on h.id = t.house_id
        left join catalog_items i on i.catalog = 'ticket_status' and i.id = t.state_id
        where (t.code ilike ${containing(q)} or searchable(t.title) like searchable(${containing(q)})
          or searchable(t.contact_name) like searchable(${containing(q)})) and ${ticketsInReach(ctx, 'tickets.ver')}
        order by t.id desc limit ${limit}`,
  subtitle: ({ name, house, state }) => join(name, house, state),
  url: (id) => recordUrl('ticket', id),
};

/** By who answered or the words of the comment. */
export const surveysFound: Source = {
  kind: 'encuesta',
  permission: 'ventas.ver',
  select: (ctx, { q, limit }) =>
    q.length < 3
      ? null
      : sql`select k.id, a.score || ' de 10 · ' || p.name title, json_build_object('project', r.name, 'comment', left(a.comment, 80)) detail
        from survey_answers a join survey_asks k on k.id = a.ask_id join sales s on s.id = k.sale_id
        join people p on p.id = k.person_id join projects r on r.id = k.project_id
        where searchable(concat_ws(' ', 'encuesta', p.name, a.comment)) like searchable(${containing(q)}) and ${surveysInReach(ctx)}
        order by k.id desc limit ${limit}`,
  subtitle: ({ project, comment }) => join(project, comment),
  url: (id) => recordUrl('encuesta', id),
};

/** By its code, its work or its contractor; of who works for a contractor those of that company. */
export const workOrdersFound: Source = {
  kind: 'orden_trabajo',
  permission: 'tickets.ver',
  select: (ctx, { q, limit }) =>
    q.length < 3
      ? null
      : sql`select o.id, o.code || ' · ' || t.title title, json_build_object('name', a.name, 'house', h.name, 'state', o.state_id) detail
        from ticket_orders o join tickets t on t.id = o.ticket_id join partners a on a.id = o.contractor_id
        left join houses h on h.id = t.house_id
        where (o.code ilike ${containing(q)} or searchable(o.what) like searchable(${containing(q)})
          or searchable(a.name) like searchable(${containing(q)})) and ${ordersInReach(ctx, 'tickets.ver')}
        order by o.id desc limit ${limit}`,
  subtitle: ({ name, house, state }) => join(name, house, ORDER_LABELS[Number(state)]),
  url: (id) => recordUrl('orden_trabajo', id),
};
