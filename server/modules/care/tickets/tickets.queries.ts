import { sql, type SQL } from 'drizzle-orm';
import type { Part } from '#contract/care/covers/parts.ts';
import type { TicketFilter } from '#contract/care/tickets/model.ts';
import {
  OPEN_TICKETS,
  TICKET,
  type ContactKind,
  type Cover,
  type TicketOrigin,
} from '#contract/care/tickets/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import { containing, countUpTo, inOrder, limited, pageUpTo, row, rows, type Db } from '#server/kernel/db.ts';
import { cursorRows } from '#server/kernel/exports/lists.ts';
import { VIEWS } from './standing.service.ts';

export interface FoundTicket {
  id: number;
  version: number;
  code: string;
  title: string;
  description: string;
  stateId: number;
  stateSince: string;
  departmentId: number;
  categoryId: number;
  priorityId: number;
  projectId: number | null;
  project: string | null;
  lotId: number | null;
  lot: string | null;
  houseId: number | null;
  house: string | null;
  saleId: number | null;
  saleCode: string | null;
  personId: number | null;
  person: string | null;
  commonArea: string | null;
  contactKind: ContactKind | null;
  contactName: string | null;
  contactPhone: string | null;
  contactEmail: string | null;
  origin: TicketOrigin;
  messageId: number | null;
  rightId: number | null;
  dueOn: string | null;
  assigneeId: number | null;
  assignee: string | null;
  clockFrom: string;
  pausedMinutes: number;
  pausedSince: string | null;
  answerDue: string;
  solveDue: string;
  answeredAt: string | null;
  solvedAt: string | null;
  answerAlert: number;
  solveAlert: number;
  reopened: number;
  mergedIntoId: number | null;
  mergedCode: string | null;
  cover: Cover | null;
  part: Part | null;
  quoteCents: number | null;
  quoteAccepted: boolean | null;
  quoteAnsweredAt: string | null;
  createdBy: number | null;
  createdAt: string;
}

const SELECTED =
  sql.raw(`select t.id, t.version, t.code, t.title, t.description, t.state_id "stateId", t.state_since "stateSince",
  t.department_id "departmentId", t.category_id "categoryId", t.priority_id "priorityId", t.project_id "projectId", p.name project,
  t.lot_id "lotId", l.name lot, t.house_id "houseId", h.name house, t.sale_id "saleId", s.code "saleCode",
  t.person_id "personId", b.name person, t.common_area "commonArea", t.contact_kind "contactKind", t.contact_name "contactName",
  coalesce(t.contact_phone, b.phone) "contactPhone", coalesce(t.contact_email, b.email::text) "contactEmail", t.origin,
  t.message_id "messageId", t.right_id "rightId", t.due_on::text "dueOn", t.assignee_id "assigneeId", u.name assignee, t.clock_from "clockFrom", t.paused_minutes "pausedMinutes",
  t.paused_since "pausedSince", t.answer_due "answerDue", t.solve_due "solveDue", t.answered_at "answeredAt", t.solved_at "solvedAt",
  t.answer_alert "answerAlert", t.solve_alert "solveAlert", t.reopened, t.merged_into_id "mergedIntoId", m.code "mergedCode",
  t.cover, t.part, t.quote_cents "quoteCents", t.quote_accepted "quoteAccepted", t.quote_answered_at "quoteAnsweredAt",
  t.created_by "createdBy", t.created_at "createdAt"
  from tickets t left join projects p on p.id = t.project_id left join lots l on l.id = t.lot_id left join houses h on h.id = t.house_id
  left join sales s on s.id = t.sale_id left join people b on b.id = t.person_id left join users u on u.id = t.assignee_id
  left join tickets m on m.id = t.merged_into_id`);

type Conditions = Partial<Omit<TicketFilter, 'page' | 'per_page' | 'order_column' | 'order_type'>>;

function matching(filter: Conditions, now: Date, reach: SQL): SQL {
  const { cola, asignado_id, q } = filter;
  const is = (column: string, value: number | undefined) =>
    value === undefined ? undefined : sql`${sql.raw(column)} = ${value}`;
  const conditions = [
    reach,
    cola && VIEWS[cola](now),
    is('t.state_id', filter.estado_id),
    is('t.department_id', filter.departamento_id),
    is('t.category_id', filter.categoria_id),
    is('t.priority_id', filter.prioridad_id),
    is('t.project_id', filter.proyecto_id),
    is('t.sale_id', filter.venta_id),
    is('t.house_id', filter.vivienda_id),
    asignado_id === 0 ? sql`t.assignee_id is null` : is('t.assignee_id', asignado_id),
    q
      ? sql`t.id in (select x.id from tickets x where x.code ilike ${containing(q)} or searchable(x.title) like searchable(${containing(q)})
            or searchable(x.contact_name) like searchable(${containing(q)})
          union all select x.id from tickets x join people b on b.id = x.person_id where searchable(b.name) like searchable(${containing(q)})
          union all select x.id from tickets x join houses h on h.id = x.house_id where searchable(h.name) like searchable(${containing(q)}))`
      : undefined,
  ];
  return sql.join(
    conditions.filter((one) => one !== undefined),
    sql` and `,
  );
}

const ORDER = {
  id: sql.raw('t.id'),
  solve_due: sql.raw('t.solve_due'),
  priority_id: sql.raw('t.priority_id'),
};
const select = (filter: TicketFilter, now: Date, reach: SQL, limit: SQL) =>
  sql`${SELECTED} where ${matching(filter, now, reach)} order by ${inOrder(filter, ORDER, ORDER.id, ['id', 'desc'])} ${limit}`;

/** A page of tickets within scope, and their total up to COUNT_LIMIT. */
export async function findTickets(db: Db, filter: TicketFilter, now: Date, reach: SQL) {
  const found = await rows<FoundTicket>(
    db,
    select(filter, now, reach, limited(filter.per_page, offsetOf(filter))),
  );
  const total = await countUpTo(db, sql`select from tickets t where ${matching(filter, now, reach)}`);
  return { found, total };
}

/** Every matching ticket in the list's order: for exports. */
export const allTickets = (db: Db, filter: TicketFilter, now: Date, reach: SQL) =>
  cursorRows<FoundTicket>(db, select(filter, now, reach, sql``));

const CARDS = 30;
const BOARD_COUNT = 999;

/** The first cards of each state with its count: by deadline, ended ones by the day of their end. Merged tickets are not on it. */
export async function findBoard(db: Db, filter: Conditions, now: Date, reach: SQL) {
  const columns = [];
  for (let stateId: number = TICKET.open; stateId <= TICKET.cancelled; stateId += 1) {
    const where = sql`${matching({ ...filter, estado_id: stateId }, now, reach)} and t.merged_into_id is null`;
    const order = OPEN_TICKETS.includes(stateId) ? sql.raw('t.solve_due, t.id') : sql.raw('t.id desc');
    const { ids, total } = await pageUpTo(
      db,
      sql`select t.id from tickets t where ${where} order by ${order}`,
      {
        limit: CARDS,
        offset: 0,
        most: BOARD_COUNT,
      },
    );
    const found = await rows<FoundTicket>(
      db,
      sql`${SELECTED} where t.id = any(${sql.param(ids)}::bigint[]) order by ${order}`,
    );
    columns.push({ stateId, total, found });
  }
  return columns;
}

/** One ticket within scope. */
export const findTicket = (db: Db, id: number, reach: SQL = sql`true`) =>
  row<FoundTicket>(db, sql`${SELECTED} where t.id = ${id} and ${reach}`);

/** One ticket within scope, locked until the end of the transaction. */
export const lockTicketRow = (db: Db, id: number, reach: SQL = sql`true`) =>
  row<FoundTicket>(db, sql`${SELECTED} where t.id = ${id} and ${reach} for no key update of t`);

/** Tickets of a sale or a house, the newest first. */
export const ticketsOf = (db: Db, of: { saleId: number } | { houseId: number }, reach: SQL) =>
  rows<FoundTicket>(
    db,
    sql`${SELECTED} where ${'saleId' in of ? sql`t.sale_id = ${of.saleId}` : sql`t.house_id = ${of.houseId}`} and ${reach}
      order by t.id desc limit 100`,
  );

/** Whether the user works in a department, and leads it. */
export const placeIn = async (db: Db, departmentId: number, userId: number | null) =>
  (await row<{ member: boolean; leads: boolean }>(
    db,
    sql`select count(*) > 0 member, coalesce(bool_or(head), false) leads from department_members
      where department_id = ${departmentId} and user_id = ${userId}`,
  ))!;

export interface FoundPhoto {
  ofId: number;
  id: string;
  name: string;
}
type PhotoOf = 'ticket_id' | 'message_id';

/** Photographs of tickets or messages, in their order. */
export const photosOf = (db: Db, of: PhotoOf, ids: readonly number[]) =>
  rows<FoundPhoto>(
    db,
    sql`select f.${sql.identifier(of)} "ofId", x.id, x.name from ticket_photos f join files x on x.id = f.file_id
      where f.${sql.identifier(of)} = any(${sql.param([...ids])}::bigint[]) order by f.position, x.id`,
  );
