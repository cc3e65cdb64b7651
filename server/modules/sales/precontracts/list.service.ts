import { DONE_DOCUMENTS, DOCUMENTS_TO_REVIEW, MISSING_DOCUMENTS } from '#contract/sales/documents/rules.ts';
import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { ClaimKind } from '#contract/sales/claims/claims.ts';
import { COUNT_LIMIT, offsetOf } from '#contract/paging.ts';
import type { SaleFilter } from '#contract/sales/sale/model.ts';
import type { Turn } from '#contract/sales/sale/turn.ts';
import type { RowScope } from '#server/kernel/context.ts';
import { constant, limited, preparedRows, rows, type Db, idOf } from '#server/kernel/db.ts';
import { cursorRows } from '#server/kernel/exports/lists.ts';
import {
  both,
  inStates,
  isCounted,
  isUsual,
  searched,
  shared,
  totals,
  type SaleAsking,
} from './filter.service.ts';
import { soughtBy } from '#server/modules/sales/sale/search.service.ts';
import { SEARCHED } from '#server/modules/sales/sale/search.table.ts';

/** A timestamp as PostgreSQL formats it. */
type SqlInstant = string;

/** A row of the list, as SQL returns it. */
export interface ListedSale {
  id: number;
  code: string | null;
  stateId: number;
  paymentForm: string;
  workSector: string | null;
  version: number;
  name: string;
  documentNumber: string | null;
  phone: string;
  projectId: number;
  project: string;
  modelId: number;
  model: string;
  lotId: number | null;
  lot: string | null;
  claimKind: ClaimKind | null;
  claimSince: SqlInstant | null;
  claimUntil: SqlInstant | null;
  adviserId: number | null;
  adviser: string | null;
  processorId: number | null;
  processor: string | null;
  required: number;
  approved: number;
  toReview: number;
  open: number;
  separationState: number | null;
  turn: Turn;
  nextStep: string;
  lastActionId: number;
  lastActionAt: SqlInstant;
  stateSince: SqlInstant;
  createdAt: SqlInstant;
}

/**
 * Counts sales per state under a filter, ignoring its states. Exact from the totals; with a search, a turn or days of
 * reception it counts rows, up to COUNT_LIMIT.
 */
export function countSales(
  db: Db,
  filter: SaleAsking,
  reach: RowScope,
): Promise<{ stateId: number; total: number }[]> {
  if (isCounted(filter)) return preparedRows(db, totals(filter, reach));
  return rows(
    db,
    sql`select state_id "stateId", count(*)::int total from (
        select state_id from sales where ${both([...shared(filter, reach), ...searched(filter)])} limit ${sql.raw(String(COUNT_LIMIT))}
      ) found group by state_id order by state_id`,
  );
}

/** A page of sales within scope, newest first by default. The first row carries the totals, if they were selected. */
function findSales(
  db: Db,
  filter: SaleAsking,
  reach: RowScope,
): Promise<(ListedSale & { states?: Found['states'] | null })[]> {
  const page = { paged: true };
  if (!isUsual(filter)) return rows(db, selectSales(filter, reach, page));
  if (!isCounted(filter)) return preparedRows(db, selectSales(filter, reach, page));
  return preparedRows(db, selectSales(filter, reach, { ...page, counted: totals(filter, reach) }));
}

/** All sales under a filter, in its order, a few hundred at a time: for exports. Runs in the caller's transaction. */
export const allSales = (db: Db, filter: SaleAsking, reach: RowScope): AsyncGenerator<ListedSale[]> =>
  cursorRows<ListedSale>(db, selectSales(filter, reach, { paged: false }));

function selectSales(
  filter: SaleAsking,
  reach: RowScope,
  { paged, counted }: { paged: boolean; counted?: SQL },
): SQL {
  const down = filter.order_type ? filter.order_type === 'desc' : (filter.order_column ?? 'id') === 'id';
  const direction = down ? sql`desc` : sql`asc`;
  const order = {
    id: sql`sales.id ${direction}`,
    state_since: sql`sales.state_since ${direction}, sales.id ${direction}`,
    claim_until: sql`claim_until ${direction} nulls last, sales.id ${direction}`,
  }[filter.order_column ?? 'id'];
  const where = both([
    ...shared(filter, reach),
    ...searched(filter),
    filter.estado_id ? inStates(filter.estado_id) : undefined,
  ]);
  const ahead = offsetOf(filter) + filter.per_page;
  const from =
    filter.order_column === 'claim_until'
      ? byClaim(where, direction, paged ? limited(ahead) : sql``)
      : sql`sales where ${where}`;
  // Selects the totals with the first row only: one query instead of two.
  const states = counted
    ? sql`, case when row_number() over () = 1 then (select json_agg(counted) from (${counted}) counted) end states`
    : sql``;
  return sql`select ${LISTED}${states} from (select sales.* from ${from} order by ${order} ${paged ? limited(filter.per_page, offsetOf(filter)) : sql``}) sales
    ${JOINED} order by ${order}`;
}

/** Sales by the end of their claim: first those with an end, in order, then the others. */
function byClaim(where: SQL, direction: SQL, most: SQL): SQL {
  const ending = sql.raw(
    'select sale_id, until from lot_claims where released_at is null and until is not null',
  );
  return sql`((select sales.*, c.until claim_until from (${ending}) c join sales on sales.id = c.sale_id
      where ${where} order by c.until ${direction}, sales.id ${direction} ${most})
    union all (select sales.*, null from sales where ${where}
      and not exists (select from (${ending}) c where c.sale_id = sales.id) order by sales.id ${direction} ${most})) sales`;
}

/** Columns of a list row, from a sale and its referenced records. */
export const LISTED =
  constant(sql`sales.id, sales.code, sales.state_id "stateId", sales.payment_form "paymentForm", sales.work_sector "workSector", sales.version, p.name,
  p.document_number "documentNumber", p.phone, sales.project_id "projectId", pr.name project,
  sales.model_id "modelId", m.name model, l.id "lotId", l.name lot, c.kind "claimKind", c.since "claimSince",
  c.until "claimUntil", sales.adviser_id "adviserId", a.name adviser, sales.processor_id "processorId",
  w.name processor, papers.*, (select state_id from payments y where y.sale_id = sales.id and y.type_id = ${idOf(PAYMENT_TYPE.separation)}
    order by y.id desc limit 1) "separationState",
  sales.turn, sales.next_step "nextStep",
  sales.last_action_id "lastActionId", sales.last_action_at "lastActionAt",
  sales.state_since "stateSince", sales.created_at "createdAt"`);

export const JOINED = sql.raw(`join people p on p.id = sales.person_id
  join projects pr on pr.id = sales.project_id
  join house_models m on m.id = sales.model_id
  left join lot_claims c on c.sale_id = sales.id and c.released_at is null
  left join lots l on l.id = c.lot_id
  left join users a on a.id = sales.adviser_id
  left join users w on w.id = sales.processor_id
  cross join lateral (select count(*)::int required,
      count(*) filter (where state_id in (${DONE_DOCUMENTS.join()}))::int approved,
      count(*) filter (where state_id in (${DOCUMENTS_TO_REVIEW.join()}))::int "toReview",
      count(*) filter (where state_id in (${MISSING_DOCUMENTS.join()}))::int open
    from documents d where d.sale_id = sales.id and d.required) papers`);

/**
 * A search counts at most this many rows beyond the shown page, so its cost does not grow with the number of matches.
 */
const SEARCH_AHEAD = 200;

/** Totals per state, and a page of sales. */
export interface Found {
  found: ListedSale[];
  states: { stateId: number; total: number }[];
}

/** A page of the list with the counts of its tabs. */
export async function listSales(db: Db, filter: SaleAsking, reach: RowScope): Promise<Found> {
  const { q, estado_id, order_column, order_type } = filter;
  // A plain search from the search box: only words, newest first.
  if (
    q &&
    isCounted({ ...filter, q: undefined }) &&
    !estado_id &&
    (order_column ?? 'id') === 'id' &&
    order_type !== 'asc'
  )
    return searchSales(db, q, filter, reach);
  const found = await findSales(db, filter, reach);
  const states = found.find((one) => one.states)?.states ?? (await countSales(db, filter, reach));
  return { found, states };
}

/**
 * Runs the text search once for page and count. Not prepared: PostgreSQL needs a plan per text. For a common word it
 * walks the entries from the newest, for a rare one it uses the index.
 */
async function searchSales(db: Db, q: string, filter: SaleFilter, reach: RowScope): Promise<Found> {
  const { words, code } = soughtBy(q);
  if (!words && !code) return { found: [], states: [] };
  const most = sql.raw(String(Math.trunc(offsetOf(filter)) + Math.trunc(filter.per_page) + SEARCH_AHEAD));
  const within = shared(filter, reach);
  const inReach = within.length > 0 ? sql`join sales on sales.id = e.ref and ${both(within)}` : sql``;
  const kind = sql.raw(String(SEARCHED.sale));
  const byWords = sql`(select e.ref id from search_entries e ${inReach} where e.kind = ${kind} and ${words}
    order by e.ref desc limit ${most})`;
  const byCode = sql`(select f.id from (select * from sales where ${both(within)}) f where ${code} order by f.id desc limit ${most})`;
  const sought = words && code ? sql`${byWords} union ${byCode}` : words ? byWords : byCode;
  const [{ ids, states }] = (await rows<{ ids: number[] | null; states: Found['states'] | null }>(
    db,
    sql`with sought as materialized (${sought}) select
      (select json_agg(id) from (select id from sought order by id desc ${limited(filter.per_page, offsetOf(filter))}) page) ids,
      (select json_agg(json_build_object('stateId', state_id, 'total', total) order by state_id) from (
        select state_id, count(*)::int total from sought join sales using (id) group by state_id) counted) states`,
  )) as [{ ids: number[] | null; states: Found['states'] | null }];
  // A separate prepared statement: planning its joins costs more than running them.
  const found = ids
    ? await preparedRows<ListedSale>(
        db,
        sql`select ${LISTED} from sales ${JOINED} where sales.id = any(${sql.param(ids)}::bigint[]) order by sales.id desc`,
      )
    : [];
  if (found.length === 0 && filter.page > 1) return { found, states: await countSales(db, filter, reach) };
  return { found, states: states ?? [] };
}
