import { COUNT_LIMIT, type Ordering } from '#contract/paging.ts';
import { createHash } from 'node:crypto';
import { asc, Column, desc, is, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import pg from 'pg';

/** A pool or a transaction: queries take either. */
export type Db = Pick<
  NodePgDatabase,
  | 'select'
  | 'selectDistinct'
  | 'selectDistinctOn'
  | 'insert'
  | 'update'
  | 'delete'
  | 'execute'
  | '$with'
  | 'with'
  | '$count'
  | 'transaction'
  | '_'
>;

export interface Database {
  db: NodePgDatabase;
  pool: pg.Pool;
  close(): Promise<void>;
}

// bigint columns hold cents and counts, all below 2^53; dates stay text: YYYY-MM-DD.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Opens a pool; instants and days are read and written in UTC and America/Panama as their types say. */
export function openDatabase(
  url: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    options:
      '-c timezone=America/Panama -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000',
  });
  pool.on('error', (error) => options.onError?.(error));
  hearLostLines(pool);
  return { db: drizzle(pool), pool, close: () => pool.end() };
}

/**
 * A connection that breaks while a transaction holds it between two statements says so to nobody, which would end the
 * process. Its next statement fails, and that is enough.
 */
export function hearLostLines(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/** Rows of a hand-written statement. The caller names the row's type; the statement must select just that. */
export async function rows<R extends object>(db: Db, statement: SQL): Promise<R[]> {
  const result = await db.execute(statement);
  return result.rows as R[];
}

/** The first row, or undefined. */
export async function row<R extends object>(db: Db, statement: SQL): Promise<R | undefined> {
  return (await rows<R>(db, statement))[0];
}

/** How many rows a selection has that has no limit of its own, counted up to COUNT_LIMIT. */
export async function countUpTo(db: Db, selection: SQL): Promise<number> {
  const found = await row<{ total: number }>(
    db,
    sql`select count(*)::int total from (${selection} limit ${sql.raw(String(COUNT_LIMIT))}) counted`,
  );
  return found!.total;
}

/** Whether a selection has so few rows that a list begins with them; with more it is walked in its own order until a page is full. */
export async function areFew(db: Db, selection: SQL): Promise<boolean> {
  const found = await row<{ few: boolean }>(
    db,
    sql`select count(*) < ${FEW} few from (${selection} limit ${sql.raw(String(FEW))}) counted`,
  );
  return found!.few;
}
const FEW = 10_000;

/**
 * What belongs to a selection of ids (`column`): by those first where they are few, or everything would be looked at for somebody who
 * has none; where they are many, as `otherwise` says it.
 */
export const ofFew = async (db: Db, column: AnyPgColumn, ids: SQL, otherwise: SQL): Promise<SQL> =>
  (await areFew(db, ids)) ? sql`${column} = any(array(${ids}))` : otherwise;

/**
 * A page of the ids of an ordered selection that has no limit of its own, and how many there are, up to `most`. What is counted
 * holds the page: for a selection whose conditions cost more than its rows.
 */
export async function pageUpTo(
  db: Db,
  selection: SQL,
  { limit, offset, most = COUNT_LIMIT }: { limit: number; offset: number; most?: number },
): Promise<{ ids: number[]; total: number }> {
  const found = await row<{ ids: number[]; total: number }>(
    db,
    sql`select to_json(ids[${offset + 1}::int:${offset + limit}::int]) ids, least(cardinality(ids), ${most}::int) total
      from (select coalesce(array_agg(id), '{}') ids from (${selection} ${limited(Math.max(most, offset + limit))}) chosen) counted`,
  );
  return found!;
}

/**
 * The order that a list is asked for: a column and then the id, both the same way, so that no row stands on two pages and one index
 * serves both ways. Rows without the value come last. `usual` is the column that goes unsaid, and its way. `unasked`: the order of a
 * list that goes by several columns where nothing is said at all.
 */
export function inOrder<C extends string>(
  { order_column, order_type }: Ordering<C>,
  columns: Record<C, SQLWrapper>,
  id: SQLWrapper,
  usual: readonly [column: C, type: 'asc' | 'desc'],
  unasked?: readonly SQLWrapper[],
): SQL {
  if (unasked && order_column === undefined && order_type === undefined)
    return sql.join([...unasked], sql`, `);
  const name = order_column ?? usual[0];
  const column: SQLWrapper = columns[name];
  const down = (order_type ?? (name === usual[0] ? usual[1] : 'asc')) === 'desc';
  if (column === id) return down ? desc(id) : asc(id);
  const filled = is(column, Column) && column.notNull;
  return sql`${down ? desc(column) : asc(column)}${sql.raw(filled ? '' : ' nulls last')}, ${down ? desc(id) : asc(id)}`;
}

/** The order of a list that goes by its numbers alone, the newest first. */
export const newestFirst = (id: SQLWrapper, asked: Ordering<'id'>): SQL =>
  inOrder(asked, { id }, id, ['id', 'desc']);

/** A pattern of `like` for a part of a text, whose own wildcards are letters. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a text of the database has this part, whatever the case and the accents. Reads every row: for lists that stay short. */
export const hasPart = (text: SQLWrapper, part: string): SQL =>
  sql`unaccent(${text}) ilike unaccent(${containing(part)})`;

/** A text to sort by as people read it: whatever the case and the accents. */
export const alphabetic = (text: SQLWrapper): SQL => sql`lower(unaccent(${text}))`;

/** As `containing`, for what an index of parts looks up; of one or two letters the beginning, since it knows no part that short. */
export const partOf = (text: string) => (text.length < 3 ? containing(text).slice(1) : containing(text));

/** So many rows, after so many others. As text: as a parameter it keeps PostgreSQL from a plan that it can keep (quality.md). */
export const limited = (most: number, before = 0): SQL =>
  sql.raw(`limit ${Math.trunc(most)} offset ${Math.trunc(before)}`);

const dialect = new PgDialect();

/**
 * As `rows`, by a statement that each connection keeps under its own text: spares planning of what is asked again and
 * again. For statements of few texts only, and never for a search: its kept plan would not know how rare the words are.
 */
export async function preparedRows<R extends object>(db: Db, statement: SQL): Promise<R[]> {
  const query = dialect.sqlToQuery(statement);
  const prepared = db._.session.prepareQuery<{ execute: pg.QueryResult; all: never; values: never }>(
    query,
    undefined,
    nameOf(query.sql),
    false,
  );
  return (await prepared.execute()).rows as R[];
}

/**
 * Keeps every statement of a transaction as `preparedRows` does: planning is half of PostgreSQL's work where some hundred texts are
 * asked thousands of times. For one that makes its data in tables that were empty, where no plan depends on what is looked for.
 */
export function keepStatements(tx: Db): void {
  const { session } = tx._;
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = (query, fields, name, ...more) =>
    prepare(query, fields, name ?? nameOf(query.sql), ...more);
}

/** Names of the texts seen, so that each is hashed once. */
const names = new Map<string, string>();
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = `k${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    if (names.size < 2000) names.set(text, name);
  }
  return name;
}

/** Ids that the program itself names, as a list in the text of a statement, where partial indexes and kept plans find them. */
export const anyOf = (ids: readonly number[]): SQL => sql.raw(`(${ids.map(Math.trunc).join(', ')})`);
/** One id as text of the statement, where an index or a constraint is to see it. */
export const idOf = (id: number): SQL => sql.raw(String(Math.trunc(id)));

/** The day in Panama of a column that holds an instant. */
export const panamaDayOf = (column: string): SQL =>
  sql.raw(`(${column} at time zone 'America/Panama')::date`);

/** An instant as the API writes it, for use inside SQL that builds JSON; null stays null. */
export const isoOf = (column: string): SQL =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Whether PostgreSQL ended a transaction so that another could go on. */
export function isDeadlock(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ('code' in at && (at.code === '40P01' || at.code === '40001')) return true;
  return false;
}

/** The name of the violated constraint, when an error is a violation of one. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && at.code.startsWith('23') && 'constraint' in at)
      return typeof at.constraint === 'string' ? at.constraint : undefined;
  return undefined;
}

export { sql };
