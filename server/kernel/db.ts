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
  /** Runs `hear` after each commit of a transaction of this process. */
  onCommit(hear: () => void): void;
  close(): Promise<void>;
}

// bigint columns hold centavos and counts, all below 2^53; dates stay text: YYYY-MM-DD.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Opens a connection pool. The session time zone is America/Panama; statements time out after 30 seconds. */
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
  const db = drizzle(pool);
  const listeners: (() => void)[] = [];
  const transaction = db.transaction.bind(db);
  db.transaction = async (...given) => {
    const done = await transaction(...given);
    for (const hear of listeners) hear();
    return done;
  };
  return { db, pool, onCommit: (hear) => void listeners.push(hear), close: () => pool.end() };
}

/**
 * A connection that breaks between two statements of a transaction emits an 'error' event. Without a listener that would
 * end the process. The next statement fails anyway, so the event is ignored.
 */
export function hearLostLines(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/** Rows of a hand-written statement. The caller gives the row type; the statement must select exactly that. */
export async function rows<R extends object>(db: Db, statement: SQL): Promise<R[]> {
  const result = await db.execute(statement);
  return result.rows as R[];
}

/** The first row, or undefined. */
export async function row<R extends object>(db: Db, statement: SQL): Promise<R | undefined> {
  return (await rows<R>(db, statement))[0];
}

/** Waits until no other transaction holds a name, and holds it until this one ends. A name begins with what it belongs to. */
export const holdName = (db: Db, name: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);

/** Counts the rows of a selection without a limit, up to COUNT_LIMIT. */
export async function countUpTo(db: Db, selection: SQL): Promise<number> {
  const found = await row<{ total: number }>(
    db,
    sql`select count(*)::int total from (${selection} limit ${sql.raw(String(COUNT_LIMIT))}) counted`,
  );
  return found!.total;
}

/**
 * The sums of a list: by name the cents of a column of `selection`, which has as many rows as the list. All are null when
 * there are more rows than a person waits for: adding millions up takes seconds, and so does reading what a common word finds.
 */
export async function sumUpTo<K extends string>(
  db: Db,
  keys: readonly K[],
  selection: SQL,
  q?: string,
): Promise<Record<K, number | null>> {
  const most = q ? FEW : SUM_LIMIT;
  const sums = keys.map(
    (key) => sql`coalesce(sum(${sql.identifier(key)}), 0)::bigint ${sql.identifier(key)}`,
  );
  const found = await row<Record<K, number> & { many: boolean }>(
    db,
    sql`select count(*) = ${most} many, ${sql.join(sums, sql`, `)} from (${selection} limit ${sql.raw(String(most))}) counted`,
  );
  return Object.fromEntries(keys.map((key) => [key, found!.many ? null : Number(found![key])])) as Record<
    K,
    number | null
  >;
}
const SUM_LIMIT = 200_000;

/** Whether a selection has fewer than 10,000 rows. Then a list starts from them; else it scans in its own order. */
export async function areFew(db: Db, selection: SQL): Promise<boolean> {
  const found = await row<{ few: boolean }>(
    db,
    sql`select count(*) < ${FEW} few from (${selection} limit ${sql.raw(String(FEW))}) counted`,
  );
  return found!.few;
}
const FEW = 10_000;

/**
 * Condition for rows whose `column` is in a selection of ids. Few ids: resolved first, so a user with no rows does not
 * cause a full scan. Many ids: `otherwise`.
 */
export const ofFew = async (db: Db, column: AnyPgColumn, ids: SQL, otherwise: SQL): Promise<SQL> =>
  (await areFew(db, ids)) ? sql`${column} = any(array(${ids}))` : otherwise;

/**
 * One page of the ids of an ordered selection without a limit, and the row count up to `most`. One scan gives both: for
 * selections whose conditions cost more than their rows.
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
 * ORDER BY for a list: the requested column, then the id in the same direction. So no row appears on two pages, and one
 * index serves both directions. Nulls come last. `usual` is the default column and its direction. `unasked` is the order
 * if nothing was requested, for lists that sort by several columns.
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

/** ORDER BY for a list sorted only by its ids, newest first by default. */
export const newestFirst = (id: SQLWrapper, asked: Ordering<'id'>): SQL =>
  inOrder(asked, { id }, id, ['id', 'desc']);

/** A `like` pattern for a part of a text; wildcards in the text are escaped. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a text contains this part; ignores case and accents. Reads every row, so only for short lists. */
export const hasPart = (text: SQLWrapper, part: string): SQL =>
  sql`unaccent(${text}) ilike unaccent(${containing(part)})`;

/** A text as a sort key; ignores case and accents. */
export const alphabetic = (text: SQLWrapper): SQL => sql`lower(unaccent(${text}))`;

/** Like `containing`, for a trigram index. It cannot find one or two characters, so those match only the start. */
export const partOf = (text: string) => (text.length < 3 ? containing(text).slice(1) : containing(text));

/** LIMIT and OFFSET as literal text: as parameters they keep PostgreSQL from using a cached plan (quality.md). */
export const limited = (most: number, before = 0): SQL =>
  sql.raw(`limit ${Math.trunc(most)} offset ${Math.trunc(before)}`);

const dialect = new PgDialect();

/**
 * A part of a statement that has no parameters, rendered once. Otherwise each request renders it again, which costs more
 * than sending it. @throws if the part has parameters
 */
export function constant(part: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(part);
  if (params.length > 0) throw new Error(`a constant part of a statement has parameters: ${text}`);
  return sql.raw(text);
}

/**
 * Like `rows`, with a prepared statement that each connection keeps under its text: saves planning of frequent queries.
 * Only for statements with few different texts, and never for a search: a cached plan ignores how rare the words are.
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
 * Prepares every statement of a transaction, like `preparedRows`: planning is half of PostgreSQL's work when some hundred
 * texts run thousands of times. For a transaction that fills empty tables, where no plan depends on the values.
 */
export function keepStatements(tx: Db): void {
  const { session } = tx._;
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = (query, fields, name, ...more) =>
    prepare(query, fields, name ?? nameOf(query.sql), ...more);
}

/** Statement names by text, so each text is hashed once. */
const names = new Map<string, string>();
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = `k${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    if (names.size < 2000) names.set(text, name);
  }
  return name;
}

/** A list of program-defined ids as literal text, so partial indexes and cached plans apply. */
export const anyOf = (ids: readonly number[]): SQL => sql.raw(`(${ids.map(Math.trunc).join(', ')})`);
/** One id as literal text, so an index or a constraint applies. */
export const idOf = (id: number): SQL => sql.raw(String(Math.trunc(id)));

/** The day in Panama of an instant column. */
export const panamaDayOf = (column: string): SQL =>
  sql.raw(`(${column} at time zone 'America/Panama')::date`);

/** An instant in the format of the API, for SQL that builds JSON; null stays null. */
export const isoOf = (column: string): SQL =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/**
 * A timestamp as PostgreSQL writes it, alone or in JSON, in the format of the API. The session's zone is Panama, five hours
 * behind UTC, so most need no calendar: a record has thirty, and `Date` is the slowest part of showing it.
 */
export function isoFrom(text: string): string {
  const found = PANAMA_TEXT.exec(text);
  if (!found) return new Date(text).toISOString();
  const [, day, hour, rest, fraction = ''] = found;
  return `${day}T${String(Number(hour) + 5).padStart(2, '0')}${rest}.${fraction.padEnd(3, '0')}Z`;
}
/** Before 19:00 the day in UTC is the same. */
const PANAMA_TEXT = /^(\d{4}-\d\d-\d\d)[ T](0\d|1[0-8])(:\d\d:\d\d)(?:\.(\d{1,3}))?-05(?::00)?$/;

/** Whether PostgreSQL aborted the transaction because of a deadlock or a serialization failure. */
export function isDeadlock(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ('code' in at && (at.code === '40P01' || at.code === '40001')) return true;
  return false;
}

/** The name of the violated constraint, if the error is a constraint violation. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && at.code.startsWith('23') && 'constraint' in at)
      return typeof at.constraint === 'string' ? at.constraint : undefined;
  return undefined;
}

export { sql };
