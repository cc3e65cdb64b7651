import { sql, type SQL } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { COUNT_LIMIT, offsetOf } from '#contract/paging.ts';
import { OPEN_CELLS } from '#contract/sales/board/cards.ts';
import type { BoardFilter } from '#contract/sales/board/board.ts';
import { isInProgress } from '#contract/sales/sale/rules.ts';
import type { RowScope } from '#server/kernel/context.ts';
import { anyOf, constant, limited, preparedRows, row, rows, type Db } from '#server/kernel/db.ts';
import { cursorRows } from '#server/kernel/exports/lists.ts';
import {
  both,
  inStates,
  isCounted,
  isUsual,
  searched,
  shared,
  totals,
  type Desk,
  type SaleAsking,
} from '#server/modules/sales/precontracts/filter.service.ts';
import { JOINED, LISTED, type ListedSale } from '#server/modules/sales/precontracts/list.service.ts';
import { inProgress, lateSale } from '#server/modules/sales/sale/standing.service.ts';

/** A row of the board, as SQL returns it: timestamps in PostgreSQL's format, days as text. */
export interface ListedBoard extends ListedSale {
  boardStage: number | null;
  boardSince: string | null;
  boardDue: string | null;
  nextContactOn: string | null;
  /**
   * The cells in order as PostgreSQL writes an array of numbers, which takes a third of the time of JSON objects, and a
   * page has 300 cells. Five each: stage, state, and the days of due, start and end since 1970 (`cellsOf`).
   */
  cells: string | null;
}

type Cell = [stage: number, stateId: number, due: number | null, started: number | null, done: number | null];

/** The cells of a row, without the slow reader of arrays. */
export const cellsOf = ({ cells }: Pick<ListedBoard, 'cells'>): Cell[] =>
  cells === null
    ? []
    : (JSON.parse(cells.replaceAll('{', '[').replaceAll('}', ']').replaceAll('NULL', 'null')) as Cell[]);

/** A day as its number since 1970. An instant's day is that of the session's time zone, Panama. */
const dayNumber = (day: string) => sql.raw(`${day} - date '1970-01-01'`);

/** Columns that the board adds to a list row. */
const BOARD =
  constant(sql`sales.board_stage "boardStage", sales.board_since "boardSince", sales.board_due "boardDue",
  (select next_on from customer_actions where sale_id = sales.id order by id desc limit 1) "nextContactOn",
  (select array_agg(cell) from (select array[stage, state_id, ${dayNumber('due_on')}, ${dayNumber('started_at::date')},
    ${dayNumber('done_at::date')}] cell from sale_cards where sale_id = sales.id order by stage) cells)::text cells`);

type Asking = BoardFilter & Desk & { today: string };
const asSales = ({ order_column: _order, ...filter }: BoardFilter & Desk): SaleAsking => filter;

/**
 * A sale in progress always has a turn, so this filter matches nothing. Without the check PostgreSQL would scan all of them.
 */
const waitsInVain = ({ turno, estado_id }: BoardFilter) =>
  turno === 'nadie' && (estado_id?.every(isInProgress) ?? true);

/** Conditions on stages. Small numbers are inlined, so that PostgreSQL can use partial indexes. */
function byStage(filter: Asking): SQL[] {
  const { etapa, celda, abierta, vencidas, today } = filter;
  const conditions: SQL[] = waitsInVain(filter) ? [sql`false`] : [];
  const number = (n: number) => sql.raw(String(Math.trunc(n)));
  if (celda !== undefined) {
    const open = OPEN_CELLS.includes(celda) ? sql` and c.state_id in ${anyOf(OPEN_CELLS)}` : sql``;
    const stage = etapa === undefined ? sql`` : sql` and c.stage = ${number(etapa)}`;
    conditions.push(
      sql`exists (select from sale_cards c where c.sale_id = sales.id and c.state_id = ${number(celda)}${open}${stage})`,
    );
  } else if (etapa !== undefined && abierta) {
    conditions.push(
      sql`exists (select from sale_cards c where c.sale_id = sales.id and c.stage = ${number(etapa)} and c.state_id in ${anyOf(OPEN_CELLS)})`,
    );
  } else if (etapa !== undefined) conditions.push(sql`board_stage = ${number(etapa)}`);
  if (vencidas) conditions.push(lateSale(today));
  return conditions;
}

const inAsked = ({ estado_id }: BoardFilter): SQL =>
  estado_id && !estado_id.every(isInProgress)
    ? inStates(estado_id)
    : estado_id
      ? sql`${inStates(estado_id)} and ${inProgress()}`
      : inProgress();

function inOrder(filter: Asking): SQL {
  // An ended sale has no due stage.
  const ended = filter.estado_id && !filter.estado_id.some(isInProgress);
  const column = ended ? 'id' : (filter.order_column ?? 'due');
  // The longest time in a stage means the earliest start.
  const down = filter.order_type ? filter.order_type === 'desc' : column !== 'due';
  const falling = column === 'age' ? !down : down;
  return {
    due: falling ? sql`sales.board_due desc nulls last, sales.id desc` : sql`sales.board_due, sales.id`,
    age: falling ? sql`sales.board_since desc nulls last, sales.id desc` : sql`sales.board_since, sales.id`,
    id: falling ? sql`sales.id desc` : sql`sales.id`,
  }[column];
}

const conditionsOf = (filter: Asking, reach: RowScope): SQL =>
  both([
    ...shared(asSales(filter), reach),
    ...searched(asSales(filter)),
    ...byStage(filter),
    inAsked(filter),
  ]);

function selectBoard(filter: Asking, reach: RowScope, limit: SQL): SQL {
  const order = inOrder(filter);
  return sql`select ${LISTED}, ${BOARD} from (select sales.* from sales where ${conditionsOf(filter, reach)} order by ${order} ${limit}) sales
    ${JOINED} order by ${order}`;
}

interface StateTotal {
  stateId: number;
  total: number;
}

/** A page of the board, earliest due first by default, and the totals per state under the filter. */
export async function listBoard(
  db: Db,
  query: BoardFilter & Desk,
  reach: RowScope,
  now: Date,
): Promise<{ found: ListedBoard[]; states: StateTotal[] }> {
  const filter = { ...query, today: panamaDay(now) };
  const { etapa, celda, vencidas } = filter;
  if (!isCounted(asSales(filter)) || etapa !== undefined || celda !== undefined || vencidas)
    return chooseBoard(db, filter, reach);
  // Prepared, because planning the joins costs more than running them.
  const ask = isUsual(query) ? preparedRows<ListedBoard> : rows<ListedBoard>;
  const found = await ask(db, selectBoard(filter, reach, limited(query.per_page, offsetOf(query))));
  return { found, states: await preparedRows(db, totals(asSales(filter), reach)) };
}

/**
 * A page under a filter that the totals do not know. One scan in the page's order gives its ids and the totals per state,
 * up to COUNT_LIMIT sales.
 */
async function chooseBoard(
  db: Db,
  filter: Asking,
  reach: RowScope,
): Promise<{ found: ListedBoard[]; states: StateTotal[] }> {
  const first = offsetOf(filter) + 1;
  const last = first + filter.per_page - 1;
  const order = inOrder(filter);
  const chosen = await row<{ ids: number[]; states: StateTotal[] }>(
    db,
    sql`with chosen as materialized (
        select id, state_id from sales where ${conditionsOf(filter, reach)} order by ${order} ${limited(Math.max(COUNT_LIMIT, last))}
      ) select
        to_json((select coalesce(array_agg(id), '{}') from chosen)[${first}::int:${last}::int]) ids,
        (select coalesce(json_agg(json_build_object('stateId', state_id, 'total', total) order by state_id), '[]') from (
          select state_id, count(*)::int total from (select state_id from chosen ${limited(COUNT_LIMIT)}) counted group by state_id) totals) states`,
  );
  const { ids, states } = chosen!;
  if (ids.length === 0) return { found: [], states };
  const found = await preparedRows<ListedBoard>(
    db,
    sql`select ${LISTED}, ${BOARD} from sales ${JOINED} where sales.id = any(${sql.param(ids)}::bigint[]) order by ${order}`,
  );
  return { found, states };
}

/** Sum of the totals that the filter asks for; without states, the sales in progress. */
export const totalOf = ({ estado_id }: BoardFilter, states: readonly { stateId: number; total: number }[]) =>
  states
    .filter(({ stateId }) => (estado_id ? estado_id.includes(stateId) : isInProgress(stateId)))
    .reduce((sum, { total }) => sum + total, 0);

/** Every sale of the board under a filter, in its order: for exports. Runs in the caller's transaction. */
export const allBoard = (db: Db, query: BoardFilter & Desk, reach: RowScope, now: Date) =>
  cursorRows<ListedBoard>(db, selectBoard({ ...query, today: panamaDay(now) }, reach, sql``));
