import { sql, type SQL } from 'drizzle-orm';
import { IN_PROGRESS } from '#contract/sales/sale/rules.ts';

// The conditions behind every count of sales: home page, board, lists, menu, reports and exports use only these.

const first = Math.min(...IN_PROGRESS);
const last = Math.max(...IN_PROGRESS);

/**
 * The sale is "en curso" (contract/sales/sale/rules.ts). `stateId`: its column, where the name alone is not enough. The
 * partial indexes of the board have the same text, so that PostgreSQL can use them.
 */
export const inProgress = (stateId: SQL = sql`state_id`): SQL =>
  sql`${stateId} between ${sql.raw(String(first))} and ${sql.raw(String(last))}`;

/**
 * The sale is late: it is in progress, and the earliest due day of its open stages has passed (`isLate` in
 * contract/sales/board/cards.ts). `today`: YYYY-MM-DD in Panama; `of`: alias of the table of sales.
 */
export const lateSale = (today: string, of?: SQL): SQL =>
  of
    ? sql`${inProgress(sql`${of}.state_id`)} and ${of}.board_due < ${today}::date`
    : sql`${inProgress()} and board_due < ${today}::date`;
