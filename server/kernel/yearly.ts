import type { SQL } from 'drizzle-orm';
import type { Context } from './context.ts';
import { holdName, row, sql } from './db.ts';

/** The code of a row of a yearly series: `OC-2026-00001`. */
export const yearlyCode = (prefix: string, { year, number }: { year: number; number: number }): string =>
  `${prefix}-${year}-${String(number).padStart(5, '0')}`;

/** The same in a statement; `of` is the name of its table there. */
export const yearlyCodeOf = (prefix: string, of: string) =>
  sql.raw(`'${prefix}-' || ${of}.year || '-' || lpad(${of}.number::text, 5, '0')`) as SQL<string>;

/**
 * The next number of a table's yearly series, without gaps: one writer at a time, until the transaction ends. The table's
 * unique index stands behind it.
 */
export async function nextOfYear({ db }: Pick<Context, 'db'>, table: string, year: number): Promise<number> {
  await holdName(db, `${table} ${year}`);
  const found = await row<{ number: number }>(
    db,
    sql`select coalesce(max(number), 0)::int + 1 number from ${sql.identifier(table)} where year = ${year}`,
  );
  return found!.number;
}
