import { sql, type SQL } from 'drizzle-orm';
import type { OrderFilter, OrderView } from '#contract/care/ticketOrders/endpoints.ts';
import { ORDER, OUT_ORDERS } from '#contract/care/ticketOrders/rules.ts';
import { panamaDay } from '#contract/dates.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import {
  anyOf,
  containing,
  countUpTo,
  idOf,
  inOrder,
  limited,
  row,
  rows,
  type Db,
} from '#server/kernel/db.ts';
import { cursorRows } from '#server/kernel/exports/lists.ts';
import { ordersInReach } from './ticketOrders.scope.ts';

/** A work order with what its lists, rules and contractor need of its ticket. */
export interface FoundOrder {
  id: number;
  version: number;
  code: string;
  stateId: number;
  stateSince: string;
  what: string;
  dueOn: string;
  reason: string | null;
  ticketId: number;
  ticket: string;
  title: string;
  categoryId: number;
  projectId: number;
  project: string;
  address: string | null;
  houseId: number | null;
  house: string | null;
  lot: string | null;
  commonArea: string | null;
  contact: string | null;
  phone: string | null;
  saleId: number | null;
  assigneeId: number | null;
  departmentId: number;
  contractorId: number;
  contractor: string;
  contractId: number | null;
  contract: string | null;
  offeredBy: number | null;
  offered: string | null;
  answeredAt: string | null;
  doneBy: number | null;
  doneName: string | null;
  doneAt: string | null;
  doneNote: string | null;
  doneKey: string | null;
  verified: string | null;
  createdAt: string;
}

const SELECTED =
  sql.raw(`select o.id, o.version, o.code, o.state_id "stateId", o.state_since "stateSince", o.what, o.due_on::text "dueOn", o.reason,
  o.ticket_id "ticketId", t.code ticket, t.title, t.category_id "categoryId", t.project_id "projectId", p.name project,
  coalesce(nullif(p.address, ''), p.district) address, t.house_id "houseId", h.name house, l.name lot,
  t.common_area "commonArea", coalesce(t.contact_name, b.name) contact, coalesce(t.contact_phone, b.phone) phone, t.sale_id "saleId",
  t.assignee_id "assigneeId", t.department_id "departmentId", o.contractor_id "contractorId", a.name contractor,
  o.contract_id "contractId", c.reference contract, o.offered_by "offeredBy", u.name offered, o.answered_at "answeredAt",
  o.done_by "doneBy", d.name "doneName", o.done_at "doneAt", o.done_note "doneNote", o.done_key "doneKey", v.name verified,
  o.created_at "createdAt"
  from ticket_orders o join tickets t on t.id = o.ticket_id join projects p on p.id = t.project_id
  join partners a on a.id = o.contractor_id left join houses h on h.id = t.house_id left join lots l on l.id = t.lot_id
  left join people b on b.id = t.person_id left join contracts c on c.id = o.contract_id left join users u on u.id = o.offered_by
  left join users d on d.id = o.done_by left join users v on v.id = o.verified_by`);
const JOINED = sql.raw('from ticket_orders o join tickets t on t.id = o.ticket_id');

const out = sql`o.state_id in ${anyOf(OUT_ORDERS)}`;
const VIEWS: Readonly<Record<OrderView, (today: string) => SQL>> = {
  abiertas: () => out,
  vencidas: (today) => sql`${out} and o.due_on < ${today}::date`,
  por_verificar: () => sql`o.state_id = ${idOf(ORDER.done)}`,
  rechazadas: () => sql`o.state_id = ${idOf(ORDER.refused)}`,
  terminadas: () => sql`o.state_id in ${anyOf([ORDER.verified, ORDER.cancelled])}`,
};

type Listing = Pick<Context, 'db' | 'now' | 'staff'>;

function matching(ctx: Listing, filter: OrderFilter): SQL {
  const { grupo, q } = filter;
  const is = (column: string, value: number | undefined) =>
    value === undefined ? undefined : sql`${sql.raw(column)} = ${value}`;
  return sql.join(
    [
      ordersInReach(ctx, 'tickets.ver'),
      grupo && VIEWS[grupo](panamaDay(ctx.now)),
      is('o.state_id', filter.estado_id),
      is('t.project_id', filter.proyecto_id),
      is('o.contractor_id', filter.contratista_id),
      is('o.ticket_id', filter.ticket_id),
      q
        ? sql`(o.code ilike ${containing(q)} or searchable(o.what) like searchable(${containing(q)}) or t.code ilike ${containing(q)}
            or t.house_id in (select id from houses where searchable(name) like searchable(${containing(q)}))
            or o.contractor_id in (select id from partners where searchable(name) like searchable(${containing(q)})))`
        : undefined,
    ].filter((one) => one !== undefined),
    sql` and `,
  );
}

const ORDER_BY = { id: sql.raw('o.id'), due_on: sql.raw('o.due_on') };
const select = (ctx: Listing, filter: OrderFilter, limit: SQL) =>
  sql`${SELECTED} where ${matching(ctx, filter)} order by ${inOrder(filter, ORDER_BY, ORDER_BY.id, ['id', 'desc'])} ${limit}`;

/** A page of the orders in reach, and their total up to COUNT_LIMIT. */
export async function findOrders(ctx: Listing, filter: OrderFilter) {
  const found = await rows<FoundOrder>(
    ctx.db,
    select(ctx, filter, limited(filter.per_page, offsetOf(filter))),
  );
  const total = await countUpTo(ctx.db, sql`select ${JOINED} where ${matching(ctx, filter)}`);
  return { found, total };
}

/** Every matching order in the list's order: for exports. */
export const allOrders = (ctx: Listing, filter: OrderFilter) =>
  cursorRows<FoundOrder>(ctx.db, select(ctx, filter, sql``));

/** One order in the caller's reach. */
export const findOrder = (ctx: Listing, id: number) =>
  row<FoundOrder>(ctx.db, sql`${SELECTED} where o.id = ${id} and ${ordersInReach(ctx, 'tickets.ver')}`);

/** The orders of a ticket, the newest first. Whoever asks may see the ticket. */
export const ordersOf = (db: Db, ticketId: number) =>
  rows<FoundOrder>(db, sql`${SELECTED} where o.ticket_id = ${ticketId} order by o.id desc limit 50`);

/** Most orders that a phone keeps. */
const FIELD_MOST = 60;

/** The orders that wait for the caller's company, the next due first; of a colleague none. */
export const fieldOrdersOf = (ctx: Listing) =>
  ctx.staff?.colleague
    ? Promise.resolve([])
    : rows<FoundOrder>(
        ctx.db,
        sql`${SELECTED} where ${out} and ${ordersInReach(ctx, 'tickets.editar')} order by o.due_on, o.id limit ${FIELD_MOST}`,
      );

/** Photographs of what was done, in their order. */
export const orderPhotosOf = (db: Db, orderId: number) =>
  rows<{ id: string; name: string }>(
    db,
    sql`select x.id, x.name from ticket_order_photos f join files x on x.id = f.file_id
      where f.order_id = ${orderId} order by f.position, x.id`,
  );
